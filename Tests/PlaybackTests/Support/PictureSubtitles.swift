/// Subtitles that are pictures, for the films of `PlaybackFixtures`: one below, one above and one below again, each seen
/// for a second, as presentation graphics for a screen of 1920×1080.
enum PictureSubtitles {
    /// Where they are, and when in seconds.
    static let shown: [(start: Double, end: Double, x: Int, y: Int, width: Int, height: Int)] = [
        (0.5, 1.5, 480, 900, 960, 60), (2, 3, 480, 120, 480, 60), (4, 5, 480, 900, 960, 60),
    ]

    /// A file of the format SUP.
    static let file: [UInt8] = {
        // One at the very beginning: what reads it counts times from the first.
        var bytes = clear(0, 0)
        for (number, one) in shown.enumerated() {
            bytes += show(number * 2 + 1, at: UInt32(one.start * 90_000), one.x, one.y, one.width, one.height)
            bytes += clear(number * 2 + 2, UInt32(one.end * 90_000))
        }
        return bytes
    }()

    private static func show(
        _ number: Int, at time: UInt32, _ x: Int, _ y: Int, _ width: Int, _ height: Int
    ) -> [UInt8] {
        let line = [0] + two(0xc000 | width) + [1, 0, 0]
        let pixels = [[UInt8]](repeating: line, count: height).flatMap(\.self)
        return segment(time, 0x16, composition(number, 0x80, 1) + two(0) + [0, 0] + two(x) + two(y))
            + segment(time, 0x17, [1, 0] + two(x) + two(y) + two(width) + two(height))
            // White.
            + segment(time, 0x14, [0, 0, 1, 235, 128, 128, 255])
            + segment(time, 0x15, two(0) + [0, 0xc0, 0] + two(pixels.count + 4) + two(width) + two(height) + pixels)
            + segment(time, 0x80, [])
    }

    private static func clear(_ number: Int, _ time: UInt32) -> [UInt8] {
        segment(time, 0x16, composition(number, 0, 0))
            + segment(time, 0x17, [1, 0] + two(0) + two(0) + two(8) + two(8)) + segment(time, 0x80, [])
    }

    private static func composition(_ number: Int, _ state: UInt8, _ objects: UInt8) -> [UInt8] {
        two(1920) + two(1080) + [0x10] + two(number) + [state, 0, 0, objects]
    }

    private static func segment(_ time: UInt32, _ kind: UInt8, _ data: [UInt8]) -> [UInt8] {
        Array("PG".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: time >> (24 - 8 * $0)) } + [0, 0, 0, 0, kind]
            + two(data.count) + data
    }

    private static func two(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    }

    /// What ffmpeg needs beside the film's pictures and sound.
    static func inputs(_ path: (String) -> String, copies: Int) -> [String] {
        let inputs = (0..<copies).flatMap { _ in ["-fix_sub_duration", "-i", path("pictures.sup")] }
        return inputs + ["-map", "0:v", "-map", "1:a"] + (0..<copies).flatMap { ["-map", "\($0 + 2):s"] }
    }
}
