import Base
import ControlProtocol
import Glibc

/// Measures the CPU time of playing 1080p30 H.264, beside ffmpeg decoding the same stream in real
/// time.
struct PlaybackBenchmark {
    /// The most CPU time that hearthd may take, as a multiple of ffmpeg's.
    static let target = 1.15
    let programs: Programs
    let seconds: Int
    let rounds: Int

    func run(_ report: inout Report) throws {
        let (origin, base) = try programs.origin()
        defer { origin.stop() }
        let stream = base + "/ch/7/1080.m3u8"
        var plain: [Double] = []
        var ffmpeg: [Double] = []
        var composed: [Double] = []
        for round in 0..<rounds {
            say(
                "playback: round \(round + 1) of \(rounds): hearthd, ffmpeg, hearthd with composition, \(seconds) s each"
            )
            plain.append(try daemon("plain\(round)", stream, ["--no-composition"]))
            let peer = try ChildProgram(
                // Without a timeout ffmpeg would wait for ever on a live stream that stops.
                [
                    "timeout", "\(seconds * 2 + 20)", "ffmpeg", "-v", "error", "-nostdin", "-re", "-i", stream, "-map",
                    "0", "-t", "\(seconds)", "-f", "null", "-",
                ],
                output: "\(programs.scratch)/ffmpeg.log")
            ffmpeg.append(peer.wait().cpuSeconds)
            composed.append(try daemon("composed\(round)", stream, []))
        }
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        func row(_ values: [Double]) -> [(String, Double)] {
            [
                ("n", Double(values.count)), ("mean", mean(values)), ("min", values.min() ?? 0),
                ("max", values.max() ?? 0),
            ]
        }
        report.add("playback", "hearthd without composition, CPU-s in \(seconds) s", row(plain))
        report.add("playback", "ffmpeg -re -f null, CPU-s in \(seconds) s", row(ffmpeg))
        report.add("playback", "hearthd with composition, CPU-s in \(seconds) s", row(composed))
        let ratio = mean(plain) / mean(ffmpeg)
        report.add(
            "playback", "ratio to ffmpeg; share of a core for composition",
            [("ratio", ratio), ("composition", (mean(composed) - mean(plain)) / Double(seconds))])
        if ratio > Self.target { report.miss("playback: \(ratio) times ffmpeg's CPU, target \(Self.target)") }
    }

    private func daemon(_ name: String, _ stream: String, _ options: [String]) throws -> Double {
        let daemon = try programs.daemon(name, lineup: stream, options)
        defer { daemon.program.stop() }
        try daemon.waitUntilPlaying()
        sleep(3)
        let before = daemon.program.cpuSeconds
        sleep(UInt32(seconds))
        let after = daemon.program.cpuSeconds
        let status = try daemon.status()
        guard status.state == .playing else {
            throw BenchError("hearthd stopped playing: \(daemon.program.outputPath)")
        }
        if let dropped = status.playback?.framesDropped, dropped > 0 { say("note: \(name) dropped \(dropped) frames") }
        return after - before
    }
}
