import Glibc
import Testing

@testable import ALSA

@Suite("Sink state")
struct SinkStateTests {
    private static let events: [SinkState.Event] = [
        .adopted, .primed, .played, .idled, .failed(.underrun), .failed(.suspended),
        .failed(.gone(errno: ENODEV)), .failed(.broken(errno: EIO)),
    ]

    @Test("Over all orders of six events: never plays unprimed, never touches an absent device")
    func exhaustive() {
        var checked = 0
        func visit(_ state: SinkState, hasDevice: Bool, isPrimed: Bool, underruns: UInt64, depth: Int) {
            for event in Self.events {
                var next = state
                var device = hasDevice
                var primed = isPrimed
                var dry = underruns
                let action = next.handle(event)
                if event == .adopted { device = true }
                if hasDevice, event == .primed { primed = true }
                if case .failed(let failure) = event, hasDevice {
                    if failure == .underrun, isPrimed { dry += 1 }
                    primed = false
                }
                switch action {
                case .idle: break
                case .prime:
                    #expect(device && !primed)
                case .play:
                    #expect(device && primed)
                case .surrender(let failure):
                    #expect(hasDevice && event == .failed(failure))
                    device = false
                    primed = false
                }
                if case .failed(.gone) = event, hasDevice {
                    #expect(action == .surrender(.gone(errno: ENODEV)))
                }
                #expect(next.underruns == dry)
                checked += 1
                if depth > 1 {
                    visit(next, hasDevice: device, isPrimed: primed, underruns: dry, depth: depth - 1)
                }
            }
        }
        visit(SinkState(), hasDevice: false, isPrimed: false, underruns: 0, depth: 6)
        #expect(checked == 299_592)
    }

    @Test("An underrun is restarted at once and counted")
    func underrun() {
        var state = SinkState()
        let events: [SinkState.Event] = [.adopted, .primed, .played, .failed(.underrun), .primed]
        #expect(events.map { state.handle($0) } == [.prime, .play, .play, .prime, .play])
        #expect(state.underruns == 1)
    }

    @Test("A device that runs dry before it takes a period is restarted at the pace of periods")
    func alwaysDry() {
        var state = SinkState()
        let events: [SinkState.Event] = [
            .adopted, .primed, .failed(.underrun), .primed, .failed(.underrun), .idled,
        ]
        #expect(events.map { state.handle($0) } == [.prime, .play, .prime, .play, .idle, .prime])
    }

    @Test(
        "A device that keeps failing is handed back after a bounded number of attempts",
        arguments: [PCMFailure.suspended, .broken(errno: EIO), .underrun])
    func patience(failure: PCMFailure) {
        var state = SinkState()
        var action = state.handle(.adopted)
        var primes = 0
        while primes < 1_000 {
            switch action {
            case .prime:
                primes += 1
                action = state.handle(primes.isMultiple(of: 2) ? .primed : .failed(failure))
            case .play: action = state.handle(.failed(failure))
            case .idle: action = state.handle(.idled)
            case .surrender(let reason):
                #expect(reason == failure)
                #expect(primes == SinkState.patience + 1)
                return
            }
        }
        Issue.record("never handed back")
    }

    @Test("One written period restores patience")
    func patienceRestored() {
        var state = SinkState()
        var action = state.handle(.adopted)
        for _ in 0..<(SinkState.patience * 3) {
            #expect(action == .prime)
            _ = state.handle(.primed)
            _ = state.handle(.played)
            action = state.handle(.failed(.underrun))
        }
        #expect(action == .prime)
    }

    @Test("Error numbers mean what alsa-lib's manual says")
    func failures() {
        #expect(PCMFailure(errno: EPIPE) == .underrun)
        #expect(PCMFailure(errno: ESTRPIPE) == .suspended)
        #expect(PCMFailure(errno: ENODEV) == .gone(errno: ENODEV))
        #expect(PCMFailure(errno: EIO) == .broken(errno: EIO))
        for errno in [EPIPE, ESTRPIPE, ENODEV, EIO, EBADFD] { #expect(PCMFailure(errno: errno).errno == errno) }
    }
}
