import Foundation
import MediaCore

/// A live channel of 160 s, made once per machine: segments of 2 s with a key frame each second, 25 pictures a second
/// with B-frames, and a beep of 100 ms at the beginning of each second.
enum LiveFixtures {
    private static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-fixtures-live-1")
    static let segment = 2.0
    static let keyInterval = Duration.seconds(1)
    static let count = 80
    /// How many segments are listed at a time.
    static let listed = 6

    static let files: [String: [UInt8]] = {
        do {
            if !FileManager.default.fileExists(atPath: folder.appendingPathComponent("done").path) { try make() }
            var all: [String: [UInt8]] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".ts") {
                all["http://test/\(name)"] = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            }
            return all
        } catch {
            print("fixtures: \(error)")
            return [:]
        }
    }()

    private static func make() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        let made = PlaybackFixtures.run([
            "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=160", "-f", "lavfi", "-i",
            "aevalsrc='0.5*sin(880*2*PI*t)*lt(mod(t,1),0.1)':s=48000:d=160",
            "-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-keyint_min", "25", "-sc_threshold", "0", "-bf", "2",
            "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2", "-f", "hls", "-hls_time", "2", "-hls_list_size", "0",
            "-hls_segment_filename", path("live%d.ts"), path("live.m3u8"),
        ])
        guard made else { throw CocoaError(.fileWriteUnknown) }
        try Data().write(to: folder.appendingPathComponent("done"))
    }

    /// The server's playlist at `now`; it began `listed` segments ago.
    static func playlist(at now: HostTime) -> [UInt8] {
        let newest = min(count, listed + Int((now - .zero).inSeconds / segment))
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:\(newest - listed)"]
        for number in (newest - listed)..<newest { lines += ["#EXTINF:2.000,", "live\(number).ts"] }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
