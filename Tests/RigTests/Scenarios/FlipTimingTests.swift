import MediaCore
import OriginPattern
import Rig
import Testing

@Suite("Flips from outside")
struct FlipTimingTests {
    /// Frames at vblanks 10 ms apart from 0 on: channel, number, contrast; nil: black.
    private func frames(_ seen: [(Int, Int, Int)?]) -> [SeenFrame] {
        seen.enumerated().map { index, seen in
            var frame = SeenFrame(
                time: HostTime(nanoseconds: Int64(index) * 10_000_000), sequence: UInt64(index),
                screen: PixelSize(width: 1280, height: 720),
                pattern: seen.map { BitPattern(channel: UInt8($0.0), frame: UInt32($0.1), isFlash: false) })
            frame.contrast = seen?.2 ?? 0
            return frame
        }
    }

    @Test("Dimmed, the new channel, its second picture")
    func course() {
        let flip = FlipTiming(
            frames([
                (1, 5, 250), (1, 5, 251), (1, 6, 250), (1, 6, 235), (1, 7, 200), (2, 9, 200), (2, 9, 230), (2, 10, 250),
            ]),
            key: HostTime(nanoseconds: 14_000_000), to: 2)
        #expect(flip.answer == 16_000_000 && flip.firstPicture == 36_000_000 && flip.secondPicture == 56_000_000)
        #expect(flip.blank == 0 && flip.wasClear)
        #expect(flip.disagreement(interstitial: 15_900_000, firstPicture: 45_900_000, lag: 100_000) == 10_000_000)
        #expect(flip.disagreement(interstitial: nil, firstPicture: 1, lag: 0) == nil)
    }

    @Test("A black screen is an answer, and is counted")
    func black() {
        let flip = FlipTiming(
            frames([(1, 5, 250), (1, 5, 250), nil, nil, (2, 9, 250)]), key: HostTime(nanoseconds: 5_000_000), to: 2)
        #expect(flip.answer == 15_000_000 && flip.blank == 2 && flip.firstPicture == 35_000_000)
        #expect(flip.secondPicture == nil)
    }

    @Test("A key that is pressed while the flip before is under way is told from others")
    func veiled() {
        let flip = FlipTiming(
            frames([(1, 5, 180), (1, 5, 200), (1, 6, 220), (2, 9, 250)]), key: HostTime(nanoseconds: 14_000_000), to: 2)
        #expect(!flip.wasClear && flip.answer == nil && flip.firstPicture == 16_000_000)
    }

    @Test("A key that does nothing has no answer")
    func nothing() {
        let flip = FlipTiming(frames([(1, 5, 250), (1, 6, 249)]), key: HostTime(nanoseconds: 5_000_000), to: 2)
        #expect(flip.answer == nil && flip.firstPicture == nil)
    }
}
