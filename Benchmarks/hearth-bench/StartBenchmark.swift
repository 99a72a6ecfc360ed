import Base
import Devices
import FlipMeasures
import Foundation
import Glibc
import MediaCore

/// Measures from the start of a program to the picture that moves: hearthd with the channel of the run before in its
/// store, and beside it peers that are started with that channel's address.
struct StartBenchmark {
    let programs: Programs
    let starts: Int

    private static let cells = [
        FlipCell(), FlipCell(roundTrip: 30, rate: 20_000), FlipCell(roundTrip: 30, rate: 20_000, container: "fmp4"),
        FlipCell(roundTrip: 100, rate: 20_000),
    ]
    /// How much longer a start may take than a flip to a channel that is not kept ready, in milliseconds.
    private static let most = 300.0
    private static let channel = FlipPlan.channels[0]

    static func estimate(starts: Int) -> Int { cells.count * (starts * 8 + 25) }

    func run(_ report: inout Report) throws {
        let (origin, base) = try programs.origin()
        defer { origin.stop() }
        for (index, cell) in Self.cells.enumerated() {
            let cold = try flips(in: cell, base)
            add("a cold flip", cell, cold, &report)
            let hearth = try hearth(cell, base, "start-\(index)")
            add("hearthd", cell, hearth, &report)
            let (flip, start) = (Percentiles(Self.motions(cold))[0.5], Percentiles(Self.motions(hearth))[0.5])
            if !(start <= flip + Self.most) {
                report.miss(
                    "start: \(cell.name): moving after \(Int(start)) ms, \(Int(flip)) ms in a flip; at most \(Int(Self.most)) ms more"
                )
            }
            for (name, sights) in try peers(cell, base, "start-peer-\(index)") { add(name, cell, sights, &report) }
        }
    }

    private static func motions(_ sights: [FlipSight]) -> [Double] {
        sights.map { sight in sight.motion.map { ($0 - sight.key).inSeconds * 1000 } ?? .infinity }
    }

    private func add(_ name: String, _ cell: FlipCell, _ sights: [FlipSight], _ report: inout Report) {
        let firsts = Percentiles(
            sights.map { sight in sight.first.map { ($0 - sight.key).inSeconds * 1000 } ?? .infinity })
        let motions = Percentiles(Self.motions(sights))
        report.add(
            "start", "\(cell.name): \(name), ms",
            [
                ("first_p50", firsts[0.5]), ("first_max", firsts[1]), ("motion_p50", motions[0.5]),
                ("motion_max", motions[1]), ("n", Double(sights.count)),
            ])
    }

    /// Flips of a daemon that runs, to channels of which it keeps nothing ready.
    private func flips(in cell: FlipCell, _ base: String) throws -> [FlipSight] {
        let player = HearthPlayer(programs, .cold, line: 100, visits: starts)
        defer { player.leave() }
        try player.enter(cell, base: base, isSurfing: false)
        try player.begin()
        return try (0..<starts).map { _ in
            usleep(UInt32(Double.random(in: player.dwell) * 1e6))
            return try player.flip()
        }
    }

    private func hearth(_ cell: FlipCell, _ base: String, _ name: String) throws -> [FlipSight] {
        let place = "\(programs.scratch)/\(name)"
        mkdir(place, 0o700)
        let entries = FlipPlan.channels.map { channel in
            "#EXTINF:-1 tvg-id=\"c\(channel)\",Channel \(channel)\n\(cell.url(base: base, channel: channel, line: 101))\n"
        }
        try ("#EXTM3U\n" + entries.joined()).write(toFile: place + "/list.m3u", atomically: false, encoding: .utf8)
        try "[warming]\nneighbours = 0\n".write(toFile: place + "/hearth.toml", atomically: false, encoding: .utf8)
        var sights: [FlipSight] = []
        for number in 0...starts {
            let record = "\(place)/\(number).jsonl"
            try "".write(toFile: record, atomically: false, encoding: .utf8)
            let recording = try Recording(path: record)
            let start = MonotonicClock().now
            let program = try ChildProgram(
                [
                    "\(programs.directory)/hearthd", "--headless", "--state-dir", place, "--socket", place + "/socket",
                    "--lineup", place + "/list.m3u", "--config", place + "/hearth.toml", "--record", record,
                ], output: "\(place)/\(number).log")
            let sight = recording.watch(for: Self.channel, from: start, pictures: 2, patience: FlipPlan.patience)
            // The first run leaves what the others find: the list, the channel, what its visit taught.
            if number == 0 { sleep(3) } else { sights.append(sight) }
            program.stop()
        }
        return sights
    }

    private func peers(_ cell: FlipCell, _ base: String, _ name: String) throws -> [(String, [FlipSight])] {
        guard Programs.has("Xvfb") else { return [] }
        let url = cell.url(base: base, channel: Self.channel, line: 102)
        var rows: [(String, [FlipSight])] = []
        func add(_ peer: String, _ words: [String], orders: String? = nil) throws {
            let screen = try VirtualScreen(programs, "\(name)-\(rows.count)")
            let sights = try (0..<starts).map { number in
                let start = MonotonicClock().now
                let program = try ChildProgram(
                    words, output: "\(programs.scratch)/\(name)-\(rows.count).log",
                    environment: ["DISPLAY": screen.display], takesInput: orders != nil)
                if let orders { try program.write(orders) }
                let sight = screen.watch(for: Self.channel, from: start, pictures: 2, patience: FlipPlan.patience)
                program.kill()
                // The window goes with its program: what it showed must not count for the next.
                usleep(300_000)
                return sight
            }
            rows.append((peer, sights))
        }
        if Programs.has("mpv") {
            try add("mpv", MPVOrders.words + [url])
            try add("mpv best", MPVOrders.words + FlipPlayers.best + [url])
        }
        if access("/usr/lib/x86_64-linux-gnu/libvlc.so.5", R_OK) == 0 {
            try add("VLC", ScriptedOrders.words("vlc"), orders: "play \(url)\n")
            try add("VLC best", ScriptedOrders.words("vlc") + FlipPlayers.quickVLC, orders: "play \(url)\n")
        }
        return rows
    }
}
