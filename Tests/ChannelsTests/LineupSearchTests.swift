import Guide
import MediaCore
import Testing

@testable import Channels

@Suite("Channels by what was typed")
struct LineupSearchTests {
    private let lineup = Lineup(
        ["Sport News", "News 24", "Café Öffnung", "BBC One", "Das Erste", "6397 Radio"].map(Self.entry))

    private static func entry(_ name: String) -> ChannelEntry {
        ChannelEntry(name: name, url: "http://a.example/\(StableHash.of(name.utf8))")
    }

    private func found(_ text: String, limit: Int = 10) -> [Int] { lineup.search(text, limit: limit).map(\.number) }

    @Test("By its name, its beginning, that of a word, a part; never by letters strewn in a name")
    func names() {
        #expect(found("news") == [2, 1] && found("NEWS 24") == [2] && found("cafe") == [3] && found("ste") == [5])
        #expect(found("bone").isEmpty && found("").isEmpty && found("  ").isEmpty)
        #expect(found("news", limit: 1) == [2] && found("news", limit: 0).isEmpty)
    }

    @Test("By its number, first of all")
    func numbers() {
        #expect(
            found("2") == [2] && found("24") == [2] && found("6") == [6] && found("99999999999999999999").isEmpty)
    }

    @Test("By digits as the letters on them, word by word, each channel once")
    func keys() {
        #expect(found("6397") == [6, 2, 1] && found("222 663") == [4] && found("7767 63") == [1])
        #expect(found("2233 633") == [3] && found("2233 news").isEmpty && found("6397 24") == [2])
        #expect(lineup.words(byKeys: "6397", limit: 9) { _ in true } == ["news", "6397"])
        #expect(
            lineup.words(byKeys: "37", limit: 9) { _ in true } == ["erste"]
                && lineup.words(byKeys: "63", limit: 1) { _ in true } == ["news"])
        #expect(lineup.words(byKeys: "6397", limit: 9) { $0.number == 6 } == ["6397"])
        #expect(lineup.words(byKeys: "", limit: 2) { _ in true }.count == 2)
    }

    @Test("The letters of every digit are its own, and all twenty-six are on one")
    func telephone() {
        let digits = Array("23456789".utf8)
        #expect(digits.flatMap(TelephoneKeys.letters) == Array("abcdefghijklmnopqrstuvwxyz".utf8))
        for digit in digits {
            #expect(TelephoneKeys.letters(on: digit).allSatisfy { TelephoneKeys.digit(of: $0) == digit })
            #expect(TelephoneKeys.digit(of: digit) == digit)
        }
        for byte in UInt8.min ... .max where !digits.contains(byte) { #expect(TelephoneKeys.letters(on: byte).isEmpty) }
        #expect(TelephoneKeys.mayBeWord("23") && !TelephoneKeys.mayBeWord("2") && !TelephoneKeys.mayBeWord("203"))
    }
}
