import MediaCore
@testable import Playback
import Testing

@Suite("Live pace")
struct LivePaceTests {
    private func target(_ seconds: Double, part: Duration? = .milliseconds(300)) -> LivePace.Target {
        LivePace.Target(position: MediaTime(seconds: seconds), latency: .milliseconds(900), part: part)
    }

    private func host(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }

    @Test("by parts it begins where it should be, as far as media is there; by segments at the beginning of one")
    func start() {
        let pace = LivePace()
        let ten = MediaTime(seconds: 10)
        #expect(pace.start(at: ten, reach: MediaTime(seconds: 11), target(10.5), isNew: true) == MediaTime(seconds: 10.5))
        #expect(pace.start(at: ten, reach: MediaTime(seconds: 10.4), target(10.5), isNew: true) == MediaTime(seconds: 10.3))
        #expect(pace.start(at: ten, reach: MediaTime(seconds: 11), target(9.5), isNew: true) == ten, "never back")
        #expect(pace.start(at: ten, reach: MediaTime(seconds: 20), target(15, part: nil), isNew: true) == ten)
        #expect(pace.start(at: ten, reach: MediaTime(seconds: 20), nil, isNew: true) == ten)
    }

    @Test("after a stall it goes on where it should be: four stalls leave it no further behind")
    func stalls() {
        var pace = LivePace()
        for stall in 1...4 {
            let now = Double(stall) * 10
            pace.stalled(target(now, part: nil), at: host(now))
            let position = pace.start(
                at: MediaTime(seconds: now), reach: MediaTime(seconds: now + 6), target(now + 1.6, part: nil), isNew: false)
            #expect(position == MediaTime(seconds: now + 1.6))
        }
    }

    @Test("each stall by parts makes it more careful, up to two seconds; a minute without one makes it bolder")
    func caution() {
        var pace = LivePace()
        pace.stalled(target(0), at: host(0))
        #expect(pace.start(at: MediaTime(seconds: 1), reach: MediaTime(seconds: 9), target(5), isNew: false) == MediaTime(seconds: 4.85))
        for _ in 0..<40 { pace.stalled(target(0), at: host(0)) }
        #expect(pace.caution == .seconds(2))
        _ = pace.correction(at: MediaTime(seconds: 100), reach: MediaTime(seconds: 100), target(100), now: host(61))
        #expect(pace.caution == .milliseconds(1850))
    }

    @Test("while playing it jumps only when it has been late for a second, and media is there")
    func correction() {
        var pace = LivePace()
        func ask(_ late: Double, at now: Double, reach: Double = 2) -> MediaTime? {
            pace.correction(at: MediaTime(seconds: now), reach: MediaTime(seconds: now + reach), target(now + late), now: host(now))
        }
        #expect(ask(0.5, at: 0) == nil && ask(0.5, at: 0.9) == nil)
        #expect(ask(0.03, at: 0.95) == nil, "it was for a moment only")
        #expect(ask(0.5, at: 1) == nil && ask(0.5, at: 2, reach: 0.4) == nil)
        #expect(ask(0.5, at: 2.1) == MediaTime(seconds: 2.6))
    }

    @Test("what a viewer paused for is not made up for")
    func pause() {
        var pace = LivePace()
        pace.unpaused(target(20), at: MediaTime(seconds: 12))
        #expect(pace.lag == .seconds(8))
        #expect(pace.correction(at: MediaTime(seconds: 12), reach: MediaTime(seconds: 30), target(20), now: host(0)) == nil)
        #expect(pace.start(at: MediaTime(seconds: 13), reach: MediaTime(seconds: 30), target(23), isNew: false) == MediaTime(seconds: 15))
    }
}
