import MediaCore
import OriginPattern
import Rig
import Testing

@Suite("Smoothness")
struct SmoothnessTests {
    /// Frames at successive vblanks from sequence 100 on; nil: no pattern.
    private func frames(_ numbers: [Int?], channel: Int = 1) -> [SeenFrame] {
        numbers.enumerated().map { index, number in
            SeenFrame(
                time: HostTime(nanoseconds: Int64(index) * 16_666_667), sequence: 100 + UInt64(index),
                screen: PixelSize(width: 1280, height: 720),
                pattern: number.map { BitPattern(channel: UInt8(channel), frame: UInt32($0), isFlash: false) })
        }
    }

    @Test("25 a second on 60 Hz: two and three vblanks each, over the loop's end")
    func pullDown() {
        let numbers = [798, 798, 799, 799, 799, 0, 0, 1, 1, 2, 2, 2, 3]
        let smoothness = Smoothness(frames(numbers), channel: 1, rate: 25, loop: 800)
        #expect(smoothness.expected == 6 && smoothness.seen == 6 && smoothness.dropped == 0)
        #expect(smoothness.holds == [2: 2, 3: 2] && smoothness.repeated == 0 && smoothness.cut == 0)
        #expect(smoothness.spread < 1 && smoothness.worstHold == 3)
    }

    @Test("A picture that never came is dropped, and the one before it was held too long")
    func dropped() {
        let smoothness = Smoothness(frames([5, 5, 6, 6, 6, 6, 8, 8, 9, 9]), channel: 1, rate: 30, loop: 960)
        #expect(smoothness.expected == 5 && smoothness.seen == 4 && smoothness.dropped == 1)
        #expect(smoothness.repeated == 1 && smoothness.worstHold == 4 && smoothness.spread == 0)
    }

    @Test("A picture a vblank late is on a vblank where it does not belong")
    func late() {
        let smoothness = Smoothness(frames([5, 5, 6, 6, 6, 7, 8, 8, 9, 9]), channel: 1, rate: 30, loop: 960)
        #expect(smoothness.repeated == 1 && smoothness.cut == 1 && smoothness.dropped == 0)
        #expect(smoothness.spread == 1)
    }

    @Test("One picture's vblank is black or another channel's: it is told")
    func strange() {
        var seen = frames([0, 1, nil, 3, 4, 5])
        seen[4].pattern = BitPattern(channel: 2, frame: 4, isFlash: false)
        let smoothness = Smoothness(seen, channel: 1, rate: 60, loop: 480)
        #expect(smoothness.strange == 2 && smoothness.dropped == 2)
    }

    @Test("A picture that comes back is out of order")
    func back() {
        let smoothness = Smoothness(frames([0, 1, 2, 1, 3]), channel: 1, rate: 60, loop: 480)
        #expect(smoothness.outOfOrder == 1 && smoothness.dropped == 0 && smoothness.expected == 4)
    }

    @Test("A vblank that the board itself missed belongs to the picture before")
    func missed() {
        var seen = frames([0, 0, 1, 1, 2, 2])
        seen.remove(at: 3)
        let smoothness = Smoothness(seen, channel: 1, rate: 30, loop: 960)
        #expect(smoothness.missedVBlanks == 1 && smoothness.holds == [2: 1] && smoothness.repeated == 0)
    }

    @Test("Nothing of the channel was seen: nothing is expected")
    func none() {
        #expect(Smoothness(frames([nil, nil]), channel: 1, rate: 25, loop: 800).seen == 0)
        #expect(Smoothness([], channel: 1, rate: 25, loop: 800).expected == 0)
    }
}
