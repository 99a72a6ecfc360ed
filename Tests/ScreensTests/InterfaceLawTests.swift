import Layout
import MediaCore
import Screens
import Testing

/// Laws that hold after any events in any order.
@Suite("Interface, over all orders of events")
struct InterfaceLawTests {
    private static let start = HostTime(nanoseconds: 1_000_000_000_000)
    private static let size = PixelSize(width: 1920, height: 1080)
    private static let step = Duration.milliseconds(300)

    private static let alphabet: [InterfaceEvent] = [
        .move(.down), .confirm, .back, .closeEverything, .digit(5), .welcome(Gallery.hints),
        .showFavourites([FavouriteCard(channel: Gallery.one)], current: nil),
        .flip(InterstitialState(from: Gallery.two, to: Gallery.one)),
        .flip(InterstitialState(to: nil, phase: .typing("1"))),
        .flip(
            InterstitialState(to: Gallery.one, phase: .failed(.timedOut, retryAt: start + .seconds(3)))),
        .flip(nil), .flipGivenUp,
        .failure(FailureState(channel: Gallery.one, reason: .timedOut, retryAt: start + .seconds(4))), .failure(nil),
        .passcode(PasscodePrompt(channel: Gallery.one, length: 1)), .passcode(nil),
        .passcodeResult(.wrong(attemptsLeft: nil)), .passcodeResult(.locked(until: start + .seconds(2))),
        .passcodeResult(.accepted), .volume(level: 0.5, isMuted: false), .info(InfoState(channel: Gallery.one)),
        .info(nil), .soundOnly(Gallery.one), .track(TrackNotice(.sound, "German")), .hint(Gallery.hints),
        .stalled(true), .stalled(false),
        .keyTest(Gallery.keyTest(2)), .keyTest(nil), .showList(Gallery.menu),
        .showList(Gallery.channels(3, current: 1)),
        .diagnostics(DiagnosticsState()), .diagnostics(nil), .lineup(.empty), .lineup(nil), .wake,
        .showTransport(Gallery.transport(20, isPaused: true)), .showTransport(Gallery.transport(20, target: 40)),
        .transport(nil),
        .learning(Gallery.learning), .learning(LearningState(remote: "r", count: 2, phase: .over(.kept(keys: 2)))),
        .learning(nil),
        .battery(BatteryNotice(remote: "r", percent: 9)),
    ]

    private func random(_ state: inout UInt64) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33)
    }

    /// The law that the interface violates; nil: none.
    private func violation(of interface: Interface, _ actions: [InterfaceAction], at now: HostTime) -> String? {
        let wakes = actions.compactMap { if case .wake(let time) = $0 { time } else { nil } }
        if wakes.count > 1 { return "two wakes" }
        if let wake = wakes.first, wake <= now { return "a wake in the past" }
        if interface.video.holdsLastFrame != (interface.focus == .passcode) { return "the gate is not held" }
        return nil
    }

    /// Words are never read through other words: what was opened over a notice is alone there.
    private func overlap(of interface: Interface) -> String? {
        let layers = interface.layers(size: Self.size)
        let opened: [InterfaceFocus: InterfaceLayer.ID] = [
            .list: .list, .favourites: .favourites, .passcode: .passcode, .learning: .learning,
        ]
        guard let top = opened[interface.focus], let over = layers.first(where: { $0.id == top }) else { return nil }
        let notices: Set<InterfaceLayer.ID> = [.failure, .interstitial, .lineup, .soundOnly]
        let under = layers.first { notices.contains($0.id) && !$0.rectangle.intersection(over.rectangle).isEmpty }
        return under.map { "\(top) over \($0.id)" }
    }

    /// Closing everything closes no more than that: what is on its way, or has failed, stays.
    private func closing(_ start: Interface, at now: HostTime) -> String? {
        var interface = start
        let actions = interface.handle(.closeEverything, now: now)
        if actions.contains(.goBack) { return "closing everything gives a flip up" }
        let isPicture = [.video, .interstitial, .failure, .numberEntry, .preview].contains(interface.focus)
        return isPicture ? nil : "closing everything leaves \(interface.focus)"
    }

    /// From here, without another event, everything that fades does; and Back leads to the picture.
    private func restsAndCloses(_ start: Interface, at now: HostTime) -> String? {
        var interface = start
        var actions = interface.handle(.wake, now: now)
        var wakes = 0
        while case .wake(let time)? = actions.last {
            wakes += 1
            if wakes > 60 { return "it never rests" }
            actions = interface.handle(.wake, now: time)
        }
        let end = now + .seconds(61)
        _ = interface.handle(.wake, now: end)
        if interface.focus == .info || interface.focus == .transport { return "a banner stays" }
        let layers = interface.layers(size: Self.size)
        let fading: Set<InterfaceLayer.ID> = [.volume, .track, .hint, .info, .transport, .battery]
        if layers.contains(where: { fading.contains($0.id) }) { return "something does not fade" }
        if layers.contains(where: { !$0.motion.isSettled(at: end) }) { return "something still moves" }

        interface = start
        for press in 0..<6 {
            if interface.focus == .video { return nil }
            let before = interface.focus
            let actions = interface.handle(.back, now: now + .milliseconds(press))
            // In the transport bar Back may instead cancel a seek whose place is being chosen.
            if before == .transport, actions.contains(.cancelScrub), interface.focus == .transport { continue }
            let closed = actions.count { if case .closed = $0 { true } else { false } }
            if closed != 1 { return "Back in \(before) closed \(closed) layers" }
        }
        return "Back does not lead to the picture"
    }

    @Test("Three events in any order, with any of them at any pace, break no law")
    func exhaustive() {
        let events = Self.alphabet
        var first: String?
        func visit(_ interface: Interface, _ path: [Int], _ now: HostTime) {
            if first != nil { return }
            if let wrong = restsAndCloses(interface, at: now) ?? closing(interface, at: now) ?? overlap(of: interface) {
                first = "\(path.map { events[$0] }): \(wrong)"
            }
            guard path.count < 3 else { return }
            for index in events.indices {
                var next = interface
                let time = now + Self.step
                let actions = next.handle(events[index], now: time)
                if let wrong = violation(of: next, actions, at: time) {
                    first = "\((path + [index]).map { events[$0] }): \(wrong)"
                }
                visit(next, path + [index], time)
            }
        }
        visit(Interface(), [], Self.start)
        #expect(first == nil)
    }

    @Test("Long random walks break no law")
    func walks() {
        var state: UInt64 = 42
        for _ in 0..<200 {
            var interface = Interface()
            var now = Self.start
            var path: [InterfaceEvent] = []
            for _ in 0..<60 {
                let event = Self.alphabet[random(&state) % Self.alphabet.count]
                path.append(event)
                now = now + .milliseconds(random(&state) % 900)
                let actions = interface.handle(event, now: now)
                let wrong =
                    violation(of: interface, actions, at: now) ?? closing(interface, at: now) ?? overlap(of: interface)
                #expect(wrong == nil, "\(path)")
                if wrong != nil { return }
            }
            let wrong = restsAndCloses(interface, at: now)
            #expect(wrong == nil, "\(path)")
            if wrong != nil { return }
        }
    }
}
