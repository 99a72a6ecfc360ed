import Channels
import Guide
import Testing

@Suite("The numbers of channels")
struct ChannelNumbersTests {
    private func entries(_ numbers: [String?]) -> [ChannelEntry] {
        numbers.enumerated().map { index, number in
            var entry = ChannelEntry(name: "c\(index)", url: "http://h/\(index)")
            entry.number = number
            return entry
        }
    }

    private func named(_ names: String, number: String? = nil) -> [ChannelEntry] {
        names.split(separator: " ").map { name in
            var entry = ChannelEntry(name: String(name), url: "http://h/\(name)")
            entry.number = number
            return entry
        }
    }

    private func texts(_ lineup: Lineup) -> [String] { lineup.channels.map { "\($0.number) \($0.name)" } }

    @Test("A list of eighty countries, each with numbers of its own, comes in its own order")
    func countries() {
        var all: [ChannelEntry] = []
        for index in 0..<2050 {
            var entry = ChannelEntry(name: "Channel \(index) Ⓢ", url: "http://h/\(index)")
            entry.number = index % 40 == 7 ? "x\(index)" : index % 26 == 25 ? "5016" : "\(index % 26 + 1)"
            entry.groups = ["Country \(index / 26)"]
            all.append(entry)
        }
        let lineup = Lineup(all)
        #expect(lineup.channels.map(\.number) == Array(1...2050))
        #expect(lineup.channels.map(\.url) == all.map(\.url))
        #expect(!lineup.numbers.fromList && lineup.renumbered.isEmpty && lineup.ownNumbers.asked == 2050)
        // The setting has the last word.
        let asWritten = Lineup(all, numbering: .list)
        #expect(asWritten.numbers.fromList && asWritten.channels.last?.number != 2050)
    }

    @Test("Nine in ten must be told apart, of those that have a number")
    func threshold() {
        let apart = (1...9).map { "\($0 * 10)" }
        let enough = Lineup(entries(apart + ["10", nil, nil, nil]))
        #expect(enough.numbers.fromList && enough.ownNumbers == Lineup.OwnNumbers(asked: 10, apart: 9))
        #expect(enough.channels.map(\.number) == (1...9).map { $0 * 10 } + [91, 92, 93, 94])
        let tooFew = Lineup(entries(apart + ["10", "none"]))
        #expect(tooFew.channels.map(\.number) == Array(1...11))
        #expect(Lineup(entries(apart), numbering: .order).channels.map(\.number) == Array(1...9))
    }

    @Test("A choice that was made stays while the list is much as it was")
    func choice() {
        let good = entries((1...20).map(String.init))
        let worse = entries((1...17).map(String.init) + ["1", "2", "3"])
        let bad = entries((1...15).map(String.init) + ["1", "2", "3", "4", "5"])
        #expect(!Lineup(worse).numbers.fromList)
        let first = Lineup(good)
        let second = Lineup(worse, before: first.numbers)
        #expect(second.numbers.fromList)
        let third = Lineup(bad, before: second.numbers)
        #expect(!third.numbers.fromList)
        #expect(!Lineup(worse, before: third.numbers).numbers.fromList)
        #expect(Lineup(good, before: third.numbers).numbers.fromList)
    }

    @Test("A channel keeps its number while the list has it; a new one takes the lowest that is free")
    func stable() {
        let first = Lineup(named("a b c d"))
        let moved = Lineup(named("x d c a"), before: first.numbers)
        #expect(texts(moved) == ["1 a", "2 x", "3 c", "4 d"])
        // Those that were away for a while are where they were.
        let cut = Lineup(named("a"), before: first.numbers)
        #expect(texts(Lineup(named("a b c d e"), before: cut.numbers)) == ["1 a", "2 b", "3 c", "4 d", "5 e"])
    }

    @Test("Beside a list's own numbers those without keep theirs, unless the list gives it away")
    func stableBesideOwn() {
        let first = Lineup(named("a", number: "7") + named("b c"))
        #expect(texts(first) == ["7 a", "8 b", "9 c"])
        let second = Lineup(named("c") + named("a", number: "7") + named("z b"), before: first.numbers)
        #expect(texts(second) == ["7 a", "8 b", "9 c", "10 z"])
        let third = Lineup(named("a", number: "8") + named("b c"), before: first.numbers)
        #expect(texts(third) == ["8 a", "9 c", "10 b"])
    }

    @Test("Kept numbers that can't be are not taken")
    func hostile() {
        let kept = KeptNumbers(fromList: true, given: ["name:a": -5, "name:b": 3, "name:c": 3])
        #expect(texts(Lineup(named("a b c"), before: kept)) == ["1 a", "2 c", "3 b"])
    }
}
