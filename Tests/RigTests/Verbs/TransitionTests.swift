import MediaCore
import Rig
import Testing

@Suite("Transitions")
struct TransitionTests {
    private let still = Image(size: PixelSize(width: 64, height: 36))

    private func moved(_ x: Int) -> Image {
        var image = still
        image.fill(PixelRectangle(x: x, y: 10, width: 8, height: 8), 0xffff_ffff)
        return image
    }

    /// The transition of a key at 100 ms and these pictures, given by their times in milliseconds.
    private func follow(_ frames: [(Int64, Image)], mask: Mask = .all) throws -> Transition? {
        var detector = TransitionDetector(
            pressTime: HostTime(nanoseconds: 100_000_000), mask: mask, timeout: .seconds(2), stable: .milliseconds(500))
        for (time, image) in frames {
            if let transition = try detector.handle(image.seen(at: time)) { return transition }
        }
        return nil
    }

    @Test("It begins with the first different frame and ends with the first of the rest")
    func complete() throws {
        let frames: [(Int64, Image)] =
            [(0, still), (50, still), (116, still), (133, moved(1)), (150, moved(9)), (166, moved(20))]
            + stride(from: 183, to: 2_000, by: 16).map { (Int64($0), moved(20)) }
        let transition = try #require(try follow(frames))
        #expect(transition.status == .complete && transition.complete && transition.started)
        #expect(transition.animationStartTime == HostTime(nanoseconds: 133_000_000))
        #expect(transition.endTime == HostTime(nanoseconds: 166_000_000))
        #expect(transition.duration == .milliseconds(66))
        #expect(transition.frameBefore?.image == still && transition.frame?.image == moved(20))
    }

    @Test("A key that does nothing is a start timeout")
    func nothing() throws {
        let transition = try #require(try follow(stride(from: 0, to: 3_000, by: 100).map { (Int64($0), still) }))
        #expect(transition.status == .startTimeout && !transition.started && transition.duration == nil)
    }

    @Test("A screen that goes on moving is a stable timeout, unless that part of it is masked")
    func live() throws {
        let frames = stride(from: 0, to: 5_000, by: 100).map { (Int64($0), moved($0 / 100 % 40)) }
        #expect(try follow(frames)?.status == .stableTimeout)
        let mask = Mask(.area(x: 0, y: 0, width: 64, height: 8))
        #expect(try follow(frames, mask: mask)?.status == .startTimeout)
    }

    @Test("A fade of steps too small to see each adds up to motion")
    func fade() throws {
        let frames: [(Int64, Image)] = (0..<60).map { step in
            (Int64(step * 50), Image(size: still.size, filledWith: 0xff00_0000 | UInt32(min(step, 30) * 5) * 0x01_0101))
        }
        let transition = try #require(try follow(frames))
        #expect(transition.status == .complete)
        #expect(try #require(transition.endTime) >= HostTime(nanoseconds: 1_300_000_000))
    }

    @Test("Where no frame comes any more, time itself decides")
    func noFrames() throws {
        var detector = TransitionDetector(pressTime: HostTime(nanoseconds: 100_000_000), timeout: .seconds(2))
        #expect(try detector.handle(still.seen()) == nil)
        #expect(detector.verdict(at: HostTime(nanoseconds: 2_000_000_000)) == nil)
        #expect(detector.verdict(at: HostTime(nanoseconds: 2_200_000_000))?.status == .startTimeout)
    }
}
