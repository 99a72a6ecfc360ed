import ArgumentParser
import FlipMeasures
import Foundation
import Glibc

/// Measures the release build beside this program; see Benchmarks/README.md.
@main
struct Bench: AsyncParsableCommand {
    enum Part: String, CaseIterable, ExpressibleByArgument {
        case interstitial, playback, cost, memory, flip, start, warming, pip, doors, latency, composition, repaint, abr,
            playlists,
            guide,
            lists, keys
        /// Runs of an hour and more each: only where they are asked for.
        case soak
        case simulatedSoak = "soak-simulated"

        static let usual = allCases.filter { $0 != .soak && $0 != .simulatedSoak }
    }

    static let configuration = CommandConfiguration(
        commandName: "hearth-bench", abstract: "Measures Hearth on this machine.",
        discussion: "Exit codes: 0 every target was met, 1 something failed or missed its target.")

    @Argument(help: "\(Part.allCases.map(\.rawValue).joined(separator: ", ")); by default all but soaks.")
    var parts: [Part] = Part.usual

    @Flag(help: "Few rounds: does it run at all?")
    var short = false

    @Option(help: "Writes the results as JSON.")
    var json: String?

    @Option(help: "Flips a cell and player, or starts; of a soak, so many at least.")
    var flips: Int?

    @Option(help: "Minutes of a soak at least; by default 120.")
    var minutes: Double?

    @Option(help: "What the viewer of a soak does follows from it.")
    var seed: UInt64 = 5

    @Flag(help: "Flips in all 48 cells: most of a night; a guide of 1 GB, too.")
    var full = false

    @Option(help: "Flips of this player only, by a part of its name (mpv, vlc, playbin3, ffplay, hearth); repeatable.")
    var player: [String] = []

    @Option(help: "Flips in the cells with this in their name only, as \"30 ms, 20 Mbit/s, ts\"; repeatable.")
    var cell: [String] = []

    @Option(help: "Flips of a viewer who surfs: seconds that a channel is watched, as 0.7 (0.6 to 0.9) or 2-3.")
    var dwell: String?

    @Option(help: "How he surfs: in-turn, random, back-and-forth, burst; repeatable; by default the first two.")
    var pattern: [FlipManner.Pattern] = []

    @Option(
        help:
            "The cells he surfs in, with commas: \(FlipCell.surfing.map(\.name).joined(separator: ", ")); by default all."
    )
    var cells: String?

    @Option(help: "Hearth's rows that surf: warm, cold; by default both.")
    var kinds: String?

    @Option(help: "The line of surfing: origin (modelled) or tun (real TCP between network namespaces; needs root).")
    var line: LineKind = .origin

    @Option(help: "Draws the flips as SVG into this file.")
    var svg: String?

    @Option(help: "Draws nothing but what is in this JSON of an earlier run.")
    var redraw: String?

    @Option(help: "A python with the packages m3u8, lxml and ipytv, to compare the parsers with.")
    var python = "python3"

