import FlipMeasures
import Foundation
import Glibc
import MediaCore

/// Compares flips side by side: hearthd and every installed peer, turn by turn on the same origin, each judged
/// by the pixels on its output.
struct FlipBenchmark {
    let programs: Programs
    let flips: Int
    let cells: [FlipCell]
    /// The names of the players to run, or parts of them; empty: all.
    let chosen: [String]
    let drawing: String?

    /// How many flips a player makes before it is another's turn.
    private static let turn = 5
    /// The targets of a warm flip, in vblanks.
    private static let vblanks = (p95: 2.0, p99: 3.0)
    private static let vblank = 1000.0 / 60
    /// The most that sound may come later than the picture, in milliseconds.
    private static let soundDelay = 100.0
    /// The target of a cold flip, as a share of the best peer's time.
    private static let coldShare = 0.5

    /// A rough estimate in seconds: the flips, the watching before each, starting and ending.
    static func estimate(cells: Int, flips: Int, players: Int) -> Int {
        cells * (players * (flips * 17 / 10 + 6) + flips * 3)
    }

    func run(_ report: inout Report) throws {
        let (origin, base) = try programs.origin()
        defer { origin.stop() }
        let measure = try KeyFrameMeasure(scratch: programs.scratch)
        // The flips of a cell, and one more at the beginning of each turn.
        let players = try FlipPlayers(programs: programs, chosen: chosen).make(visits: flips + flips / Self.turn + 2)
        defer { programs.removeMemory() }
        let seconds = Self.estimate(cells: cells.count, flips: flips, players: players.count)
        say(
            "flip: \(cells.count) cells, \(players.count) players, \(flips) flips each: about \(seconds / 60 + 1) minutes"
        )
        for (index, cell) in cells.enumerated() {
            let bound = try measure.bound(of: cell)
            say(
                "\nflip: \(index + 1) of \(cells.count): \(cell.name); key frame \(bound.keyFrameBytes / 1000) kB, decoded in \(tenths(bound.decoding * 1000)) ms"
            )
            var results = players.map { player in
                FlipResult(
                    cell: cell, player: player.name, isOwn: player.isOwn,
                    boundFirst: bound.firstPicture(from: player.start, isLadder: cell.isLadder) * 1000,
                    boundMotion: bound.motion(from: player.start, isLadder: cell.isLadder) * 1000)
            }
            try fill(&results, players, cell, base, &report)
            say(FlipTable(results).text(of: cell))
            judge(results, cell, &report)
            report.flips += results
        }
        if let drawing { try draw(report.flips, to: drawing) }
    }

    func draw(_ results: [FlipResult], to path: String) throws {
        try FlipDrawing(results).svg().write(toFile: path, atomically: true, encoding: .utf8)
        say("drawn: \(path)")
    }

    private func fill(
        _ results: inout [FlipResult], _ players: [any FlipPlayer], _ cell: FlipCell, _ base: String,
        _ report: inout Report
    ) throws {
        // A player that does not start, or ends, loses its own figures only.
        var out: Set<Int> = []
        func attempt(_ index: Int, _ body: () throws -> Void) {
            guard !out.contains(index) else { return }
            do {
                try body()
            } catch {
                out.insert(index)
                report.miss("flip: \(cell.name): \(players[index].name) is out: \(error)")
            }
        }
        for (index, player) in players.enumerated() {
            attempt(index) { try player.enter(cell, base: base, isSurfing: false) }
        }
        var done = 0
        while done < flips {
            let count = min(Self.turn, flips - done)
            done += count
            // The order rotates, so that no player always follows the same one.
            for place in players.indices {
                let index = (place + done / Self.turn) % players.count
                let player = players[index]
                attempt(index) {
                    try player.begin()
                    for _ in 0..<count {
                        usleep(UInt32(Double.random(in: player.dwell) * 1e6))
                        add(try player.flip(), to: &results[index])
                    }
                    try player.rest()
                }
            }
        }
        for (index, player) in players.enumerated() {
            guard let hearth = player as? HearthPlayer else { continue }
            attempt(index) {
                let traces = try hearth.traces()
                report.add("flip", "\(cell.name): \(player.name), medians of its traces, ms", traces.medians)
                report.add("flip", "\(cell.name): \(player.name), sound after the picture, ms", traces.sound.row())
                if !(traces.sound[0.95] <= Self.soundDelay) {
                    report.miss(
                        "flip: \(cell.name): \(player.name): sound p95 \(tenths(traces.sound[0.95])) ms after the picture, target \(Self.soundDelay)"
                    )
                }
            }
            hearth.leave()
        }
    }

    private func add(_ sight: FlipSight, to result: inout FlipResult) {
        guard let first = sight.first else {
            result.missing += 1
            return
        }
        result.first.append((first - sight.key).inSeconds * 1000)
        guard let motion = sight.motion else {
            result.missing += 1
            return
        }
        result.motion.append((motion - sight.key).inSeconds * 1000)
        result.moving.append((max(first, motion - FlipPlan.picture) - sight.key).inSeconds * 1000)
    }

    private func judge(_ results: [FlipResult], _ cell: FlipCell, _ report: inout Report) {
        let best = FlipTable(results).bestPeer(in: cell)
        for result in results where result.isOwn {
            let motion = Percentiles(result.motion)
            if result.missing > 0 {
                report.miss("flip: \(cell.name): \(result.player): \(result.missing) flips without motion")
            }
            if result.player == HearthPlayer.Kind.warm.rawValue {
                let moving = Percentiles(result.moving)
                if !(moving[0.95] <= Self.vblanks.p95 * Self.vblank)
                    || !(moving[0.99] <= Self.vblanks.p99 * Self.vblank)
                {
                    report.miss(
                        "flip: \(cell.name): warm: first moving picture p95 \(tenths(moving[0.95])), p99 \(tenths(moving[0.99])) ms, target 2 and 3 vblanks"
                    )
                }
            } else if let best, !(motion[0.5] <= Percentiles(best.motion)[0.5] * Self.coldShare) {
                report.miss(
                    "flip: \(cell.name): \(result.player): motion \(tenths(motion[0.5])) ms, \(best.player) \(tenths(Percentiles(best.motion)[0.5])), target half of it"
                )
            }
        }
    }

    private func tenths(_ value: Double) -> String { String(format: "%.1f", value) }
}
