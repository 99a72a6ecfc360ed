import MediaCore
import Testing

@testable import Capture

@Suite("Captured sound in step")
struct SoundStepTests {
    private static let block = [Float](repeating: 0.5, count: 2 * 960)

    @Test("Blocks follow each other by their samples, while the stamps agree to two milliseconds")
    func even() {
        var step = SoundStep()
        for index in 0..<100 {
            let stated = MediaTime.zero + .milliseconds(20 * index + [0, 1, -1][index % 3])
            let placed = step.place(Self.block, stated: stated)
            #expect(placed.samples.count == Self.block.count && placed.duration == .milliseconds(20))
            #expect(placed.time == .zero + .milliseconds(20 * index))
        }
    }

    @Test(
        "A card that is slow or fast by 400 parts in a million stays in step, a frame at a time",
        arguments: [400, -400])
    func drift(parts: Int) {
        var step = SoundStep()
        var worst = Duration.zero
        var end = MediaTime.zero
        for index in 0..<5_000 {
            // Twenty milliseconds of the card's are a little more, or less, of the pictures'.
            let stated = MediaTime(nanoseconds: Int64(index) * (20_000_000 + Int64(parts) * 20))
            let placed = step.place(Self.block, stated: stated)
            #expect(abs(placed.samples.count / 2 - 960) <= 1)
            if index > 0 { #expect(placed.time == end, "without a hole or an overlap") }
            end = placed.time + placed.duration
            worst = max(worst, max(placed.time, stated) - min(placed.time, stated))
        }
        #expect(worst < .milliseconds(3), "\(worst)")
    }

    @Test("What was lost leaves a hole: the sound after it is where it belongs")
    func lost() {
        var step = SoundStep()
        _ = step.place(Self.block, stated: .zero)
        #expect(step.place(Self.block, stated: .zero + .milliseconds(520)).time == .zero + .milliseconds(520))
        step.reset()
        #expect(step.place(Self.block, stated: .zero + .milliseconds(100)).time == .zero + .milliseconds(100))
    }

    @Test("A block that is stretched goes through the same values, from its first to its last")
    func stretched() {
        let ramp = (0..<10).flatMap { [Float($0), -Float($0)] }
        let longer = SoundStep.stretched(ramp, by: 1)
        let shorter = SoundStep.stretched(ramp, by: -1)
        #expect(longer.count == 22 && shorter.count == 18)
        for block in [longer, shorter] {
            #expect(block.prefix(2) == [0, 0] && block.suffix(2).map { abs($0) } == [9, 9])
            let left = stride(from: 0, to: block.count, by: 2).map { block[$0] }
            #expect(left == left.sorted())
        }
        #expect(SoundStep.stretched([1, 1], by: -1) == [1, 1] && SoundStep.stretched([], by: 1) == [])
    }
}
