import ControlProtocol
import FlipMeasures
import Foundation
import Glibc

/// The results of one run, with the facts about the machine that one needs to read them.
struct Report: Codable {
    struct Machine: Codable {
        var cpu = "unknown"
        var cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        var kernel = "unknown"
        var loadBefore = 0.0
        var loadAfter = 0.0
        var versions: [String: String] = [:]
    }

    struct Row: Codable {
        var bench: String
        var cell: String
        var values: [String: Double]
    }

    var date = ISO8601DateFormatter().string(from: Date())
    var machine = Machine()
    var rows: [Row] = []
    /// Every flip of the part `flip`, so that it can be drawn again.
    var flips: [FlipResult] = []
    /// The same of a viewer who surfs; nil in files of before there was such a part.
    var surfing: [SurfingResult]? = []
    /// The targets that were missed, in words.
    var missed: [String] = []

    init() {
        machine.cpu =
            (try? TextFile.read("/proc/cpuinfo"))?.split(separator: "\n").first { $0.hasPrefix("model name") }
            .flatMap { $0.split(separator: ":").last }.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
        machine.kernel =
            (try? TextFile.read("/proc/sys/kernel/osrelease"))?.trimmingCharacters(in: .whitespacesAndNewlines)
            ?? "unknown"
        machine.loadBefore = Self.load
        for (name, arguments) in [
            ("ffmpeg", ["ffmpeg", "-version"]), ("mpv", ["mpv", "--version"]), ("vlc", ["vlc", "--version"]),
            ("gstreamer", ["gst-inspect-1.0", "--version"]),
        ] {
            let path = "/tmp/hearth-bench-version.\(getpid())"
            guard let program = try? ChildProgram(arguments, output: path) else { continue }
            program.wait()
            machine.versions[name] = program.output.split(separator: "\n").first.map { String($0.prefix(60)) }
            unlink(path)
        }
    }

    static var load: Double {
        (try? TextFile.read("/proc/loadavg"))?.split(separator: " ").first.flatMap { Double($0) } ?? 0
    }

    mutating func add(_ bench: String, _ cell: String, _ values: [(String, Double)]) {
        rows.append(Row(bench: bench, cell: cell, values: Dictionary(values) { $1 }))
        let text = values.map { "\($0.0) \(Self.text($0.1))" }.joined(separator: "  ")
        let name = cell.padding(toLength: max(44, cell.count), withPad: " ", startingAt: 0)
        say("\(bench)  \(name) \(text)")
    }

    mutating func miss(_ text: String) {
        missed.append(text)
        say("MISSED  \(text)")
    }

    private static func text(_ value: Double) -> String {
        String(format: abs(value) >= 100 || value == value.rounded() ? "%.0f" : "%.2f", value)
    }

    static func read(_ path: String) throws -> Report {
        try JSONDecoder().decode(Report.self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: URL(fileURLWithPath: path))
        say("written: \(path)")
    }
}

/// Prints a line on standard output, and flushes it.
func say(_ line: String) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        bytes = bytes.dropFirst(count)
    }
}
