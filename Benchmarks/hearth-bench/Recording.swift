import Base
import Devices
import Foundation
import Glibc
import MediaCore
import OriginPattern

/// A reader of the file that `hearthd --record` writes: what was on the screen, and when.
final class Recording {
    struct Frame {
        /// The time of the picture's vblank.
        var time: HostTime
        /// 64 × 36 grey levels.
        var grey: [UInt8]

        /// The origin's pattern in the picture, dimmed or not; nil where there is none.
        var pattern: BitPattern? { BitPattern.read(luma: grey, width: 64, height: 36) }
    }

    private let file: OwnedDescriptor
    private var rest: [UInt8] = []

    init(path: String) throws {
        file = OwnedDescriptor(taking: try checked("open \(path)") { open(path, O_RDONLY | O_CLOEXEC) })
    }

    /// The frames written since the last call.
    func newFrames() -> [Frame] {
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(file.raw, &piece, piece.count)
            guard count > 0 else { break }
            rest += piece[..<count]
        }
        var frames: [Frame] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if let frame = Self.frame(rest[..<end]) { frames.append(frame) }
            rest.removeSubrange(...end)
        }
        return frames
    }

    /// Waits until the channel's picture moves.
    func watch(for channel: Int, from start: HostTime, pictures: Int, patience: Duration) -> FlipSight {
        var sight = FlipSight(key: start)
        let clock = MonotonicClock()
        while clock.now - start < patience {
            for frame in newFrames() where frame.time > start {
                guard let pattern = frame.pattern, pattern.channel == UInt8(clamping: channel) else { continue }
                if sight.see(pattern.frame, at: frame.time, pictures: pictures) { return sight }
            }
            usleep(4_000)
        }
        return sight
    }

    private struct Line: Decodable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var time_ns: Int64
        var pixels: Data
    }

    private static func frame(_ bytes: ArraySlice<UInt8>) -> Frame? {
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) else { return nil }
        return Frame(time: HostTime(nanoseconds: line.time_ns), grey: Array(line.pixels))
    }
}
