import MediaCore
import Playback
import Testing

@testable import Appliance

@Suite("The rate of pictures, measured")
struct FrameRateMeterTests {
    /// The times of frames at `rate`, on a 90 kHz clock.
    static func times(_ rate: Double, count: Int, from start: Double = 100) -> [MediaTime] {
        (0..<count).map { MediaTime(ticks: Int64(((start + Double($0) / rate) * 90_000).rounded()), timescale: 90_000) }
    }

    @Test(
        "Common rates are found to the last digit",
        arguments: [24_000.0 / 1001, 24, 25, 30_000.0 / 1001, 30, 50, 60_000.0 / 1001, 60])
    func common(rate: Double) {
        var meter = FrameRateMeter()
        for time in Self.times(rate, count: Int(rate * 2)) { meter.saw(time, of: ItemID(1)) }
        #expect(meter.framesPerSecond(of: ItemID(1)) == nil)
        for time in Self.times(rate, count: Int(rate * 9)) { meter.saw(time, of: ItemID(1)) }
        #expect(meter.framesPerSecond(of: ItemID(1)) == rate)
        #expect(meter.framesPerSecond(of: ItemID(2)) == nil)
    }

    @Test("Frames that were not shown, and frames shown twice, change nothing")
    func dropped() {
        var meter = FrameRateMeter()
        for (index, time) in Self.times(60, count: 400).enumerated() where index % 6 != 5 {
            meter.saw(time, of: ItemID(1))
            meter.saw(time, of: ItemID(1))
        }
        #expect(meter.framesPerSecond(of: ItemID(1)) == 60)
    }

    @Test("A jump in time and a change of rate are followed")
    func changes() {
        var meter = FrameRateMeter()
        for time in Self.times(50, count: 200) { meter.saw(time, of: ItemID(1)) }
        for time in Self.times(50, count: 200, from: 5000) { meter.saw(time, of: ItemID(1)) }
        #expect(meter.framesPerSecond(of: ItemID(1)) == 50)
        for time in Self.times(24, count: 300, from: 6000) { meter.saw(time, of: ItemID(1)) }
        #expect(meter.framesPerSecond(of: ItemID(1)) == 24)
        for time in Self.times(60, count: 300, from: 4000) { meter.saw(time, of: ItemID(1)) }
        #expect(meter.framesPerSecond(of: ItemID(1)) == 60)
        meter.saw(.zero, of: ItemID(2))
        #expect(meter.framesPerSecond(of: ItemID(1)) == nil)
    }
}
