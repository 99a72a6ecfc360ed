import FlipMeasures
import Foundation
import Glibc

/// Measures what a door costs while nobody uses it: processor and memory of an idle daemon without it and with it, in turns.
struct DoorsBenchmark {
    let programs: Programs
    let seconds: Int

    private static let rounds = 3
    private static let settling = 5
    /// What a door may add.
    private static let most = (megabytes: 3.0, cores: 0.001)

    static func estimate(seconds: Int) -> Int { rounds * 2 * (seconds + settling + 2) }

    func run(_ report: inout Report) throws {
        guard Programs.has("dbus-daemon") else {
            report.add("doors", "MPRIS: dbus-daemon is not installed", [])
            return
        }
        let bus = try ChildProgram(
            ["dbus-daemon", "--session", "--nofork", "--print-address", "--address=unix:path=\(programs.scratch)/bus"],
            output: "\(programs.scratch)/bus.log")
        defer { bus.stop() }
        for _ in 0..<50 where bus.output.isEmpty { usleep(100_000) }
        var without: [(megabytes: Double, cores: Double)] = []
        var with = without
        for round in 0..<Self.rounds {
            without.append(try measure("doors-none-\(round)", "off"))
            with.append(try measure("doors-mpris-\(round)", "session"))
        }
        func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        let (none, mpris) = (
            (middle(without.map(\.megabytes)), middle(without.map(\.cores))),
            (middle(with.map(\.megabytes)), middle(with.map(\.cores)))
        )
        report.add("doors", "none, idle", [("rss_mb", none.0), ("cores", none.1)])
        report.add(
            "doors", "MPRIS, idle",
            [
                ("rss_mb", mpris.0), ("cores", mpris.1), ("added_mb", mpris.0 - none.0),
                ("added_cores", mpris.1 - none.1),
            ])
        if mpris.0 - none.0 > Self.most.megabytes {
            report.miss("doors: MPRIS adds \(mpris.0 - none.0) MB, at most \(Self.most.megabytes)")
        }
        if mpris.1 - none.1 > Self.most.cores {
            report.miss("doors: MPRIS adds \(mpris.1 - none.1) of a core while nobody uses it")
        }
    }

    private func measure(_ name: String, _ bus: String) throws -> (megabytes: Double, cores: Double) {
        let configuration = "\(programs.scratch)/\(name).toml"
        try "[mpris]\nbus = \"\(bus)\"\n".write(toFile: configuration, atomically: false, encoding: .utf8)
        var programs = programs
        programs.prefix += ["env", "DBUS_SESSION_BUS_ADDRESS=unix:path=\(programs.scratch)/bus"]
        let daemon = try programs.daemon(name, lineup: nil, ["--config", configuration])
        defer { daemon.program.stop() }
        sleep(UInt32(Self.settling))
        let before = (daemon.program.cpuSeconds, Date())
        sleep(UInt32(seconds))
        let cores = (daemon.program.cpuSeconds - before.0) / Date().timeIntervalSince(before.1)
        return (daemon.program.residentMegabytes, cores)
    }
}