    @Option(help: ArgumentHelp("Measures nothing but the reading of this list.", visibility: .hidden))
    var measuredList: String?

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        if let measuredList { return try ListMeasure.run(measuredList) }
        if let redraw {
            let results = try Report.read(redraw).flips
            try FlipDrawing(results).svg().write(toFile: svg ?? "docs/flips.svg", atomically: true, encoding: .utf8)
            return
        }
        let programs = try Programs()
        var report = Report()
        say(
            "\(report.machine.cpu), \(report.machine.cores) cores, Linux \(report.machine.kernel), load \(report.machine.loadBefore)"
        )
        say("logs and recordings: \(programs.scratch)")
        let seconds = parts.map(estimate).reduce(0, +)
        say("this takes about \(seconds / 60 + 1) minutes")
        // A run that takes three times the estimate is no measurement any more.
        try Children.guardRun(seconds: seconds * 3 + 600) { programs.removeMemory() }
        for part in parts {
            say("\n\(part.rawValue): about \(estimate(part)) s")
            do {
                try await run(part, programs, &report)
            } catch {
                report.miss("\(part.rawValue): \(error)")
            }
            // Written after each part, so that results survive a failure of a later one.
            report.machine.loadAfter = Report.load
            if let json { try report.write(to: json) }
        }
        programs.removeMemory()
        if !report.missed.isEmpty { throw ExitCode(1) }
    }

    enum LineKind: String, CaseIterable, ExpressibleByArgument {
        case origin, tun
    }

    /// How a viewer surfs, where that is asked for.
    private var manners: [FlipManner] {
        guard dwell != nil || !pattern.isEmpty || line == .tun || cells != nil || kinds != nil else { return [] }
        let seconds = FlipManner.seconds(dwell ?? "0.7") ?? 0.6...0.9
        let patterns = pattern.isEmpty ? [.inTurn, .random] : pattern
        return patterns.map { FlipManner(pattern: $0, least: seconds.lowerBound, most: seconds.upperBound) }
    }

    private var surfedCells: [FlipCell] {
        let names = cells?.split(separator: ",").map(String.init)
        return FlipCell.surfing.filter { names?.contains($0.name) ?? true }.map(\.cell)
    }

    private var surfedKinds: [HearthPlayer.Kind] {
        let names = kinds?.split(separator: ",").map(String.init)
        return [HearthPlayer.Kind.warm, .cold].filter { names?.contains("\($0)") ?? true }
    }

    func validate() throws {
        if let dwell, FlipManner.seconds(dwell) == nil {
            throw ValidationError("--dwell \(dwell): seconds, as 0.7 or 2-3")
        }
        let known = FlipCell.surfing.map(\.name)
        for name in cells?.split(separator: ",") ?? [] where !known.contains(String(name)) {
            throw ValidationError("--cells \(name): one of \(known.joined(separator: ", "))")
        }
        for name in kinds?.split(separator: ",") ?? [] where !["warm", "cold"].contains(name) {
            throw ValidationError("--kinds \(name): warm or cold")
        }
    }

    private var restedCells: [FlipCell] {
        let chosen = short ? FlipCell.short : full ? FlipCell.all : FlipCell.usual
        return cell.isEmpty ? chosen : chosen.filter { chosen in cell.contains { chosen.name.contains($0) } }
    }
    private var flipsPerCell: Int { max(1, flips ?? (short ? 5 : 30)) }

    private var soakMinutes: Double { minutes ?? (short ? 0.4 : 120) }
    private var memoryFlips: Int { flips ?? (short ? 60 : 1000) }
    private var soakFlips: Int { flips ?? (short ? 20 : 10_000) }

    /// The estimated time of a part in seconds, on two cores.
    private func estimate(_ part: Part) -> Int {
        switch part {
        case .interstitial: (short ? 10 : 100) * 3 + 10
        case .playback: (short ? 1 : 2) * (short ? 45 : 105) + 5
        case .cost: CostBenchmark.estimate(seconds: short ? 10 : 60, rounds: short ? 1 : 2)
        case .memory: (short ? 250 : 320) + max(memoryFlips, MemoryBenchmark.fewFlips)
        case .flip where !manners.isEmpty:
            SurfingBenchmark.estimate(
                cells: surfedCells.count, manners: manners, flips: flips ?? 16,
                players: player.isEmpty ? 9 : player.count * 2)
        case .flip:
            FlipBenchmark.estimate(
                cells: restedCells.count, flips: flipsPerCell, players: player.isEmpty ? 10 : player.count * 2)
        case .start: StartBenchmark.estimate(starts: flips ?? (short ? 3 : 10))
        case .warming: WarmingBenchmark.estimate(seconds: short ? 10 : 60)
        case .pip: CornerBenchmark.estimate(seconds: short ? 10 : 60)
        case .doors: DoorsBenchmark.estimate(seconds: short ? 10 : 30)
        case .soak: SoakBenchmark.estimate(minutes: soakMinutes, flips: soakFlips)
        case .simulatedSoak: SimulatedSoak.estimate(minutes: soakMinutes, flips: soakFlips)
        case .latency: short ? 140 : 480
        case .composition: 60
        case .repaint: 10
        case .abr: 60
        case .playlists: 60
        case .guide: short ? 10 : full ? 400 : 60
        case .lists: short ? 10 : 60
        case .keys: 2 * (short ? 10 : 40)
        }
    }

    private func run(_ part: Part, _ programs: Programs, _ report: inout Report) async throws {
        switch part {
        case .interstitial: try InterstitialBenchmark(programs: programs, presses: short ? 10 : 100).run(&report)
        case .playback:
            try PlaybackBenchmark(programs: programs, seconds: short ? 10 : 30, rounds: short ? 1 : 2).run(&report)
        case .cost:
            try CostBenchmark(programs: programs, seconds: short ? 10 : 60, rounds: short ? 1 : 2).run(&report)
        case .memory:
            try await MemoryBenchmark(programs: programs, simulatedMinutes: short ? 3 : 60, flips: memoryFlips).run(
                &report)
        case .flip where !manners.isEmpty:
            try SurfingBenchmark(
                programs: programs, flips: max(1, flips ?? 16), cells: surfedCells, manners: manners, chosen: player,
                kinds: surfedKinds, isReal: line == .tun
            ).run(&report)
        case .flip:
            try FlipBenchmark(programs: programs, flips: flipsPerCell, cells: restedCells, chosen: player, drawing: svg)
                .run(
                    &report)
        case .start: try StartBenchmark(programs: programs, starts: max(1, flips ?? (short ? 3 : 10))).run(&report)
        case .pip: try CornerBenchmark(programs: programs, seconds: short ? 10 : 60).run(&report)
        case .doors: try DoorsBenchmark(programs: programs, seconds: short ? 10 : 30).run(&report)
        case .warming: try WarmingBenchmark(programs: programs, seconds: short ? 10 : 60).run(&report)
        case .soak:
            try SoakBenchmark(programs: programs, minutes: soakMinutes, flips: soakFlips, seed: seed).run(&report)
        case .simulatedSoak: try await SimulatedSoak(minutes: soakMinutes, flips: soakFlips, seed: seed).run(&report)
        case .latency:
            try LatencyBenchmark(
                programs: programs, seconds: short ? 10 : 60, hasFFmpeg: report.machine.versions["ffmpeg"] != nil
            ).run(&report)
        case .composition: CompositionBenchmark().run(&report)
        case .repaint: RepaintBenchmark(rounds: short ? 20 : 200).run(&report)
        case .abr: AdaptationBenchmark().run(&report)
        case .lists:
            try ListBenchmark(
                programs: programs, entries: short ? 10_000 : 100_000, rounds: short ? 1 : 5, python: python
            ).run(&report)
        case .keys: try await KeyBenchmark(programs: programs, presses: short ? 100 : 1000).run(&report)
        case .playlists: try PlaylistBenchmark(rounds: short ? 3 : 30, python: python).run(&report)
        case .guide:
            try GuideBenchmark(
                programs: programs, megabytes: short ? [10] : full ? [10, 100, 1000] : [10, 100],
                rounds: short ? 1 : 3, python: python
            ).run(&report)
            try GuideQueryBenchmark(programs: programs, megabytes: short ? 10 : full ? 900 : 300, rounds: short ? 1 : 3)
                .run(&report)
        }
    }
}

extension FlipManner.Pattern: ExpressibleByArgument {}
