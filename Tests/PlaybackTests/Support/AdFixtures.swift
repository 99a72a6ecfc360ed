import Foundation

/// Pieces of one second from different encoders, each starting at zero, for ad breaks. Made by the
/// `ffmpeg` program, once per machine.
enum AdFixtures {
    static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-fixtures-ads-1")

    private static let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-pix_fmt", "yuv420p"]
    /// The pieces: name; size, frames a second, sample rate; the encoders.
    private static let pieces: [(name: String, size: String, rate: Int, sound: Int, coding: [String])] = [
        ("same", "320x180", 25, 48_000, h264 + ["-c:a", "aac", "-ac", "2"]),
        ("size", "640x360", 50, 44_100, h264 + ["-c:a", "aac", "-ac", "1"]),
        (
            "hevc", "480x270", 25, 48_000,
            ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-c:a", "ac3", "-ac", "2"]
        ),
        ("mpeg2", "320x240", 30, 48_000, ["-c:v", "mpeg2video", "-bf", "2", "-b:v", "1M", "-c:a", "mp2", "-ac", "2"]),
    ]

    /// Two seconds of picture alone, of sound alone, and of both, in which 33 bits overflow 1.4 s after the start.
    private static let wraps: [(name: String, coding: [String])] = [
        ("wrap-v", ["-an", "-g", "25"] + h264), ("wrap-a", ["-vn", "-c:a", "aac", "-ac", "2"]),
        ("wrap", ["-g", "25"] + h264 + ["-c:a", "aac", "-ac", "2"]),
    ]

    /// The files by name: `same.ts`, `size.ts`, `hevc.ts`, `mpeg2.ts`; `wrap-v.ts`, `wrap-a.ts`, `wrap.ts`.
    static let files: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        for piece in pieces {
            let file = folder.appendingPathComponent(piece.name + ".ts")
            let inputs = inputs("\(piece.size):rate=\(piece.rate):duration=1", "\(piece.sound):duration=1")
            if !FileManager.default.fileExists(atPath: file.path) { make(inputs + piece.coding, file) }
            files[piece.name + ".ts"] = (try? Data(contentsOf: file)).map { Array($0) }
        }
        for piece in wraps {
            let file = folder.appendingPathComponent(piece.name + ".ts")
            let coding = piece.coding + ["-output_ts_offset", "95442.3", "-muxdelay", "0"]
            let inputs = inputs("320x180:rate=25:duration=2", "48000:duration=2")
            if !FileManager.default.fileExists(atPath: file.path) { make(inputs + coding, file) }
            files[piece.name + ".ts"] = (try? Data(contentsOf: file)).map { Array($0) }
        }
        return files
    }()

    private static func inputs(_ picture: String, _ sound: String) -> [String] {
        [
            "-f", "lavfi", "-i", "testsrc2=size=\(picture)", "-f", "lavfi", "-i",
            "sine=frequency=440:sample_rate=\(sound)",
        ]
    }

    private static func make(_ arguments: [String], _ file: URL) {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let scratch = folder.appendingPathComponent("\(getpid())-\(file.lastPathComponent)")
        let isMade = PlaybackFixtures.run(["-v", "error", "-y"] + arguments + ["-f", "mpegts", scratch.path])
        if isMade { _ = rename(scratch.path, file.path) }
    }
}
