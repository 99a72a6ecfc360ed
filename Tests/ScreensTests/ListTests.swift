import Commands
import Devices
import Layout
import MediaCore
import Screens
import Testing

@Suite("Lists to choose from")
struct ListTests {
    private let start = HostTime(nanoseconds: 1_000_000_000_000)
    private let size = PixelSize(width: 1920, height: 1080)

    private func texts(_ interface: Interface) -> [String] { interface.texts(of: .list, size: size) }

    private func opened(_ state: ListState) -> Interface {
        var interface = Interface()
        _ = interface.handle(.showList(state), at: start)
        return interface
    }

    @Test("The channel that is watched has the focus, in the middle; OK watches the one that has it, and closes")
    func channels() {
        let state = Gallery.channels(30, current: 14)
        var interface = opened(state)
        #expect(interface.top == .list)
        #expect(texts(interface).contains("15 / 30"))
        #expect(texts(interface).filter { $0 == "Playing" }.count == 1)
        _ = interface.handle(.move(.down), at: start)
        #expect(texts(interface).contains("16 / 30"))
        #expect(
            interface.handle(.confirm, at: start) == [.tune(channelID: state.rows[15].id)])
        #expect(interface.top == nil)
    }

    @Test(
        "Up and down go round at the ends, so that one of them is enough; left and right turn the page and stop there")
    func ends() {
        var interface = opened(Gallery.channels(30, current: 0))
        func focus() -> String? { texts(interface).first { $0.hasSuffix(" / 30") } }
        #expect(focus() == "1 / 30")
        let ways: [(Command.Direction, String)] = [
            (.up, "30 / 30"), (.down, "1 / 30"), (.left, "1 / 30"), (.right, "11 / 30"), (.right, "21 / 30"),
            (.right, "30 / 30"),
            (.right, "30 / 30"), (.left, "20 / 30"),
        ]
        for (direction, expected) in ways {
            _ = interface.handle(.move(direction), at: start)
            #expect(focus() == expected)
        }
    }

    @Test("In every list of up to 25 rows each row comes into view, by down alone", arguments: 1...25)
    func everyRow(count: Int) {
        let state = Gallery.channels(count, current: 0)
        var interface = opened(state)
        var chosen: Set<String> = []
        for _ in 0..<count {
            var copy = interface
            if case .tune(let id)? = copy.handle(.confirm, at: start).first { chosen.insert(id) }
            _ = interface.handle(.move(.down), at: start)
        }
        #expect(chosen == Set(state.rows.map(\.id)))
    }

    @Test("The menu's rows do what they say: some leave it open, some are changed sideways, some can't be chosen now")
    func menu() {
        var interface = opened(Gallery.menu)
        for _ in 0..<2 { _ = interface.handle(.move(.down), at: start) }
        // "Pause" can't be chosen.
        #expect(interface.handle(.confirm, at: start) == [] && interface.top == .list)
        for _ in 0..<2 { _ = interface.handle(.move(.down), at: start) }
        #expect(interface.handle(.move(.right), at: start).first == .menu(row: "volume", .right))
        #expect(interface.handle(.move(.left), at: start).first == .menu(row: "volume", .left))
        #expect(interface.handle(.confirm, at: start).first == .menu(row: "volume", nil))
        #expect(interface.top == .list)
        var rows = Gallery.menu
        rows.rows[4].note = "84"
        _ = interface.handle(.showList(rows), at: start)
        #expect(texts(interface).contains("84"))
        #expect(interface.handle(.move(.right), at: start).first == .menu(row: "volume", .right))
        _ = interface.handle(.move(.down), at: start)
        #expect(interface.handle(.confirm, at: start) == [.menu(row: "standby", nil)])
        #expect(interface.top == nil)
    }

    @Test("OK on a group asks for its channels, which take the list's place; another group's begin anew")
    func groups() {
        var interface = opened(Gallery.groups)
        #expect(texts(interface).contains("Groups") && texts(interface).contains("Nachrichten"))
        #expect(interface.handle(.confirm, at: start) == [.menu(row: "group:Nachrichten", nil)])
        #expect(interface.top == .list)
        _ = interface.handle(.showList(Gallery.grouped), at: start)
        #expect(texts(interface).contains(Gallery.grouped.group ?? ""))
        func chosen() -> [InterfaceAction] {
            var copy = interface
            return copy.handle(.confirm, at: start)
        }
        _ = interface.handle(.move(.down), at: start)
        _ = interface.handle(.showList(Gallery.grouped), at: start)
        #expect(chosen() == [.tune(channelID: Gallery.grouped.rows[2].id)], "brought up to date, its focus stays")
        var other = Gallery.grouped
        (other.group, other.current) = ("Other", other.rows[0].id)
        _ = interface.handle(.showList(other), at: start)
        #expect(chosen() == [.tune(channelID: other.rows[0].id)])
    }

    @Test(
        "One overlay at a time; a flip and the question for a passcode close them, and nothing opens over that question"
    )
    func others() {
        var interface = opened(Gallery.menu)
        _ = interface.handle(.showList(Gallery.channels(3, current: 2)), at: start)
        #expect(texts(interface).contains("Channels") && !texts(interface).contains("Menu"))
        _ = interface.handle(.showOverlay(Gallery.favourites([])), at: start)
        #expect(interface.top == .overlay)
        _ = interface.handle(.showList(Gallery.menu), at: start)
        #expect(interface.top == .list)
        var flipping = interface
        _ = flipping.handle(.interstitial(InterstitialState(to: Gallery.one)), at: start)
        #expect(flipping.top == .interstitial)
        _ = interface.handle(.passcode(PasscodePrompt(channel: Gallery.one)), at: start)
        _ = interface.handle(.showList(Gallery.menu), at: start)
        #expect(interface.focus == .passcode)
    }

    @Test(
        "Beside the chosen channel stands how it is: one that does not play is not said to",
        arguments: ListState.Standing.allCases)
    func standing(_ standing: ListState.Standing) {
        let words: [ListState.Standing: String] = [.playing: "Playing", .coming: "Starting…", .failing: "Doesn’t play"]
        let interface = opened(Gallery.channels(3, current: 1, standing: standing))
        #expect(texts(interface).filter { words.values.contains($0) } == [words[standing]])
        var none = Gallery.channels(3, current: 1)
        none.standing = nil
        #expect(texts(opened(none)).allSatisfy { !words.values.contains($0) })
    }

    @Test("A list over a channel that has failed is alone there; behind it the failure waits, and is tried again")
    func overFailure() {
        let failure = FailureState(channel: Gallery.one, reason: .notFound, retryAt: start + .seconds(3))
        for state in [Gallery.menu, Gallery.channels(12, current: 1, standing: .failing)] {
            var interface = Interface()
            _ = interface.handle(.failure(failure), at: start)
            _ = interface.handle(.showList(state), at: start + .seconds(1))
            #expect(interface.panels(size: size).map(\.screen) == [.list])
            _ = interface.handle(.failure(failure), at: start + .seconds(2))
            #expect(interface.top == .list)
            _ = interface.handle(.back, at: start + .seconds(2))
            _ = interface.handle(.wake, at: start + .milliseconds(2500))
            #expect(interface.panels(size: size).map(\.screen) == [.failure])
            #expect(interface.focus == .failure)
        }
    }

    @Test("What is open stays open while a channel is tried once more, and goes when the viewer flips on")
    func retries() {
        var interface = Interface()
        func failed(_ retryAt: HostTime?) -> InterfaceEvent {
            .interstitial(
                InterstitialState(from: Gallery.two, to: Gallery.one, phase: .failed(.notFound, retryAt: retryAt)))
        }
        _ = interface.handle(failed(start + .seconds(1)), at: start)
        _ = interface.handle(.showList(Gallery.channels(12, current: 1, standing: .failing)), at: start)
        _ = interface.handle(failed(nil), at: start + .seconds(1))
        _ = interface.handle(failed(start + .seconds(3)), at: start + .seconds(2))
        #expect(interface.top == .list)
        #expect(interface.panels(size: size).map(\.screen) == [.list])
        var typing = interface
        _ = typing.handle(
            .interstitial(InterstitialState(from: Gallery.two, to: Gallery.one, phase: .typing("12"))),
            at: start + .seconds(2)
        )
        #expect(typing.focus == .numberEntry)
        _ = interface.handle(
            .interstitial(InterstitialState(from: Gallery.two, to: Gallery.arabic)), at: start + .seconds(2))
        #expect(interface.top == .interstitial)
    }

    @Test("Closing everything closes what is open, whatever it is, and gives nothing up that is on its way")
    func closesEverything() {
        var interface = Interface()
        _ = interface.handle(.interstitial(InterstitialState(from: Gallery.two, to: Gallery.one)), at: start)
        _ = interface.handle(.showList(Gallery.menu), at: start)
        #expect(interface.handle(.closeEverything, at: start) == [])
        #expect(interface.top == .interstitial)
        #expect(interface.handle(.closeEverything, at: start) == [])
        #expect(interface.top == .interstitial)

        interface = Interface()
        _ = interface.handle(.failure(FailureState(channel: Gallery.one, reason: .notFound, retryAt: nil)), at: start)
        _ = interface.handle(.showOverlay(Gallery.favourites([])), at: start)
        #expect(interface.handle(.closeEverything, at: start) == [.overlayLeft])
        #expect(interface.focus == .failure)

        interface = Interface()
        _ = interface.handle(.showTransport(Gallery.transport(20, target: 40)), at: start)
        #expect(interface.handle(.closeEverything, at: start) == [.cancelScrub])
        #expect(interface.top == nil)
        interface = Interface()
        _ = interface.handle(.learning(Gallery.learning), at: start)
        #expect(
            interface.handle(.closeEverything, at: start) == [.learning(.stop)])
        #expect(interface.top == nil)
        interface = Interface()
        _ = interface.handle(.passcode(PasscodePrompt(channel: Gallery.one)), at: start)
        #expect(
            interface.handle(.closeEverything, at: start) == [.cancelPasscode])
        #expect(interface.top == nil)
    }

    @Test("The hint of the start comes once, when the first channel's name has been read, and stays for seven seconds")
    func welcome() {
        var interface = Interface()
        func screens(_ milliseconds: Int) -> [ScreenID] {
            _ = interface.handle(.wake, at: start + .milliseconds(milliseconds))
            return interface.panels(size: size).map(\.screen)
        }
        _ = interface.handle(.interstitial(InterstitialState(to: Gallery.one)), at: start)
        _ = interface.handle(.welcome(Gallery.hints), at: start)
        #expect(!screens(500).contains(.hint))
        // A start that fails at first changes nothing.
        _ = interface.handle(.interstitial(nil), at: start + .milliseconds(600))
        _ = interface.handle(
            .failure(FailureState(channel: Gallery.one, reason: .notFound, retryAt: nil)),
            at: start + .milliseconds(600))
        #expect(!screens(5000).contains(.hint))
        _ = interface.handle(.failure(nil), at: start + .milliseconds(5000))
        #expect(screens(5400) == [.hint])
        #expect(screens(12_300) == [.hint])
        #expect(screens(14_000) == [])
        #expect(screens(60_000) == [])
    }

    @Test("Who flips, or opens something, before the hint of the start has come knows the keys: it does not come")
    func noWelcome() {
        let events: [InterfaceEvent] = [
            .interstitial(InterstitialState(from: Gallery.one, to: Gallery.two)), .showList(Gallery.menu),
            .showOverlay(Gallery.favourites([])),
            .showTransport(Gallery.transport(20)), .interstitial(InterstitialState(to: nil, phase: .typing("1"))),
            // Standby, among others.
            .closeEverything,
        ]
        for event in events {
            var interface = Interface()
            _ = interface.handle(.interstitial(InterstitialState(to: Gallery.one)), at: start)
            _ = interface.handle(.welcome(Gallery.hints), at: start)
            _ = interface.handle(.interstitial(nil), at: start + .seconds(1))
            _ = interface.handle(event, at: start + .seconds(2))
            _ = interface.handle(.closeEverything, at: start + .seconds(3))
            _ = interface.handle(.interstitial(nil), at: start + .seconds(3))
            _ = interface.handle(.wake, at: start + .seconds(6))
            _ = interface.handle(.wake, at: start + .seconds(7))
            #expect(interface.layers(size: size).isEmpty, "\(event)")
        }
    }

    @Test("The hint of the start that comes while a key's is shown takes its place, and does not come once more")
    func welcomeOverHint() {
        var interface = Interface()
        _ = interface.handle(.hint(Gallery.hints), at: start)
        #expect(interface.nextWake(after: .welcome(Gallery.hints), at: start + .seconds(1)) == start + .seconds(8))
        _ = interface.handle(.wake, at: start + .seconds(8))
        #expect(interface.nextWake(after: .wake, at: start + .seconds(9)) == nil)
        #expect(interface.layers(size: size).isEmpty)
    }

    @Test("A list that shrinks keeps the focus on its row, or on one that is there")
    func shrinks() {
        var interface = opened(Gallery.channels(20, current: 18))
        _ = interface.handle(.showList(Gallery.channels(5, current: 1)), at: start)
        let id = Gallery.channels(5, current: 1).rows[4].id
        #expect(interface.handle(.confirm, at: start).contains(.tune(channelID: id)))
        interface = opened(Gallery.channels(20, current: 18))
        _ = interface.handle(.showList(ListState(.channels, rows: [])), at: start)
        for direction in Command.Direction.allCases { _ = interface.handle(.move(direction), at: start) }
        #expect(interface.handle(.confirm, at: start) == [] && interface.top == nil)
    }

    @Test("The key test has the newest keys, takes none, and goes")
    func keyTest() {
        var interface = Interface()
        _ = interface.handle(.keyTest(Gallery.keyTest(6)), at: start)
        #expect(interface.top == nil)
        #expect(Gallery.keyTest(6).lines.map(\.meaning.last) == ["5", "4", "3", "2"])
        _ = interface.handle(.wake, at: start + .seconds(60))
        #expect(interface.panels(size: size).map(\.screen) == [.keyTest])
        _ = interface.handle(.keyTest(nil), at: start + .seconds(60))
        _ = interface.handle(.wake, at: start + .seconds(61))
        #expect(interface.layers(size: size).isEmpty)
    }

    @Test("The hint takes the place of the name that lingers after a flip, and not that of a flip under way")
    func hintAfterFlip() {
        var interface = Interface()
        _ = interface.handle(.interstitial(InterstitialState(to: Gallery.one)), at: start)
        _ = interface.handle(.hint(Gallery.hints), at: start)
        #expect(!interface.layers(size: size).contains { $0.screen == .hint })
        _ = interface.handle(.interstitial(nil), at: start)
        _ = interface.handle(.hint(Gallery.hints), at: start + .seconds(1))
        _ = interface.handle(.wake, at: start + .milliseconds(1500))
        #expect(interface.panels(size: size).map(\.screen) == [.hint])
    }

    @Test("The hint says what the plan of keys says, and nothing of an empty one")
    func hint() {
        var interface = Interface()
        #expect(interface.handle(.hint([]), at: start) == [])
        #expect(interface.layers(size: size).isEmpty)
        for sign in KeyHint.Sign.allCases {
            for meaning in KeyHint.Meaning.allCases {
                interface = Interface()
                _ = interface.handle(.hint([KeyHint(sign, meaning)]), at: start)
                #expect(interface.panels(size: size).map(\.screen) == [.hint])
            }
        }
    }

    @Test("Back leads from a section of the settings to the sections, on the row it was entered by, and out of them")
    func settings() {
        var interface = opened(Gallery.settings)
        #expect(interface.handle(.move(.right), at: start) == [.menu(row: "setting:tracks/sound-language", .right)])
        // A fact has the focus, and nothing comes of OK on it.
        _ = interface.handle(.move(.up), at: start)
        #expect(interface.handle(.confirm, at: start).isEmpty)
        #expect(interface.handle(.move(.left), at: start).isEmpty)
        _ = interface.handle(.back, at: start)
        #expect(interface.shownList?.group == nil && interface.shownList?.rows.count == 3)
        #expect(interface.handle(.confirm, at: start) == [.menu(row: "setting:Sound and subtitles", nil)])
        _ = interface.handle(.back, at: start)
        #expect(interface.shownList == nil)
    }
}
