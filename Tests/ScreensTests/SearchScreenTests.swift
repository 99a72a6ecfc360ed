import Commands
import Devices
import MediaCore
import Testing

@testable import Screens

@Suite("The search on the screen")
struct SearchScreenTests {
    private static let start = HostTime.zero + .seconds(10)

    private func press(_ screen: inout SearchScreen, _ keys: ScreenKey...) -> [KeyAnswer] {
        keys.map { screen.press($0, at: Self.start) }
    }

    private func found(_ text: String, _ count: Int = 12, words: [String] = []) -> SearchState {
        var state = SearchState(text)
        state.words = words
        state.results = (0..<count).map { index in
            let channel = ChannelLabel(id: "c\(index)", number: "\(index)", name: "Channel \(index)")
            return SearchState.Result(
                channel: channel, start: index < 2 ? nil : Int64(index) * 3600, title: "Result \(index)",
                isOn: index < 3)
        }
        return state
    }

    @Test("Letters are typed with arrows and OK, and each asks anew")
    func letters() {
        var screen = SearchScreen(SearchState())
        #expect(press(&screen, .confirm, .move(.right), .confirm, .move(.down), .confirm)[4] == .stay([.search("abh")]))
        #expect(screen.field.text == "abh")
        // The keys of the last row are twice as wide.
        for _ in 0..<5 { _ = press(&screen, .move(.down)) }
        #expect(press(&screen, .confirm) == [.stay([.search("abh ")])])
        #expect(press(&screen, .confirm) == [.stay()])
        #expect(press(&screen, .move(.right), .confirm, .confirm).last == .stay([.search("ab")]))
        #expect(press(&screen, .move(.right), .confirm) == [.stay(), .stay([.search("")])])
        #expect(press(&screen, .erase) == [.stay()])
    }

    @Test("From every key arrows lead to every other, and none leads off the keyboard but to what was found")
    func keyboard() {
        var reached: Set<SearchKeyboard.Place> = []
        var next = [SearchKeyboard.Place()]
        while let place = next.popLast() {
            guard reached.insert(place).inserted else { continue }
            for direction in Command.Direction.allCases {
                if let other = SearchKeyboard.place(direction, from: place) { next.append(other) }
            }
        }
        #expect(reached.count == SearchKeyboard.rows.joined().count && reached.count == 39)
        var screen = SearchScreen(SearchState())
        for _ in 0..<9 { _ = press(&screen, .move(.right)) }
        #expect(screen.place == .key(.init(row: 0, column: 5)))
    }

    @Test("Digits are letters of a telephone; 0 ends a word, and is itself where no word can be")
    func digits() {
        var screen = SearchScreen(SearchState())
        _ = press(&screen, .digit(6), .digit(3), .digit(9), .digit(7), .digit(0), .digit(0), .digit(4))
        #expect(screen.field.text == "6397 04")
        var number = SearchScreen(SearchState())
        _ = press(&number, .digit(1), .digit(0), .digit(0))
        #expect(number.field.text == "100")
    }

    @Test("Text from elsewhere is typed as a whole, without blanks in front or twice, and never without end")
    func text() {
        var screen = SearchScreen(SearchState())
        #expect(press(&screen, .type("  Evening \n  News")) == [.stay([.search("Evening News")])])
        _ = press(&screen, .type(String(repeating: "x", count: 500)))
        #expect(screen.field.text.count == SearchField.longest)
    }

    @Test("A word that the digits may be takes their place, and the keyboard has the focus again")
    func words() {
        var screen = SearchScreen(SearchState())
        _ = press(&screen, .type("late 6397"))
        screen.take(found("late 6397", words: ["news", "newport", "nerves", "mesquite"]))
        _ = press(&screen, .move(.up), .move(.right))
        #expect(screen.place == .word(1))
        #expect(press(&screen, .confirm) == [.stay([.search("late newport ")])])
        #expect(screen.place == .key(.init()))
    }

    @Test("Right of the keys lies what was found: OK watches what is on, of the rest it opens the page")
    func results() {
        var screen = SearchScreen(SearchState())
        _ = press(&screen, .type("r"))
        screen.take(found("r"))
        for _ in 0..<6 { _ = press(&screen, .move(.right)) }
        #expect(screen.place == .result(0))
        #expect(press(&screen, .confirm) == [.close([.command(.showVideo), .tune(channelID: "c0")])])
        _ = press(&screen, .move(.down), .move(.down))
        #expect(press(&screen, .confirm) == [.close([.command(.showVideo), .tune(channelID: "c2")])])
        _ = press(&screen, .move(.down))
        #expect(press(&screen, .confirm) == [.stay([.showProgramme(channelID: "c3", start: 3 * 3600)])])
        for _ in 0..<20 { _ = press(&screen, .move(.down)) }
        #expect(screen.place == .result(11) && screen.visible == 4..<12)
        _ = press(&screen, .page(.up))
        #expect(screen.place == .result(3) && screen.visible == 3..<11)
        #expect(press(&screen, .move(.left), .back) == [.stay(), .leave])
        #expect(screen.place == .key(.init(row: 0, column: 5)))
    }

    @Test("An answer to what was typed before is none; the focus stays with its result")
    func answers() {
        var screen = SearchScreen(SearchState())
        _ = press(&screen, .type("r"))
        screen.take(found("r"))
        for _ in 0..<6 { _ = press(&screen, .move(.right)) }
        for _ in 0..<4 { _ = press(&screen, .move(.down)) }
        var later = found("r")
        later.results.removeFirst(2)
        screen.take(later)
        #expect(screen.focused?.title == "Result 4" && screen.place == .result(2))
        screen.take(found("re", 1))
        #expect(screen.state.text == "r")
        screen.take(found("r", 0))
        #expect(screen.place == .key(.init(row: 0, column: 5)))
    }
}
