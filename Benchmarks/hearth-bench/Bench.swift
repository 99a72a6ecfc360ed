import ArgumentParser
import Glibc

/// Measures the release build beside this program; see Benchmarks/README.md.
@main
struct Bench: AsyncParsableCommand {
    enum Part: String, CaseIterable, ExpressibleByArgument { case interstitial, playback, memory, flip, latency, composition, abr, playlists }

    static let configuration = CommandConfiguration(
        commandName: "hearth-bench", abstract: "Measures Hearth on this machine.",
        discussion: "Exit codes: 0 every target was met, 1 something failed or missed its target.")

    @Argument(help: "interstitial, playback, memory, flip, latency, composition, abr, playlists; by default all.")
    var parts: [Part] = Part.allCases

    @Flag(help: "Few rounds: does it run at all?")
    var short = false

    @Option(help: "Writes the results as JSON.")
    var json: String?

    @Option(help: "Round trips of the flips, ms.")
    var rtt: [Int] = [0, 30]

    @Option(help: "Flips a cell and player.")
    var flips: Int?

    @Option(help: "A python with the package m3u8, to compare the parser with.")
    var python = "python3"

    @Flag(help: "Flips without mpv.")
    var noMpv = false

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        let programs = try Programs()
        var report = Report()
        say("\(report.machine.cpu), \(report.machine.cores) cores, Linux \(report.machine.kernel), load \(report.machine.loadBefore)")
        say("logs and recordings: \(programs.scratch)")
        for part in parts {
            switch part {
            case .interstitial: try InterstitialBenchmark(programs: programs, presses: short ? 10 : 100).run(&report)
            case .playback:
                try PlaybackBenchmark(programs: programs, seconds: short ? 10 : 60, rounds: short ? 1 : 2).run(&report)
            case .memory: try await MemoryBenchmark(programs: programs, simulatedMinutes: short ? 3 : 60).run(&report)
            case .flip:
                try FlipBenchmark(
                    programs: programs, flips: flips ?? (short ? 4 : 20), roundTrips: rtt,
                    hasMPV: !noMpv && report.machine.versions["mpv"] != nil
                ).run(&report)
            case .latency:
                try LatencyBenchmark(
                    programs: programs, seconds: short ? 10 : 60, hasFFmpeg: report.machine.versions["ffmpeg"] != nil
                ).run(&report)
            case .composition: CompositionBenchmark().run(&report)
            case .abr: AdaptationBenchmark().run(&report)
            case .playlists: try PlaylistBenchmark(rounds: short ? 3 : 30, python: python).run(&report)
            }
        }
        report.machine.loadAfter = Report.load
        if let json { try report.write(to: json) }
        if !report.missed.isEmpty { throw ExitCode(1) }
    }
}
