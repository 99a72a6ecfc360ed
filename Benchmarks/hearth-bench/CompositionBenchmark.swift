import Base
import Compositing
import Devices
import FlipMeasures
import Glibc
import MediaCore

/// Measures what composing a picture in software costs: CPU time of the composing thread, 120 pictures
/// each, two buffers.
struct CompositionBenchmark {
    private let screen = PixelSize(width: 1920, height: 1080)

    func run(_ report: inout Report) {
        let targets = [CompositionTarget(size: screen), CompositionTarget(size: screen)]
        let surface = Surface(size: PixelSize(width: 900, height: 200)) { bytes, _ in
            bytes.withMemoryRebound(to: UInt32.self) { $0.update(repeating: 0x8040_2010) }
        }
        func overlay(_ shift: Int) -> Layer {
            Layer(.surface(surface), at: PixelRectangle(x: 500 + shift, y: 800, width: 900, height: 200))
        }
        let full = PixelRectangle(screen)
        for (width, height) in [(1280, 720), (1920, 1080), (3840, 2160)] {
            for format in [PixelFormat.i420, .nv12] {
                let frames = (0..<4).map { _ in frame(PixelSize(width: width, height: height), format) }
                let compositor = Compositor()
                let name = "\(height)p \(format.rawValue) to 1080p"
                measure(name, &report) {
                    compositor.compose([Layer(.video(frames[$0 % 4]), at: full)][...], into: targets[$0 % 2])
                }
                measure("\(name), overlay", &report) {
                    compositor.compose(
                        [Layer(.video(frames[$0 % 4]), at: full), overlay(0)][...], into: targets[$0 % 2])
                }
                measure("\(name), dimmed, overlay", &report) {
                    compositor.compose(
                        [Layer(.video(frames[$0 % 4]), at: full, opacity: 0.4), overlay(0)][...],
                        into: targets[$0 % 2])
                }
            }
        }
        let (still, other) = (frame(screen, .i420), frame(screen, .i420))
        let compositor = Compositor()
        measure("1080p still, overlay moves", &report) {
            compositor.compose([Layer(.video(still), at: full), overlay($0)][...], into: targets[$0 % 2])
        }
        for (width, height) in [(1280, 720), (1920, 1080)] {
            let frames = (0..<4).map { _ in frame(PixelSize(width: width, height: height), .i420) }
            let compositor = Compositor()
            // As in a flip: the old picture's last frame, dimmed, beneath a new one at every vblank.
            measure("\(height)p fading in over 1080p, overlay", &report) {
                compositor.compose(
                    [
                        Layer(.video(still), at: full, opacity: 0.45),
                        Layer(.video(frames[$0 % 4]), at: full, opacity: 0.7 + 0.05 * Double($0 % 6)), overlay(0),
                    ][...], into: targets[$0 % 2])
            }
        }
        measure("1080p fading in over 1080p, the first of a compositor", &report) { _ in
            let compositor = Compositor()
            compositor.compose(
                [
                    Layer(.video(still), at: full, opacity: 0.45), Layer(.video(other), at: full, opacity: 0.7),
                    overlay(0),
                ][...],
                into: targets[0])
            targets[0].invalidate()
        }
        let maker = FingerprintMaker()
        measure("fingerprint of 1080p", &report) { _ in _ = maker.fingerprint(of: targets[0].buffer) }
        withExtendedLifetime(targets) {}
    }

    private func measure(_ name: String, _ report: inout Report, _ body: (Int) -> Void) {
        for index in 0..<10 { body(index) }
        var times: [Double] = []
        for index in 10..<130 {
            let start = ThreadTime.now
            body(index)
            times.append((ThreadTime.now - start).inSeconds * 1e3)
        }
        report.add("composition", "\(name), ms", Percentiles(times).row())
    }

    private func frame(_ size: PixelSize, _ format: PixelFormat) -> VideoFrame {
        let count = size.width * size.height
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count * 3 / 2)
        for index in 0..<count * 3 / 2 { memory[index] = UInt8(truncatingIfNeeded: index &* 2_654_435_761 >> 16) }
        let luma = UnsafePointer(memory)
        let chroma = luma + count
        let planes: [VideoFrame.Plane] =
            format == .nv12
            ? [.init(base: luma, stride: size.width), .init(base: chroma, stride: size.width)]
            : [
                .init(base: luma, stride: size.width), .init(base: chroma, stride: size.width / 2),
                .init(base: chroma + count / 4, stride: size.width / 2),
            ]
        nonisolated(unsafe) let owned = memory
        return VideoFrame(size: size, format: format, presentation: .zero, duration: .zero, planes: planes) {
            owned.deallocate()
        }
    }
}
