import FlipMeasures
import Foundation
import Glibc
import MediaCore

/// Compares players under a viewer who surfs: presses come before a channel has been watched for long. Each player has
/// the same presses, judged by the pixels on its output.
struct SurfingBenchmark {
    let programs: Programs
    let flips: Int
    let cells: [FlipCell]
    let manners: [FlipManner]
    /// The names of the players to run, or parts of them; empty: all.
    let chosen: [String]
    let kinds: [HearthPlayer.Kind]
    /// Whether the line is real TCP over a `TunLine`, and not modelled by the origin.
    let isReal: Bool

    /// How long a player watches its first channel, in seconds: a viewer comes to rest before he surfs.
    private static let settling: UInt32 = 3
    private static let seed: UInt64 = 14

    /// A rough estimate in seconds: the flips, the watching before each, starting and ending.
    static func estimate(cells: Int, manners: [FlipManner], flips: Int, players: Int) -> Int {
        manners.reduce(0) { $0 + cells * players * (Int(Double(flips) * ($1.most + 1.2)) + 15) }
    }

    func run(_ report: inout Report) throws {
        let tun = isReal ? try TunLine(programs) : nil
        var programs = programs
        programs.prefix = tun?.prefix ?? []
        let (origin, base) = try programs.origin(tun.map { ["--bind", $0.address] } ?? [])
        defer { origin.stop() }
        let measure = try KeyFrameMeasure(scratch: programs.scratch)
        let players = try FlipPlayers(programs: programs, chosen: chosen, kinds: kinds).make(visits: 0)
        defer { programs.removeMemory() }
        for cell in cells {
            let bound = try measure.bound(of: cell)
            tun?.shape(cell)
            for manner in manners {
                say("\nflip: \(cell.name); \(manner.name); key frame \(bound.keyFrameBytes / 1000) kB")
                var results: [SurfingResult] = []
                for player in players {
                    var result = SurfingResult(
                        cell: cell, manner: manner, player: player.name, isOwn: player.isOwn,
                        line: tun == nil ? "modelled line" : "real TCP",
                        boundFirst: bound.firstPicture(from: player.start, isLadder: cell.isLadder) * 1000)
                    do {
                        try surf(player, &result, base: base, tun)
                    } catch {
                        report.miss("flip: \(cell.name): \(player.name) is out: \(error)")
                    }
                    if !result.first.isEmpty { results.append(result) }
                }
                let table = SurfingTable(results)
                say(table.text())
                for verdict in table.verdicts() {
                    if verdict.isMet {
                        say("met     \(verdict.text)")
                    } else {
                        report.miss("flip: \(cell.name); \(manner.name): \(verdict.text)")
                    }
                }
                report.surfing = (report.surfing ?? []) + results
            }
        }
    }

    /// A row of flips by one player, while the others rest.
    private func surf(_ player: any FlipPlayer, _ result: inout SurfingResult, base: String, _ tun: TunLine?) throws {
        let stream = tun == nil ? result.cell : result.cell.stream
        try player.enter(stream, base: base, isSurfing: true)
        defer { (player as? HearthPlayer)?.leave() }
        try player.begin()
        sleep(Self.settling)
        var script = FlipScript(result.manner, channels: FlipPlan.surfed.count, seed: Self.seed)
        for _ in 0..<flips {
            let step = script.next(from: player.place)
            usleep(UInt32(step.dwell * 1e6))
            let sight = try player.surf(step.presses)
            let end = sight.third ?? sight.key + FlipPlan.patience
            if sight.third == nil { result.missing += 1 }
            result.first.append(((sight.first ?? end) - sight.key).inSeconds * 1000)
            result.third.append((end - sight.key).inSeconds * 1000)
            let pieces = try tun?.traffic(since: sight.key) ?? Self.traffic(base, since: sight.key)
            result.late.append(
                TrafficPiece.late(
                    pieces, channel: FlipPlan.surfed[player.place], key: sight.key.nanoseconds,
                    roundTrip: Int64(result.cell.roundTrip) * 1_000_000, end: end.nanoseconds))
        }
        try player.rest()
    }

    private static func traffic(_ base: String, since: HostTime) throws -> [TrafficPiece] {
        guard let url = URL(string: "\(base)/traffic?since=\(since.nanoseconds)") else {
            throw BenchError("no \(base)")
        }
        return try JSONDecoder().decode([TrafficPiece].self, from: try HTTPText.get(url))
    }
}
