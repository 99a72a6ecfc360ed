import MediaCore
import Playback
import Testing

@Suite("Playback clock")
struct PlaybackClockTests {
    @Test("a shift moves the line at once, and neither its slope nor what it has learnt")
    func shift() {
        var clock = PlaybackClock(media: MediaTime(seconds: 10))
        clock.start(media: MediaTime(seconds: 10), at: .zero)
        clock.shift(by: .milliseconds(80))
        #expect(clock.media(at: HostTime(nanoseconds: 1_000_000_000)) == MediaTime(seconds: 11.08))
        clock.shift(by: .milliseconds(-80))
        #expect(clock.media(at: HostTime(nanoseconds: 2_000_000_000)) == MediaTime(seconds: 12))
    }

    private func host(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }
    private func media(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    @Test("stands still until started, then runs, then stands still where it was stopped")
    func running() {
        var clock = PlaybackClock(media: media(5))
        #expect(clock.media(at: host(100)) == media(5))
        #expect(clock.host(at: media(6)) == nil)
        clock.start(media: media(5), at: host(100))
        #expect(clock.media(at: host(102)) == media(7))
        #expect(clock.host(at: media(7)) == host(102))
        clock.stop(at: host(103))
        #expect(clock.media(at: host(200)) == media(8))
    }

    @Test("an offset of the master is worked off without a jump", arguments: [-0.03, 0.03, 0.2])
    func slews(error: Double) {
        var clock = PlaybackClock()
        clock.start(media: .zero, at: host(0))
        var last = clock.media(at: host(0))
        for step in 1...6000 {
            let now = host(Double(step) * 0.01)
            clock.observe(media: media(Double(step) * 0.01 + error), at: now)
            let value = clock.media(at: now)
            let advance = (value - last).inSeconds
            #expect(advance > 0.0099 && advance < 0.0101)
            last = value
        }
        #expect(abs((clock.media(at: host(60)) - media(60 + error)).inSeconds) < 0.001)
    }

    @Test("a sound card that runs fast or slow is followed without a standing error", arguments: [-300.0, 50, 500])
    func skew(partsPerMillion: Double) {
        var clock = PlaybackClock()
        clock.start(media: .zero, at: host(0))
        let rate = 1 + partsPerMillion / 1e6
        for step in 1...12_000 {
            let now = Double(step) * 0.01
            clock.observe(media: media(now * rate), at: host(now))
        }
        #expect(abs((clock.media(at: host(120)) - media(120 * rate)).inSeconds) < 0.0005)
    }

    @Test("jitter of half a millisecond hardly shows")
    func jitter() {
        var clock = PlaybackClock()
        clock.start(media: .zero, at: host(0))
        var worst = 0.0
        for step in 1...3000 {
            let now = Double(step) * 0.01
            clock.observe(media: media(now + (step % 2 == 0 ? 0.0005 : -0.0005)), at: host(now))
            worst = max(worst, abs((clock.media(at: host(now)) - media(now)).inSeconds))
        }
        #expect(worst < 0.0002)
    }

    @Test("the rate is limited to what pitch correction bears")
    func rate() {
        var clock = PlaybackClock()
        clock.start(media: .zero, at: host(0))
        clock.setRate(5, at: host(1))
        #expect(clock.rate == 2)
        #expect(abs((clock.media(at: host(2)) - media(3)).inSeconds) < 1e-6)
        clock.setRate(.nan, at: host(2))
        #expect(clock.rate == 1)
    }

    @Test("times at the end of their range do not trap")
    func extremes() {
        var clock = PlaybackClock(media: MediaTime(nanoseconds: .max))
        clock.start(media: MediaTime(nanoseconds: .max), at: HostTime(nanoseconds: .min))
        _ = clock.media(at: .distantFuture)
        _ = clock.host(at: MediaTime(nanoseconds: .min))
        clock.observe(media: MediaTime(nanoseconds: .min), at: .distantFuture)
        _ = clock.media(at: .zero)
    }
}
