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

    @Test("Left and right look for a place, OK is the box's, up and down close it")
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
            (.showList(Gallery.menu), .list), (.showFavourites([], current: nil), .favourites),
        ]
        for (event, screen) in events {
            var interface = opened(Gallery.transport(20))
            _ = interface.handle(event, at: Self.start)
            #expect(interface.top == screen)
            if screen == .list || screen == .favourites { continue }
            _ = interface.handle(.showTransport(Gallery.transport(20)), at: Self.start)
            #expect(interface.top == screen)
        }
    }
}
