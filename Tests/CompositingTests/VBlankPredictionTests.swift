import Compositing
import Devices
import MediaCore
import Testing

@Suite("Vblank prediction")
struct VBlankPredictionTests {
    static func ms(_ value: Double) -> HostTime { HostTime(nanoseconds: Int64(value * 1e6)) }

    @Test("The next vblank lies on the grid, after now and the margin, and is counted")
    func next() {
        let prediction = VBlankPrediction(at: Self.ms(100), refreshRate: 50)
        #expect(prediction.next(after: Self.ms(100)).time == Self.ms(120))
        #expect(prediction.next(after: Self.ms(119)).time == Self.ms(120))
        #expect(prediction.next(after: Self.ms(119.5), margin: .milliseconds(1)).time == Self.ms(140))
        #expect(prediction.next(after: Self.ms(1101)).sequence == 51)
        #expect(prediction.next(after: Self.ms(50)).time == Self.ms(120))
        #expect(prediction.first(from: Self.ms(120)).time == Self.ms(120))
        #expect(prediction.first(from: Self.ms(121)).time == Self.ms(140))
    }

    @Test("At a vblank's own time the next one is meant, rounding notwithstanding")
    func atVBlank() {
        var prediction = VBlankPrediction(at: .zero, refreshRate: 60)
        var now = HostTime.zero
        for count in 1...1000 {
            let next = prediction.next(after: now)
            #expect(next.sequence == UInt64(count))
            now = next.time
            if count % 7 == 0 { prediction.saw(now) }
        }
        #expect(abs(now.nanoseconds - 16_666_666_667) < 1_000_000)
    }

    @Test("A rate that is none counts as 60 Hz", arguments: [0, -1, Double.nan, .infinity, 1e9])
    func nonsense(rate: Double) {
        #expect(VBlankPrediction(at: .zero, refreshRate: rate).interval == .nanoseconds(16_666_667))
    }
}
