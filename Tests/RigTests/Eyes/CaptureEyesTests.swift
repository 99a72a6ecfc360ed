import Base
import Capture
import Devices
import MediaCore
import OriginPattern
import Testing

@testable import Rig

/// Tests on board U, where vivid's HDMI input is connected to its HDMI output.
@Suite("Capture device", .enabled(if: Board.hasCEC, "needs board U with vivid: scripts/board/run --cec"), .serialized)
struct CaptureEyesTests {
    private static let size = PixelSize(width: 1280, height: 720)
    private let settings = CaptureSettings(device: "vivid", size: size, format: .xrgb)

    @Test(
        "Every picture on the wire is seen once, in order, on the clock of the rig",
        .enabled(if: Board.isSimulated, "exact in simulated time only"))
    func order() throws {
        let eyes = try CaptureEyes(settings, refreshRate: 60)
        #expect(eyes.seesEveryFrame)
        let (frames, lost) = try seen(120, through: eyes)
        let first = try #require(frames.first?.pattern?.frame)
        #expect(frames.map { $0.pattern?.frame } == (first..<first + 120).map { $0 })
        #expect(frames.allSatisfy { $0.pattern?.channel == 7 && $0.image == nil && $0.screen == Self.size })
        // vivid's own clock has a resolution of a millisecond.
        for (before, after) in zip(frames, frames.dropFirst()) {
            #expect((15_000_000...18_000_000).contains((after.time - before.time).nanoseconds))
        }
        #expect(lost == 0)
    }

    @Test("A whole picture is what was shown, to the pixel, and latency comes off its time")
    func everything() throws {
        var late = settings
        late.latency = .milliseconds(40)
        let output = try VideoOutput("/dev/video1", size: Self.size)
        let shown = Image(pattern: BitPattern(channel: 7, frame: 99, isFlash: true), size: Self.size)
        for _ in 0..<3 { try output.show(shown) }
        let start = MonotonicClock().now
        let frame = try CaptureEyes(late, refreshRate: 60).frame()
        let wrong = zip(frame.image?.pixels ?? [], shown.pixels).count { $0 != $1 }
        #expect(wrong == 0 && frame.image?.size == shown.size)
        #expect(frame.pattern == BitPattern(channel: 7, frame: 99, isFlash: true))
        // vivid stamps the nominal end of a picture, but delivers it before that.
        #expect(frame.time >= start - .milliseconds(40) && frame.time <= MonotonicClock().now - .milliseconds(40 - 17))
    }

    @Test(
        "A stream starts and ends while the other end shows a picture, in whichever millisecond that is",
        .enabled(if: Board.isSimulated, "exact in simulated time only"))
    func anyMoment() throws {
        let showing = VividWire(size: Self.size)
        try showing.showPictures(7)
        let clock = MonotonicClock()
        // vivid's threads wake on the kernel's ticks, of a millisecond: who starts on each of them meets each of theirs.
        for _ in 0..<50 {
            pause(.nanoseconds(1_000_000 - clock.now.nanoseconds % 1_000_000))
            _ = try CaptureStream(settings)
        }
        try showing.stop()
    }

    @Test("Several look at once, each from when it began: the device streams to one only")
    func several() throws {
        let eyes = try CaptureEyes(settings, refreshRate: 60)
        let first = try eyes.look(at: .pattern)
        #expect(try first.next(timeout: .seconds(1))?.image == nil)
        let whole = try eyes.frame()
        #expect(whole.image?.size == Self.size)
        let second = try eyes.look(at: .pattern)
        let later = try #require(try second.next(timeout: .seconds(1)))
        #expect(later.time > whole.time && later.image == nil)
        second.stop()
        #expect(try first.next(timeout: .seconds(1)) != nil)
        first.stop()
        // All streams are closed: the device can be opened again.
        _ = try CaptureStream(settings)
    }

    @Test("Pictures that nobody fetches are counted as lost")
    func lost() throws {
        let stream = try CaptureStream(settings)
        var gaps = SequenceGaps()
        var lost = 0
        let missed = pollUntil(deadline: .milliseconds(100), stream) { lost += gaps.missing(before: $0) }
        #expect(missed > 0 && lost == 0)
        pause(.seconds(1))
        _ = pollUntil(deadline: .milliseconds(100), stream) { lost += gaps.missing(before: $0) }
        // 60 in that second, less the eight that its buffers hold.
        #expect((50...54).contains(lost))
    }

