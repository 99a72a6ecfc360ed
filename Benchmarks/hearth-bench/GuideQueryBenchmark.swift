import Foundation
import Glibc
import GuideStore

/// Measures a guide in its database: how fast the daemon's own reader puts it there, and how soon it answers.
struct GuideQueryBenchmark {
    static let nowTarget = 1.0
    static let windowTarget = 10.0
    static let searchTarget = 50.0
    static let importMegabytes = 200.0

    let programs: Programs
    /// The length of the guide: 300 MB have 1,000 channels, 900 MB have 3,000; of two weeks each.
    let megabytes: Int
    let rounds: Int

    func run(_ report: inout Report) throws {
        let path = "\(programs.scratch)/guide-queries.xml"
        let folder = "\(programs.scratch)/guides"
        var sample = GuideSample()
        let programmes = try sample.write(path, bytes: megabytes * 1_000_000)
        defer { unlink(path) }
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }

        let channels = (0..<GuideSample.channels(bytes: megabytes * 1_000_000)).map { "channel\($0).example" }
        let job = GuideJob(
            path: path, source: "bench", folder: folder, window: 0..<(1 << 33), languages: ["de"],
            channels: channels.map { ChannelMatching.Listed(name: $0, guideID: $0) })
        try put(job, programmes, &report)
        guard let reader = try GuideReader(folder: folder, source: "bench") else {
            throw BenchError("there is no guide after its import")
        }
        // The last channel's two weeks may break off.
        try ask(reader, Array(channels.prefix(programmes / GuideSample.programmesOfChannel)), &report)
    }

    private func put(_ job: GuideJob, _ programmes: Int, _ report: inout Report) throws {
        let order = "\(job.folder)/order.json"
        try JSONEncoder().encode(job).write(to: URL(fileURLWithPath: order))
        let began = Self.milliseconds
        let program = try ChildProgram(
            [programs.directory + "/hearthd", "--import-guide", order], output: programs.scratch + "/import.txt")
        var resident = 0.0
        while program.isRunning {
            resident = max(resident, ProcessMemory.peakMegabytes(of: program.processID) ?? 0)
            usleep(2000)
        }
        let seconds = (Self.milliseconds - began) / 1000
        let usage = program.wait()
        guard program.output.contains("\"programmes\":\(programmes)") else {
            throw BenchError("the guide was not put into its database: \(program.output.prefix(300))")
        }
        report.add(
            "guide", "\(megabytes) MB into its database",
            [
                ("mb_s", Double(megabytes) / max(usage.cpuSeconds, 0.001)), ("s", seconds),
                ("cpu_s", usage.cpuSeconds), ("peak_mb", resident),
            ])
        if resident > Self.importMegabytes {
            report.miss("guide: \(resident) MB of memory to import \(megabytes) MB, target \(Self.importMegabytes)")
        }
    }

    private func ask(_ reader: GuideReader, _ channels: [String], _ report: inout Report) throws {
        // The sample's guide begins with November 2026, as Germany has it.
        let start: Int64 = 1_793_487_600
        var random = SystemRandomNumberGenerator()
        func time() -> Int64 { start + Int64.random(in: 0..<(13 * 86_400), using: &random) }

        let now = try measure(1000 * rounds) {
            let both = try reader.nowAndNext(channels.randomElement() ?? "", at: time())
            guard both.next != nil else { throw BenchError("nothing is on") }
        }
        judge("now and next of a channel", now, Self.nowTarget, &report)

        let some = Array(channels.prefix(1000))
        let window = try measure(30 * rounds) {
            let from = time()
            let rows = try reader.window(some, from..<from + 6 * 3600)
            guard rows.allSatisfy({ $0.count >= 6 }) else { throw BenchError("a row of the guide is empty") }
        }
        judge("\(some.count) channels, 6 h", window, Self.windowTarget, &report)

        let words = ["detective", "stra", "über mus", "winter children", "fam wea", "köln"]
        let search = try measure(30 * rounds) {
            _ = try reader.search(words.randomElement() ?? "", from: time(), limit: 50)
        }
        judge("search, 50 found", search, Self.searchTarget, &report)
        // What nothing matches is looked for to the end.
        let nothing = try measure(30 * rounds) {
            let found = try reader.search("zzz\(Int.random(in: 0..<1000))", from: start, limit: 50)
            guard found.isEmpty else { throw BenchError("found what is not there") }
        }
        judge("search, nothing found", nothing, Self.searchTarget, &report)
    }

    private static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }

    /// The times of so many runs in milliseconds, the shortest first.
    private func measure(_ count: Int, _ work: () throws -> Void) throws -> [Double] {
        try (0..<count).map { _ in
            let began = Self.milliseconds
            try work()
            return Self.milliseconds - began
        }.sorted()
    }

    private func judge(_ cell: String, _ times: [Double], _ target: Double, _ report: inout Report) {
        let p95 = times[min(times.count - 1, times.count * 95 / 100)]
        report.add(
            "guide", "\(megabytes) MB, \(cell)",
            [("ms", times[times.count / 2]), ("p95_ms", p95), ("max_ms", times.last ?? 0)])
        if p95 > target { report.miss("guide: \(cell) takes \(p95) ms (p95), target \(target)") }
    }
}
