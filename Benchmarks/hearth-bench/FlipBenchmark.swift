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

    static let best = [
        "--profile=low-latency", "--demuxer-termination-timeout=0", "--demuxer-lavf-o-add=live_start_index=-1",
        "--demuxer-lavf-o-add=http_persistent=1", "--cache=no", "--load-scripts=no", "--ytdl=no", "--osc=no",
    ]
    static let quickVLC = ["--network-caching=50", "--clock-jitter=0", "--adaptive-livedelay=1000"]

    /// A rough estimate in seconds: the flips, the watching before each, starting and ending.
    static func estimate(cells: Int, flips: Int, players: Int) -> Int {
        cells * (players * (flips * 17 / 10 + 6) + flips * 3)
    }

    func run(_ report: inout Report) throws {
        let (origin, base) = try programs.origin()
        defer { origin.stop() }
        let measure = try KeyFrameMeasure(scratch: programs.scratch)
        let players = try makePlayers()
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
        for (index, player) in players.enumerated() { attempt(index) { try player.enter(cell, base: base) } }
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

    // MARK: Players

    private func makePlayers() throws -> [any FlipPlayer] {
        // The flips of a cell, and one more at the beginning of each turn.
        let visits = flips + flips / Self.turn + 2
        var makers: [(name: String, make: (Int) throws -> any FlipPlayer)] = HearthPlayer.Kind.allCases.map { kind in
            (kind.rawValue, { HearthPlayer(programs, kind, line: $0, visits: visits) })
        }
        func peer(_ name: String, _ program: String, _ make: @escaping (VirtualScreen, String) throws -> any PeerOrders)
        {
            guard Programs.has("Xvfb"), program.hasPrefix("/") ? access(program, R_OK) == 0 : Programs.has(program)
            else {
                if isWanted(name) { say("\(name) is left out: not installed (scripts/packages bench)") }
                return
            }
            makers.append(
                (
                    name,
                    { line in
                        let place = "peer-\(line)"
                        let screen = try VirtualScreen(programs, place)
                        return PeerPlayer(name, line: line, screen: screen, try make(screen, place))
                    }
                ))
        }
        peer("mpv", "mpv") { try MPVOrders(programs, $1, $0, []) }
        peer("mpv best", "mpv") { try MPVOrders(programs, $1, $0, Self.best) }
        let gst = "/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstximagesink.so"
        peer("playbin3", gst) { try ScriptedOrders(programs, $1, $0, kind: "playbin3", []) }
        peer("playbin3 best", gst) { try ScriptedOrders(programs, $1, $0, kind: "playbin3", ["nobuf"]) }
        let vlc = "/usr/lib/x86_64-linux-gnu/libvlc.so.5"
        peer("VLC", vlc) { try ScriptedOrders(programs, $1, $0, kind: "vlc", []) }
        peer("VLC best", vlc) { try ScriptedOrders(programs, $1, $0, kind: "vlc", Self.quickVLC) }
        // Its known flags make it slower: the default is its best.
        peer("ffplay", "ffplay") { FFplayOrders(programs, $1, $0, []) }
        return try makers.enumerated().filter { isWanted($0.element.name) }.map { try $0.element.make($0.offset + 1) }
    }

    private func isWanted(_ name: String) -> Bool {
        chosen.isEmpty || chosen.contains { name.lowercased().contains($0.lowercased()) }
    }
}
