import Foundation
import Glibc

/// Measures the processor time and memory of watching one live channel of 720p25 with nothing at the outputs, beside mpv,
/// VLC and playbin3 on the same channel, in turn.
struct CostBenchmark {
    /// The most processor time of Hearth without composition, as a multiple of the best peer's.
    static let plainTarget = 0.95
    /// The most processor time of Hearth with composition and two channels kept ready, as a multiple of the best peer's.
    static let keptTarget = 1.1
    /// The most resident memory in MB: of the channel alone, and with two more kept.
    static let (plainMegabytes, keptMegabytes) = (90.0, 120.0)
    /// How many seconds a player has to start, and to fill its buffers.
    private static let calm: UInt32 = 10
    let programs: Programs
    let seconds: Int
    let rounds: Int

    static func estimate(seconds: Int, rounds: Int) -> Int { 6 * rounds * (seconds + Int(calm) + 2) }

    private struct Sample {
        var cpuSeconds: Double
        var residentMegabytes: Double
        var peakMegabytes: Double
    }

    func run(_ report: inout Report) throws {
        let (origin, base) = try programs.origin()
        defer { origin.stop() }
        let lineup = "\(programs.scratch)/cost.m3u"
        try (1...3).reduce("#EXTM3U\n") { $0 + "#EXTINF:-1 tvg-chno=\"\($1)\",C\($1)\n\(base)/ch/\($1)/720.m3u8\n" }
            .write(toFile: lineup, atomically: false, encoding: .utf8)
        var samples: [(name: String, isPeer: Bool, of: [Sample])] = []
        for round in 1...rounds {
            for (name, words) in peers(base + "/ch/1/720.m3u8") {
                say("cost: round \(round) of \(rounds): \(name)")
                add(name, isPeer: true, try sample(of: name, words), &samples)
            }
            for (name, neighbours, options) in [
                ("Hearth, not composed, none kept", 0, ["--no-composition"]), ("Hearth, composed, none kept", 0, []),
                ("Hearth, composed, two kept", 2, []),
            ] {
                say("cost: round \(round) of \(rounds): \(name)")
                let sample = try sample(neighbours: neighbours, lineup, options, "cost\(neighbours)\(options.count)")
                add(name, isPeer: false, sample, &samples)
            }
        }
        let best = samples.filter(\.isPeer).map { mean($0.of) }.min()
        for row in samples {
            var figures: [(String, Double)] = [("cpu_s_a_minute", mean(row.of))]
            figures.append(("least", row.of.map(\.cpuSeconds).min() ?? 0))
            figures.append(("most", row.of.map(\.cpuSeconds).max() ?? 0))
            figures.append(("rss_mb", row.of.map(\.residentMegabytes).max() ?? 0))
            figures.append(("peak_mb", row.of.map(\.peakMegabytes).max() ?? 0))
            if let best { figures.append(("ratio_to_best_peer", mean(row.of) / best)) }
            report.add("cost", row.name, figures)
        }
        judge(samples.filter { !$0.isPeer }.map(\.of), best, &report)
    }

    private func judge(_ hearth: [[Sample]], _ best: Double?, _ report: inout Report) {
        guard let plain = hearth.first, let kept = hearth.last else { return }
        for (row, ratio, megabytes) in [
            (plain, Self.plainTarget, Self.plainMegabytes), (kept, Self.keptTarget, Self.keptMegabytes),
        ] {
            if let best, mean(row) > ratio * best {
                report.miss("cost: \(mean(row)) CPU-s a minute, target \(ratio) times the best peer's \(best)")
            }
            let most = row.map(\.residentMegabytes).max() ?? 0
            if most > megabytes { report.miss("cost: \(most) MB, target \(megabytes)") }
        }
    }

    /// The peers that are installed, with nothing at their outputs. All decode in software, as Hearth does.
    private func peers(_ url: String) -> [(String, [String])] {
        // VLC will not run as root.
        let nobody = getuid() == 0 ? ["setpriv", "--reuid", "65534", "--clear-groups"] : []
        return [
            ("mpv", "mpv", ["mpv", "--no-config", "--vo=null", "--ao=null", "--hwdec=no", "--no-terminal", url]),
            (
                "VLC", "vlc",
                nobody + ["vlc", "-I", "dummy", "--vout=vdummy", "--aout=adummy", "--avcodec-hw=none", "--quiet", url]
            ),
            (
                "playbin3", "gst-launch-1.0",
                [
                    "gst-launch-1.0", "-q", "playbin3", "uri=\(url)", "video-sink=fakesink sync=true",
                    "audio-sink=fakesink sync=true",
                ]
            ),
        ].filter { Programs.has($0.1) }.map { ($0.0, $0.2) }
    }

    private func sample(of peer: String, _ words: [String]) throws -> Sample {
        let program = try ChildProgram(words, output: "\(programs.scratch)/cost-\(peer).log")
        defer { program.stop() }
        sleep(Self.calm)
        let sample = measure(program)
        guard program.isRunning else { throw BenchError("a peer ended by itself: \(program.outputPath)") }
        return sample
    }

    private func sample(neighbours: Int, _ lineup: String, _ options: [String], _ name: String) throws -> Sample {
        let configuration = "\(programs.scratch)/\(name).toml"
        try "[warming]\nneighbours = \(neighbours)\n".write(toFile: configuration, atomically: false, encoding: .utf8)
        let daemon = try programs.daemon(name, lineup: lineup, ["--config", configuration] + options)
        defer { daemon.program.stop() }
        try daemon.waitUntilPlaying()
        // A flip tells which channels are neighbours.
        if neighbours > 0 { try daemon.press("KEY_CHANNELUP") }
        sleep(Self.calm)
        return measure(daemon.program)
    }

    private func measure(_ program: ChildProgram) -> Sample {
        let before = program.cpuSeconds
        sleep(UInt32(seconds))
        return Sample(
            cpuSeconds: (program.cpuSeconds - before) * 60 / Double(seconds),
            residentMegabytes: program.residentMegabytes,
            peakMegabytes: ProcessMemory.peakMegabytes(of: program.processID) ?? 0)
    }

    private func add(
        _ name: String, isPeer: Bool, _ sample: Sample, _ samples: inout [(name: String, isPeer: Bool, of: [Sample])]
    ) {
        if let row = samples.firstIndex(where: { $0.name == name }) { return samples[row].of.append(sample) }
        samples.append((name, isPeer, [sample]))
    }

    private func mean(_ samples: [Sample]) -> Double {
        samples.reduce(0) { $0 + $1.cpuSeconds } / Double(max(samples.count, 1))
    }
}
