import MediaCore
import Testing

@Suite("Time")
struct TimeTests {
    @Test("90 kHz ticks become the nearest nanosecond")
    func ticks() {
        #expect(MediaTime(ticks: 90_000, timescale: 90_000).nanoseconds == 1_000_000_000)
        #expect(MediaTime(ticks: 1, timescale: 90_000).nanoseconds == 11_111)
        #expect(MediaTime(ticks: -1, timescale: 90_000).nanoseconds == -11_111)
        #expect(MediaTime(ticks: 2, timescale: 3).nanoseconds == 666_666_667)
    }

    @Test("Nonsense from a stream saturates and never traps", arguments: [Int64.min, -1, 0, 1, Int64.max])
    func saturation(ticks: Int64) {
        for scale in [Int64.min, -1, 0, 1, 90_000, .max] {
            let time = MediaTime(ticks: ticks, timescale: scale)
            _ = time + .seconds(Int64.max)
            _ = time - MediaTime(nanoseconds: .min)
        }
        #expect(MediaTime(ticks: .max, timescale: 1).nanoseconds == .max)
        #expect(MediaTime(seconds: .nan) == .zero)
        #expect(MediaTime(seconds: .infinity).nanoseconds == .max)
        #expect(Duration.seconds(Int64.max).nanoseconds == .max)
    }

    @Test("Host times subtract to durations")
    func hostTimes() {
        let start = HostTime(nanoseconds: 5)
        #expect((start + .milliseconds(2)) - start == .milliseconds(2))
    }
}
