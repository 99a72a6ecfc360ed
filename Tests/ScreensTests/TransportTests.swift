import Commands
import Devices
import MediaCore
import Screens
import Testing

@Suite("The transport bar")
struct TransportTests {
    private static let start = HostTime(nanoseconds: 1_000_000_000_000)

    private func opened(_ state: TransportState) -> Interface {
        var interface = Interface()
        _ = interface.handle(.showTransport(state), at: Self.start)
        return interface
    }

    private static let menus = [
        BarMenu(
            "Subtitles", value: "Off",
            entries: [
                .init("Off", isChosen: false, .subtitles(.off)),
                .init("English", isChosen: true, .subtitles(.number(1))),
            ]), BarMenu("Live", entries: [.init("To live", .seek(.live))]),
    ]

    @Test("Up leads to the menus and into one, OK chooses, Back leads down again, a step at a time")
    func menus() {
        var state = Gallery.transport(20)
        state.menus = Self.menus
        var interface = opened(state)
        func press(_ events: InterfaceEvent...) -> [InterfaceAction] {
            events.flatMap { interface.handle($0, at: Self.start) }
        }
        #expect(press(.move(.up)) == [] && interface.focus == .overlay)
        #expect(press(.confirm, .move(.up), .confirm) == [.command(.subtitles(.off))])
        #expect(press(.move(.right), .confirm) == [.command(.seek(.live))])
        #expect(press(.move(.left), .move(.up), .move(.down), .confirm) == [] && interface.focus == .overlay)
        #expect(press(.back, .back) == [] && interface.focus == .transport)
        #expect(press(.back) == [] && interface.top == nil)
        // Menus that go leave nobody on them.
        interface = opened(state)
        _ = press(.move(.up), .move(.right))
        #expect(press(.transport(Gallery.transport(20))) == [] && interface.focus == .transport)
    }

    @Test("Who looks for a place does not leave the bar by up and down")
    func searching() {
        var state = Gallery.transport(20, target: 40)
        state.menus = Self.menus
        var interface = opened(state)
        for direction in [Direction.up, .down] {
            #expect(interface.handle(.move(direction), at: Self.start) == [] && interface.focus == .transport)
        }
        _ = interface.handle(.wake, at: Self.start + .seconds(19))
        #expect(interface.focus == .transport)
    }

    @Test("Left and right look for a place, OK is the box's, up and down close it where there are no menus")
    func keys() {
        var interface = opened(Gallery.transport(20))
        #expect(interface.focus == .transport)
        #expect(interface.handle(.move(.left), at: Self.start).contains(.scrub(.left)))
        #expect(interface.handle(.move(.right), at: Self.start).contains(.scrub(.right)))
        #expect(interface.handle(.confirm, at: Self.start).contains(.confirmTransport))
        #expect(interface.focus == .transport)
        #expect(interface.handle(.move(.up), at: Self.start) == [])
        #expect(interface.top == nil)
    }

    @Test("Back gives up what was looked for first, then closes the bar")
    func back() {
        var interface = opened(Gallery.transport(20, target: 40))
        #expect(interface.handle(.back, at: Self.start).contains(.cancelScrub))
        #expect(interface.focus == .transport)
        #expect(interface.handle(.back, at: Self.start) == [])
        #expect(interface.top == nil)
    }

    @Test("It leaves after five seconds without a key; news don't keep it, keys do; paused it stays for a minute")
    func time() {
        var interface = opened(Gallery.transport(20))
        _ = interface.handle(.transport(Gallery.transport(21)), at: Self.start + .seconds(4))
        _ = interface.handle(.wake, at: Self.start + .milliseconds(5100))
        #expect(interface.top == nil)
        // An answer that comes too late opens nothing.
        _ = interface.handle(.transport(Gallery.transport(22)), at: Self.start + .seconds(6))
        #expect(interface.top == nil)
        interface = opened(Gallery.transport(20))
        _ = interface.handle(.showTransport(Gallery.transport(30, isPaused: true)), at: Self.start + .seconds(4))
        _ = interface.handle(.wake, at: Self.start + .seconds(60))
        #expect(interface.focus == .transport)
        _ = interface.handle(.wake, at: Self.start + .seconds(65))
        #expect(interface.top == nil)
    }

    @Test("A flip, a failure, a passcode and other layers take its place; over a passcode or a flip it does not come")
    func others() {
        let events: [(InterfaceEvent, ScreenID)] = [
            (.interstitial(InterstitialState(to: Gallery.one)), .interstitial),
            (.passcode(PasscodePrompt(channel: Gallery.one, length: 4)), .passcode),
            (.failure(FailureState(channel: Gallery.one, reason: .timedOut, retryAt: nil)), .failure),
            (.showList(Gallery.menu), .list), (.showOverlay(Gallery.favourites([])), .overlay),
        ]
        for (event, screen) in events {
            var interface = opened(Gallery.transport(20))
            _ = interface.handle(event, at: Self.start)
            #expect(interface.top == screen)
            if screen == .list || screen == .overlay { continue }
            _ = interface.handle(.showTransport(Gallery.transport(20)), at: Self.start)
            #expect(interface.top == screen)
        }
    }
}
