import Base
import Devices
import FlipMeasures
import Glibc
import HLS
import MediaCore

/// Measures reading a live playlist of 10,000 segments, and an update of it, beside python's m3u8 and ffprobe.
struct PlaylistBenchmark {
    static let segments = 10_000
    static let target = 10.0
    static let advantage = 20.0

    let rounds: Int
    /// The path of a Python that has the package `m3u8`.
    let python: String
    private let folder = "/tmp/hearth-bench-playlists.\(getpid())"

    func run(_ report: inout Report) throws {
        mkdir(folder, 0o755)
        let sample = PlaylistSample(segments: Self.segments)
        let whole = Array(sample.text(first: 0).utf8)
        let update = Array(sample.update(first: 100, skipping: Self.segments - 20).utf8)
        let known = try parse(Array(sample.text(first: 90).utf8))
        let parsing = try measure { try parse(whole).segments.count }
        let merging = try measure { try parse(update).merged(over: known).segments.count }
        let megabytes = try held { try parse(whole) }
        report.add(
            "playlists", "parse \(Self.segments) segments",
            row(parsing) + [("text_mb", Double(whole.count) / 1e6), ("held_mb", megabytes)])
        report.add(
            "playlists", "delta update: parse and merge", row(merging) + [("text_mb", Double(update.count) / 1e6)])
        for (name, times) in [("parse", parsing), ("delta", merging)] where times[0.5] >= Self.target {
            report.miss("playlists: \(name) \(times[0.5]) ms, target \(Self.target)")
        }
        try comparePython(sample, parsing[0.5], &report)
        try compareFFprobe(sample, parsing[0.5], &report)
    }

    private func parse(_ body: [UInt8]) throws -> MediaPlaylist {
        let playlist = try PlaylistParser.parse(body, url: "https://example.com/live/1080p/index.m3u8?token=1")
        guard case .media(let media) = playlist, media.warnings.isEmpty else {
            throw BenchError("the sample is not read")
        }
        return media
    }

    /// Milliseconds of this thread's processor time, which other programs do not affect.
    private func measure(_ body: () throws -> Int) throws -> Percentiles {
        var times: [Double] = []
        for _ in 0..<rounds {
            let before = ThreadTime.now
            guard try body() == Self.segments else { throw BenchError("segments are missing") }
            times.append((ThreadTime.now - before).inSeconds * 1e3)
        }
        return Percentiles(times)
    }

    private func row(_ times: Percentiles) -> [(String, Double)] {
        [("n", Double(rounds)), ("min_ms", times[0.0001]), ("p50_ms", times[0.5]), ("max_ms", times[1])]
    }

    /// The memory that a result keeps, in MB: the growth of resident memory for each kept result.
    private func held<Value>(_ body: () throws -> Value) rethrows -> Double {
        let count = 20
        let before = ProcessMemory.residentMegabytes(of: getpid()) ?? 0
        let kept = try (0..<count).map { _ in try body() }
        return withExtendedLifetime(kept) {
            ((ProcessMemory.residentMegabytes(of: getpid()) ?? 0) - before) / Double(count)
        }
    }

    // MARK: Others

    private func write(_ text: String, _ name: String) throws -> String {
        let path = folder + "/" + name
        guard let file = fopen(path, "w") else { throw BenchError("cannot write \(path)") }
        fputs(text, file)
        fclose(file)
        return path
    }