    @Test("A cable that is pulled ends the look with what to do, and one that is not in is said at once")
    func pulled() throws {
        defer { _ = try? Board.run("v4l2-ctl -d0 -c dv_timings_signal_mode=0") }
        let eyes = try CaptureEyes(settings, refreshRate: 60)
        let looking = try eyes.look(at: .pattern)
        #expect(try looking.next(timeout: .seconds(1)) != nil)
        // As a grabber would, vivid goes on with pictures of its own.
        try Board.run("v4l2-ctl -d0 -c dv_timings_signal_mode=1")
        #expect(throws: CaptureError.noSignal(device: "/dev/video0")) {
            for _ in 0..<120 { _ = try looking.next(timeout: .seconds(1)) }
        }
        #expect(throws: CaptureError.noSignal(device: "/dev/video0")) { try eyes.look(at: .pattern) }
        // The bench can still be set up: the box may be switched on later.
        #expect(try CaptureEyes(settings, refreshRate: 60).name == "capture device /dev/video0")
    }

    @Test("A device that is none, that only shows, or has no such format, is named")
    func wrong() {
        #expect(throws: CaptureError.noDevice("no such card")) { try eyes("no such card") }
        #expect(throws: CaptureError.cannotStream(device: "/dev/video1")) { try eyes("/dev/video1") }
        #expect(throws: CaptureError.self) { try eyes("vivid", .mjpeg) }
    }

    @Test(
        "Each layout that the device has shows the same picture",
        arguments: CaptureFormat.allCases.filter { $0 != .mjpeg })
    func formats(format: CaptureFormat) throws {
        var settings = settings
        settings.format = format
        // vivid loops pictures only between equal formats; otherwise it shows its own test pattern.
        try Board.run("v4l2-ctl -d0 -c hdmi_000_0_is_connected_to=0")
        defer { _ = try? Board.run("v4l2-ctl -d0 -c hdmi_000_0_is_connected_to=2") }
        let image = try #require(try CaptureEyes(settings, refreshRate: 60).frame().image)
        // In YCbCr vivid takes the colours through the other transfer function too. 75 % bars: white, yellow, cyan, green, magenta, red, blue, black.
        let bars = (0..<8).map { image[$0 * 160 + 80, 600] }
        let wanted: [UInt32] = [0xc0c0c0, 0xc0c000, 0x00c0c0, 0x00c000, 0xc000c0, 0xc00000, 0x0000c0, 0]
        for (bar, wanted) in zip(bars, wanted) {
            for shift in [0, 8, 16] as [UInt32] {
                #expect(abs(Int(bar >> shift & 255) - Int(wanted >> shift & 255)) <= 14, "\(format): \(bars)")
            }
        }
    }

    private func eyes(_ device: String, _ format: CaptureFormat? = nil) throws -> CaptureEyes {
        try CaptureEyes(CaptureSettings(device: device, size: Self.size, format: format), refreshRate: 60)
    }

    /// The next `count` frames while numbered pictures are shown. vivid's two ends run from when each was started: half
    /// a picture apart, no picture is seen twice.
    private func seen(_ count: Int, through eyes: CaptureEyes) throws -> ([SeenFrame], lost: Int) {
        let showing = VividWire(size: Self.size)
        try showing.showPictures(7)
        pause(.milliseconds(208))
        let looking = try eyes.look(at: .pattern)
        var frames: [SeenFrame] = []
        while frames.count < count, let frame = try looking.next(timeout: .seconds(2)) { frames.append(frame) }
        looking.stop()
        try showing.stop()
        return (frames, looking.lost)
    }

    /// Fetches the pictures that come within the time; returns how many there were.
    private func pollUntil(deadline: Duration, _ stream: CaptureStream, _ body: (UInt32) -> Void) -> Int {
        let end = MonotonicClock().now + deadline
        var count = 0
        while MonotonicClock().now < end {
            while (try? stream.take { stamp, _ in body(stamp.sequence) }) == true { count += 1 }
            pause(.milliseconds(1))
        }
        return count
    }
}
