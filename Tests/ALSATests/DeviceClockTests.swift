import MediaCore
import Testing

@testable import ALSA

@Suite("Device clock")
struct DeviceClockTests {
    /// The largest error of the prediction for a frame just written, in ns, after `settling` seconds
    /// of a device that runs `skew` too fast and reports every 480 frames with `jitter`.
    private func worstError(
        skew: Double, seconds: Int, settling: Int, jitter: (Int) -> Int64
    ) -> (worst: Double, clock: DeviceClock) {
        var clock = DeviceClock(sampleRate: 48_000)
        var worst = 0.0
        let start: Int64 = 5_000_000_000_000
        for report in 0..<(seconds * 100) {
            let frame = Int64(report * 480)
            let truth = Double(frame) * 1e9 / (48_000 * (1 + skew))
            clock.observe(frame: frame, at: HostTime(nanoseconds: start + Int64(truth) + jitter(report)))
            guard report >= settling * 100, let predicted = clock.time(ofFrame: frame + 2_400) else { continue }
            let exact = Double(frame + 2_400) * 1e9 / (48_000 * (1 + skew))
            worst = max(worst, abs(Double(predicted.nanoseconds - start) - exact))
        }
        return (worst, clock)
    }

    @Test("Without jitter it is exact within a microsecond from the first report on")
    func exact() {
        #expect(worstError(skew: 0, seconds: 20, settling: 0, jitter: { _ in 0 }).worst < 1_000)
    }

    @Test("It finds the device's rate", arguments: [-500e-6, -40e-6, 40e-6, 500e-6])
    func rate(skew: Double) {
        let result = worstError(skew: skew, seconds: 60, settling: 30, jitter: { _ in 0 })
        #expect(result.worst < 10_000)
        #expect(abs(result.clock.skew - 1 - skew) < 5e-6)
    }

    @Test("Reports that scatter over a millisecond come out within 150 µs of their mean")
    func scatter() {
        var random: UInt64 = 88_172_645_463_325_252
        let result = worstError(
            skew: 30e-6, seconds: 60, settling: 10,
            jitter: { _ in
                random ^= random << 13
                random ^= random >> 7
                random ^= random << 17
                return Int64(random % 1_000_000) - 500_000
            })
        #expect(result.worst < 150_000)
    }

    @Test("One late report of 20 ms hardly shows")
    func outlier() {
        let result = worstError(skew: 0, seconds: 30, settling: 10, jitter: { $0 == 2_000 ? 20_000_000 : 0 })
        #expect(result.worst < 500_000)
    }

    @Test("A jump begins anew and says so")
    func jump() {
        var clock = DeviceClock(sampleRate: 48_000)
        func observe(_ frame: Int64, _ milliseconds: Int64) -> Bool {
            clock.observe(frame: frame, at: HostTime(nanoseconds: milliseconds * 1_000_000))
        }
        let regular = [observe(0, 0), observe(480, 10)]
        #expect(regular == [true, true])
        let late = observe(960, 520)
        #expect(!late)
        #expect(clock.time(ofFrame: 960) == HostTime(nanoseconds: 520_000_000))
        #expect(clock.time(ofFrame: 1_440) == HostTime(nanoseconds: 530_000_000))
        let backwards = observe(0, 600)
        #expect(!backwards)
    }

    @Test("Nonsense can't trap and is followed by sense")
    func nonsense() {
        var clock = DeviceClock(sampleRate: 0)
        #expect(clock.time(ofFrame: 1) == nil)
        for frame in [Int64.min, .max, 0, -1] {
            for time in [Int64.min, .max, 0] {
                clock.observe(frame: frame, at: HostTime(nanoseconds: time))
                _ = clock.time(ofFrame: .max)
                _ = clock.time(ofFrame: .min)
            }
        }
        clock.restart()
        #expect(clock.time(ofFrame: 0) == nil)
    }
}