    /// Times python's m3u8 in a process of its own, the file read before: only `m3u8.loads` is timed.
    private func comparePython(_ sample: PlaylistSample, _ ours: Double, _ report: inout Report) throws {
        let file = try write(sample.text(first: 0), "whole.m3u8")
        let script = """
            import m3u8, time
            text = open("\(file)").read()
            times = []
            for _ in range(\(min(rounds, 7))):
                before = time.thread_time()
                count = len(m3u8.loads(text).segments)
                times.append((time.thread_time() - before) * 1000)
            assert count == \(Self.segments)
            print("ms", sorted(times)[len(times) // 2])
            """
        let program = try? ChildProgram([python, "-c", script], output: folder + "/python.txt")
        program?.wait()
        let words = program?.output.split(whereSeparator: \.isWhitespace) ?? []
        guard words.count == 2, words[0] == "ms", let theirs = Double(words[1]) else {
            say("python m3u8 left out: pip install m3u8, and name its python with --python")
            return
        }
        report.add("playlists", "python m3u8", [("p50_ms", theirs), ("times_ours", theirs / ours)])
        if theirs / ours < Self.advantage {
            report.miss("playlists: python m3u8 takes \(theirs / ours) times as long, target \(Self.advantage)")
        }
    }

    /// Times ffprobe, a process for each run, less the time for a playlist of ten segments. It also opens the
    /// first segment.
    private func compareFFprobe(_ sample: PlaylistSample, _ ours: Double, _ report: inout Report) throws {
        let media = [
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=size=64x64:rate=5:duration=6", "-y",
            folder + "/segment0.ts",
        ]
        (try? ChildProgram(media, output: folder + "/ffmpeg.txt"))?.wait()
        func probe(_ segments: Int) throws -> Double? {
            let file = try write(
                PlaylistSample(segments: segments).text(first: 0) + "#EXT-X-ENDLIST\n", "probe\(segments).m3u8")
            var times: [Double] = []
            for _ in 0..<min(rounds, 7) {
                let program = try ChildProgram(
                    [
                        "timeout", "20", "ffprobe", "-v", "error", "-probesize", "32768", "-analyzeduration", "0",
                        "-show_format", file,
                    ],
                    output: folder + "/ffprobe.txt")
                let usage = program.wait()
                guard program.output.contains("format_name=hls") else { return nil }
                times.append(usage.cpuSeconds * 1e3)
            }
            return Percentiles(times)[0.5]
        }
        guard let whole = try probe(Self.segments), let small = try probe(10) else {
            say("ffprobe left out: it does not read the sample")
            return
        }
        report.add(
            "playlists", "ffprobe",
            [
                ("p50_ms", whole), ("ten_segments_ms", small), ("difference_ms", whole - small),
                ("times_ours", (whole - small) / ours),
            ])
    }
}

/// A live playlist as an encoder writes it: a date every ten segments, a key every hundred, an initialization
/// section every thousand, an advertisement's discontinuity every two hundred and fifty.
struct PlaylistSample {
    let segments: Int

    func text(first: Int) -> String {
        head(first) + (first..<(first + segments)).map(segment).joined()
    }

    /// The playlist as a delta update: the same window, of which only the last segments are listed.
    func update(first: Int, skipping count: Int) -> String {
        head(first) + "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(count)\n"
            + ((first + count)..<(first + segments)).map(segment).joined()
    }

    private func head(_ first: Int) -> String {
        """
        #EXTM3U
        #EXT-X-VERSION:9
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:\(first)
        #EXT-X-DISCONTINUITY-SEQUENCE:\(first / 250)
        #EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=36,CAN-BLOCK-RELOAD=YES

        """
    }

    private func segment(_ number: Int) -> String {
        var text = ""
        if number > 0 {
            if number % 250 == 0 { text += "#EXT-X-DISCONTINUITY\n" }
            if number % 100 == 0 {
                text +=
                    "#EXT-X-KEY:METHOD=AES-128,URI=\"https://keys.example.com/k/\(number / 100)\",IV=0x0000000000000000000000000000AB01\n"
            }
            if number % 1_000 == 0 { text += "#EXT-X-MAP:URI=\"init-\(number / 1_000).mp4\"\n" }
        }
        if number % 10 == 0 {
            let minute = number / 10
            text +=
                "#EXT-X-PROGRAM-DATE-TIME:2026-11-\(pad(1 + minute / 1_440))T\(pad(minute / 60 % 24)):\(pad(minute % 60)):00.000Z\n"
        }
        return text + "#EXTINF:6.00600,\nsegment\(number).ts\n"
    }

    private func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
