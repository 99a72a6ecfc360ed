import Glibc

/// Measures reading a long channel list, in a process of its own, beside python's readers on the same file.
struct ListBenchmark {
    static let targetSeconds = 1.0
    static let targetMegabytes = 200.0
    static let targetLookup = 10.0

    let programs: Programs
    let entries: Int
    let rounds: Int
    /// The path of a Python; with the package `ipytv` that is measured, too.
    let python: String

    func run(_ report: inout Report) throws {
        let path = "\(programs.scratch)/list.m3u"
        var sample = ListSample()
        _ = try sample.write(path, entries: entries)
        defer { unlink(path) }
        let cell = "\(entries) entries"
        let rows = try (0..<rounds).map { _ in try measure(path) }
        guard let first = rows.first else { return }
        // The best of the rounds: what else runs on the machine is not what is measured.
        func best(_ name: String) -> Double { rows.compactMap { $0[name] }.min() ?? .nan }
        guard first["channels"] == Double(entries) else { throw BenchError("of \(entries) not all are there") }
        let seconds = rows.compactMap { row in row["parse"].flatMap { parse in row["lineup"].map { parse + $0 } } }
        let there = seconds.min() ?? .nan
        let peak = rows.compactMap { $0["peak_mb"] }.max() ?? .nan
        report.add(
            "lists", cell,
            [("parse_s", best("parse")), ("lineup_s", best("lineup")), ("there_s", there), ("peak_mb", peak)])
        if !(there <= Self.targetSeconds) { report.miss("lists: \(cell) there in \(there) s") }
        if !(peak <= Self.targetMegabytes) { report.miss("lists: \(cell) take \(peak) MB") }
        for lookup in ListMeasure.lookups {
            let worst = best(lookup + "_max")
            report.add(
                "lists", "\(cell), by \(lookup)",
                [("p50_ms", best(lookup + "_p50")), ("p95_ms", best(lookup + "_p95")), ("max_ms", worst)])
            if !(worst <= Self.targetLookup) { report.miss("lists: \(cell), by \(lookup): \(worst) ms") }
        }
        for (name, script) in [("regular expressions", Self.expressions), ("ipytv", Self.ipytv)] {
            guard let theirs = try measurePeer(path, script) else {
                say("python's \(name) left out: it is not there, or does not read the list")
                continue
            }
            report.add(
                "lists", "\(cell), python \(name)",
                [("parse_s", theirs.seconds), ("peak_mb", theirs.resident), ("times", theirs.seconds / best("parse"))])
        }
    }

    /// Runs `ListMeasure` in a child, whose memory is nobody else's.
    private func measure(_ path: String) throws -> [String: Double] {
        let program = try ChildProgram(
            [programs.directory + "/hearth-bench", "--measured-list", path], output: programs.scratch + "/list.txt")
        _ = program.wait()
        var row: [String: Double] = [:]
        for line in program.output.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, let value = Double(words[1]) { row[String(words[0])] = value }
        }
        guard row["peak_mb"] != nil else {
            throw BenchError("the list was not measured: \(program.output.prefix(300))")
        }
        return row
    }

    private func measurePeer(_ path: String, _ script: String) throws -> (seconds: Double, resident: Double)? {
        var best = Double.infinity
        var resident = 0.0
        for _ in 0..<rounds {
            let program = try ChildProgram([python, "-c", script, path], output: programs.scratch + "/list.txt")
            while program.isRunning {
                resident = max(resident, ProcessMemory.peakMegabytes(of: program.processID) ?? 0)
                usleep(2000)
            }
            _ = program.wait()
            let words = program.output.split(whereSeparator: \.isWhitespace)
            guard words.count == 3, words[0] == "entries", Int(words[1]) == entries, let seconds = Double(words[2])
            else { return nil }
            best = min(best, seconds)
        }
        return (best, resident)
    }

    /// Reads attributes, names and addresses, as the readers in people's scripts do.
    private static let expressions = """
        import re, sys, time
        start = time.monotonic()
        attribute = re.compile(r'([A-Za-z0-9_-]+)="([^"]*)"')
        entries, info, options = [], None, []
        for line in open(sys.argv[1], encoding="utf-8"):
            line = line.strip()
            if line.startswith("#EXTINF:"):
                info = line
            elif line.startswith("#EXTVLCOPT:"):
                options.append(line[11:])
            elif line and not line.startswith("#") and info:
                end = info.rfind('",') + 1
                entries.append((info[end + 1:], dict(attribute.findall(info[:end])), line, options))
                info, options = None, []
        print("entries", len(entries), time.monotonic() - start)
        """

    private static let ipytv = """
        import sys, time
        from ipytv import playlist
        start = time.monotonic()
        read = playlist.loadf(sys.argv[1])
        print("entries", read.length(), time.monotonic() - start)
        """
}
