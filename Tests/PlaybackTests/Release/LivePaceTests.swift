import MediaCore
import Testing

@testable import Playback

@Suite("Live pace")
struct LivePaceTests {
    private func target(_ seconds: Double, part: Duration? = .milliseconds(300)) -> LivePace.Target {
        LivePace.Target(
            position: MediaTime(seconds: seconds), latency: part == nil ? .seconds(6) : .milliseconds(900), part: part)
    }

    private func host(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }
    private func media(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    @Test(
        "a new item begins where it is ready, by parts and by segments, however late: what is to be made up for is by speed"
    )
    func start() {
        for part in [Duration.milliseconds(300), nil] {
            var pace = LivePace()
            for late in [-3.0, 0, 0.4, 9] {
                #expect(
                    pace.start(
                        at: media(10), reach: media(30), target(10 + late, part: part), isNew: true, now: host(0))
                        == media(10))
                #expect(pace.lag == .zero)
            }
            #expect(
                pace.start(at: media(10), reach: media(60), target(50, part: part), isNew: true, now: host(0))
                    == media(10))
            #expect(pace.lag == .seconds(40), "so far back it was meant")
            #expect(pace.start(at: media(10), reach: media(30), nil, isNew: true, now: host(0)) == media(10))
        }
    }

    @Test(
        "after a stall it goes on where it stood, but where no speed would make up for it in a minute: then at the target, as far as media is there"
    )
    func stalls() {
        var pace = LivePace()
        func resumed(_ late: Double, reach: Double = 60, part: Duration?) -> Double {
            pace.start(
                at: media(10), reach: media(10 + reach), target(10 + late, part: part), isNew: false, now: host(0)
            ).seconds - 10
        }
        for part in [Duration.milliseconds(300), nil] {
            #expect(resumed(7.9, part: part) == 0)
            #expect(abs(resumed(8.1, part: part) - 8.1) < 1e-6)
        }
        #expect(abs(resumed(12, part: nil) - 12) < 1e-6)
        #expect(abs(resumed(12, reach: 6, part: nil) - 4.5) < 1e-6, "what it takes to go on is left")
        #expect(resumed(12, reach: 1, part: nil) == 0)
    }

    @Test("each stall by parts makes it more careful, up to two seconds; a minute without one makes it bolder")
    func caution() {
        var pace = LivePace()
        for _ in 0..<40 { pace.stalled(target(0), at: host(0)) }
        #expect(pace.caution == .seconds(2))
        _ = pace.step(at: media(100), reach: media(102), target(100), now: host(59))
        #expect(pace.caution == .seconds(2))
        _ = pace.step(at: media(100), reach: media(102), target(100), now: host(61))
        #expect(pace.caution == .milliseconds(1850))
    }

    @Test("while playing it jumps only when it is late by more than a leap for a second, and media is there")
    func leap() {
        var pace = LivePace()
        func ask(_ late: Double, at now: Double, reach: Double = 15) -> MediaTime? {
            pace.correction(at: media(now), reach: media(now + reach), target(now + late), now: host(now))
        }
        #expect(ask(7.9, at: 0) == nil && ask(7.9, at: 5) == nil)
        #expect(
            ask(8.5, at: 6) == nil && ask(8.5, at: 6.9) == nil && ask(1, at: 6.95) == nil, "it was for a moment only")
        #expect(ask(8.5, at: 7) == nil && ask(8.5, at: 8, reach: 8.9) == nil)
        #expect(ask(8.5, at: 8.1, reach: 9) == media(16.6))
        #expect(ask(30, at: 10, reach: 16) == nil && ask(30, at: 11, reach: 16) == nil)
        #expect(
            ask(30, at: 11.1, reach: 20) == media(11.1 + 20 - 0.45),
            "more than is ever loaded ahead: as far as there is something")
    }

    @Test("what a viewer paused for is not made up for")
    func pause() {
        var pace = LivePace()
        pace.unpaused(target(20), at: media(12), now: host(0))
        #expect(pace.lag == .seconds(8))
        for second in 1..<20 {
            let now = Double(second)
            #expect(
                pace.correction(at: media(12 + now), reach: media(30 + now), target(20 + now), now: host(now)) == nil)
            #expect(pace.step(at: media(12 + now), reach: media(30 + now), target(20 + now), now: host(now)) == 1)
        }
    }

    @Test("speed is 1 for a second and a half, then rises smoothly to no more than 1.03, and is 1 again at the target")
    func rises() {
        var pace = LivePace()
        _ = pace.start(at: media(10), reach: media(12), target(10.4), isNew: true, now: host(0))
        var position = 10.0
        var last = 1.0
        var arrived: Double?
        for step in 1...2000 {
            let now = Double(step) * 0.02
            position += 0.02 * last
            let rate = pace.step(at: media(position), reach: media(position + 0.8), target(10.4 + now), now: host(now))
            #expect(now >= 1.5 || rate == 1)
            #expect(abs(rate - last) <= 0.00041 && rate >= 1 && rate <= 1.03)
            last = rate
            if arrived == nil, 10.4 + now - position < 0.02 { arrived = now }
        }
        #expect(last == 1)
        #expect((arrived ?? .infinity) < 22 && abs(10.4 + 40 - position) < 0.01)
    }

    @Test("nearer to the edge than it dares it plays slower")
    func near() {
        var pace = LivePace()
        _ = pace.start(at: media(10), reach: media(12), target(9.5, part: nil), isNew: true, now: host(0))
        var rate = 1.0
        for step in 1...200 {
            let now = Double(step) * 0.02
            rate = pace.step(at: media(10 + now), reach: media(13 + now), target(9.5 + now, part: nil), now: host(now))
        }
        #expect(abs(rate - 0.97) < 1e-9)
    }

    @Test(
        "when media runs low it slows down within a third of a second, and what that costs is not made up for at once")
    func low() {
        var pace = LivePace()
        _ = pace.start(at: media(10), reach: media(12), target(10), isNew: true, now: host(0))
        var position = 10.0
        var rate = 1.0
        func step(_ number: Int, stock: Double) {
            let now = Double(number) * 0.02
            position += 0.02 * rate
            rate = pace.step(at: media(position), reach: media(position + stock), target(10 + now), now: host(now))
        }
        for number in 1...40 { step(number, stock: 0.6) }
        #expect(rate == 1)
        for number in 41...56 { step(number, stock: 0.2) }
        #expect(abs(rate - 0.97) < 1e-9)
        for number in 57...100 { step(number, stock: 0.3) }
        #expect(abs(rate - 0.97) < 1e-9, "until there is twice as much")
        for number in 101...900 {
            step(number, stock: 0.6)
            #expect(rate <= 1)
        }
        #expect(rate == 1 && pace.caution > .milliseconds(25))
    }

    @Test("what is not live, and what has no known edge, plays at 1")
    func other() {
        var pace = LivePace()
        _ = pace.start(at: media(10), reach: media(10.1), nil, isNew: true, now: host(0))
        for step in 1...200 {
            #expect(pace.step(at: media(10), reach: media(10), nil, now: host(Double(step) * 0.02)) == 1)
        }
    }
}
