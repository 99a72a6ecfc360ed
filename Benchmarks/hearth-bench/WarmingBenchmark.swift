import ControlProtocol
import FlipMeasures
import Foundation
import Glibc

/// Measures the cost of keeping neighbours warm: bytes, processor and memory of watching one channel, with 0, 2
/// and 4 neighbours kept ready beside it; and what two cost where the server gives no byte ranges.
struct WarmingBenchmark {
    let programs: Programs
    let seconds: Int

    private struct Case {
        let neighbours: Int
        var query = ""
        var name: String {
            "\(neighbours) neighbours, 720p25 of 3 Mbit/s" + (query.isEmpty ? "" : ", a server without ranges")
        }
    }

    private static let cases = [
        Case(neighbours: 0), Case(neighbours: 2), Case(neighbours: 4), Case(neighbours: 2, query: "?ranges=0"),
    ]
    /// The most that a neighbour may cost, in parts of what the channel watched does. The one that was left is kept as
    /// well.
    private static let share = 0.25
    /// How many seconds it takes until the neighbours are warm, and the buffers full.
    private static let settling = 15

    static func estimate(seconds: Int) -> Int { cases.count * (seconds + settling + 5) }

    func run(_ report: inout Report) throws {
        var alone = 0.0
        for (index, item) in Self.cases.enumerated() {
            let count = item.neighbours
            // An origin of its own: the bytes it has sent are those this daemon has received.
            let (origin, base) = try programs.origin()
            defer { origin.stop() }
            let place = "warming-\(index)"
            let configuration = "\(programs.scratch)/\(place).toml"
            try "[warming]\nneighbours = \(count)\n".write(toFile: configuration, atomically: false, encoding: .utf8)
            let daemon = try programs.daemon(
                place, lineup: base + "/lineup.m3u" + item.query, ["--config", configuration])
            defer { daemon.program.stop() }
            try daemon.waitUntilPlaying()
            // A flip tells the daemon which channels are neighbours.
            try daemon.press("KEY_CHANNELUP")
            sleep(UInt32(Self.settling))
            let before = (try OriginCounts(base), daemon.program.cpuSeconds, Date())
            sleep(UInt32(seconds))
            let after = (try OriginCounts(base), daemon.program.cpuSeconds, Date())
            let passed = after.2.timeIntervalSince(before.2)
            let hourly = Double(after.0.bytes - before.0.bytes) / 1e6 * 3600 / passed
            if count == 0 { alone = hourly }
            let kept = count == 0 ? 0 : count + 1
            let each = kept == 0 || alone <= 0 ? 0 : (hourly - alone) / alone / Double(kept)
            report.add(
                "warming", item.name,
                [
                    ("megabytes_an_hour", hourly), ("share_each", each),
                    ("requests_an_hour", Double(after.0.requests - before.0.requests) * 3600 / passed),
                    ("cores", (after.1 - before.1) / passed), ("rss_mb", daemon.program.residentMegabytes),
                    ("connections", Double(after.0.connections - 1)),
                ])
            if item.query.isEmpty, each > Self.share {
                report.miss("warming: \(item.name): each costs \(each) of a channel, target \(Self.share)")
            }
            if try daemon.status().state != .playing { report.miss("warming: nothing played with \(count) neighbours") }
        }
    }
}

/// The counters that `hearth-origin` reports.
struct OriginCounts: Decodable {
    var requests: Int
    var bytes: Int
    var connections: Int

    /// - Parameter base: the origin's address
    init(_ base: String) throws {
        guard let url = URL(string: base + "/stats") else { throw BenchError("no address: \(base)") }
        self = try JSONDecoder().decode(Self.self, from: try HTTPText.get(url))
    }
}
