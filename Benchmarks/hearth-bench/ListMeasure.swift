import Base
import Channels
import Devices
import FlipMeasures
import Glibc
import Guide
import MediaCore

/// Reads a channel list, makes its lineup and looks channels up in it, and prints what that took.
enum ListMeasure {
    static let lookups = ["number", "name", "search"]

    static func run(_ path: String) throws {
        let file = OwnedDescriptor(taking: try checked("open \(path)") { open(path, O_RDONLY | O_CLOEXEC) })
        let clock = MonotonicClock()
        let began = clock.now
        var parser = M3UParser()
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = piece.withUnsafeMutableBytes { read(file.raw, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            parser.feed(count == piece.count ? piece : Array(piece[..<count]))
        }
        let list = parser.finish()
        let parsed = clock.now
        let lineup = Lineup(list.entries)
        let made = clock.now
        say("channels \(lineup.channels.count)")
        say("parse \(Self.milliseconds(from: began, to: parsed) / 1000)")
        say("lineup \(Self.milliseconds(from: parsed, to: made) / 1000)")
        say("peak_mb \(ProcessMemory.peakMegabytes(of: getpid()) ?? .nan)")

        let step = max(1, lineup.channels.count / 300)
        let asked = stride(from: 0, to: lineup.channels.count, by: step).map { lineup.channels[$0] }
        measure("number", asked.map(\.number)) { lineup.channel(number: $0)?.number == $0 }
        measure("name", asked.map(\.name)) { lineup.channel(named: $0) != nil }
        // What somebody types: a name, its beginning, and what is not there.
        let typed = asked.flatMap { [$0.name, String($0.name.prefix(4)), $0.name + "?x"] }
        measure("search", typed) { !lineup.channels(named: $0).isEmpty }
    }

    /// Prints the percentiles of a lookup.
    private static func measure<Asked>(_ name: String, _ asked: [Asked], _ lookUp: (Asked) -> Bool) {
        let clock = MonotonicClock()
        var times: [Double] = []
        var found = 0
        for asked in asked {
            let began = clock.now
            if lookUp(asked) { found += 1 }
            times.append(milliseconds(from: began, to: clock.now))
        }
        let percentiles = Percentiles(times)
        say("\(name)_p50 \(percentiles[0.5])")
        say("\(name)_p95 \(percentiles[0.95])")
        say("\(name)_max \(percentiles[1])")
        say("\(name)_found \(found)")
    }

    private static func milliseconds(from start: HostTime, to end: HostTime) -> Double {
        Double(end.nanoseconds - start.nanoseconds) / 1e6
    }
}
