import Glibc

/// Measures reading a guide, in a process of its own, beside python's XML readers on the same file.
struct GuideBenchmark {
    static let targetSpeed = 60.0
    static let targetMegabytes = 200.0
    static let advantage = 3.0

    let programs: Programs
    /// The lengths of the guides.
    let megabytes: [Int]
    let rounds: Int
    /// The path of a Python; with the package `lxml` that is measured, too.
    let python: String

    func run(_ report: inout Report) throws {
        for megabytes in megabytes {
            let path = "\(programs.scratch)/guide-\(megabytes).xml"
            var sample = GuideSample()
            let programmes = try sample.write(path, bytes: megabytes * 1_000_000)
            defer { unlink(path) }
            let ours = try measure(
                "\(megabytes) MB", [programs.directory + "/hearthctl", "guide", "inspect", "--json", path],
                megabytes, says: "\"programmes\": \(programmes),", &report)
            guard let ours else { throw BenchError("hearthctl guide inspect does not read \(path)") }
            if ours.speed < Self.targetSpeed {
                report.miss("guide: \(ours.speed) MB/s at \(megabytes) MB, target \(Self.targetSpeed)")
            }
            if ours.resident > Self.targetMegabytes {
                report.miss("guide: \(ours.resident) MB of memory at \(megabytes) MB, target \(Self.targetMegabytes)")
            }
            try measurePacked(path, megabytes, programmes, &report)
            for module in ["xml.etree.ElementTree", "lxml.etree"] {
                let theirs = try measure(
                    "\(megabytes) MB, python \(module)", [python, "-c", Self.script(module), path], megabytes,
                    says: "programmes \(programmes) ", &report)
                guard let theirs else {
                    say("python's \(module) left out: it is not there")
                    continue
                }
                report.add("guide", "\(megabytes) MB, times \(module)", [("times", ours.speed / theirs.speed)])
                if ours.speed / theirs.speed < Self.advantage {
                    report.miss(
                        "guide: \(ours.speed / theirs.speed) times as fast as \(module), target \(Self.advantage)")
                }
            }
        }
    }

    private func measurePacked(
        _ path: String, _ megabytes: Int, _ programmes: Int, _ report: inout Report
    ) throws {
        for (program, end) in [("gzip", "gz"), ("xz", "xz")] where Programs.has(program) {
            // Level 1: packing is not what is measured.
            try ChildProgram([program, "-1", "-k", "-f", path], output: programs.scratch + "/pack.txt").wait()
            defer { unlink("\(path).\(end)") }
            _ = try measure(
                "\(megabytes) MB, \(program)",
                [programs.directory + "/hearthctl", "guide", "inspect", "--json", "\(path).\(end)"], megabytes,
                says: "\"programmes\": \(programmes),", &report)
        }
    }

    /// The best of some runs: megabytes of XML a second of processor time, and the most memory.
    /// - Parameter says: what is in the output where all was read.
    private func measure(
        _ cell: String, _ arguments: [String], _ megabytes: Int, says: String, _ report: inout Report
    ) throws -> (speed: Double, resident: Double)? {
        var best = Double.infinity
        var resident = 0.0
        for _ in 0..<rounds {
            let program = try ChildProgram(arguments, output: programs.scratch + "/guide.txt")
            // Not by `wait`: what the kernel tells there begins with this program's own memory.
            while program.isRunning {
                resident = max(resident, ProcessMemory.peakMegabytes(of: program.processID) ?? 0)
                usleep(2000)
            }
            let usage = program.wait()
            guard program.output.contains(says) else { return nil }
            best = min(best, usage.cpuSeconds)
        }
        let speed = Double(megabytes) / max(best, 0.001)
        report.add("guide", cell, [("mb_s", speed), ("cpu_s", best), ("peak_mb", resident)])
        return (speed, resident)
    }

    /// Reads the same of a guide, as its readers do: each programme's texts, then the tree is let go of.
    private static func script(_ module: String) -> String {
        """
        import sys
        import \(module) as tree
        programmes = texts = 0
        top = None
        for event, element in tree.iterparse(sys.argv[1], events=("start", "end")):
            if event == "start":
                if top is None: top = element
            elif element.tag == "programme":
                programmes += 1
                start, stop, channel = element.get("start"), element.get("stop"), element.get("channel")
                for part in element.iter():
                    if part.text and part.text.strip(): texts += 1
                top.clear()
            elif element.tag == "channel":
                names = [name.text for name in element.findall("display-name")]
                top.clear()
        print("programmes", programmes, "texts", texts)
        """
    }
}
