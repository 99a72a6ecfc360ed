import ArgumentParser
import Foundation
import Rig

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs scenarios and writes a report.",
        discussion: "Exits with 0 when every one passed, 1 when one failed, 2 when one cannot be run here.")

    @Option(help: "u, q, or a bench file.")
    var board = "u"

    @Flag(help: "Board U against the wall clock, not in simulated time.")
    var realTime = false

    @Flag(help: "The results as JSON on standard output.")
    var json = false

    @Option(help: "The host processor that board U is pinned to.")
    var cpu = 0

    @Option(help: "Seconds of the wall clock after which the board is given up.")
    var limit = 900

    @Option(help: "The report's folder; by default a fresh one.")
    var out: String?

    @Option(help: "The folder of hearthd, hearthctl and hearth-origin; by default hearth-rig's own.")
    var programs: String?

    @Argument(help: "Names from hearth-rig list; none: all of them.")
    var scenarios: [String] = []

    func run() throws {
        let checkout = try Checkout()
        let folder = out ?? FileManager.default.temporaryDirectory
            .appending(path: "hearth-rig-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let names = scenarios.isEmpty ? Catalogue.scenarios.map(\.name) : scenarios
        for name in names where Catalogue.scenario(named: name) == nil {
            throw ValidationError("no scenario \(name): see hearth-rig list")
        }
        let programs = programs ?? checkout.programs
        if board.hasSuffix(".toml") { return try run(names, on: bench(programs: programs), folder: folder) }
        let inside = ["\(checkout.programs)/hearth-rig", "inside", "run", "--programs", programs, "--out"]
        let code: Int32
        if board == VirtualBoard.q.rawValue {
            code = try HostCommand.run(
                [checkout.script("board/run-q"), "--programs", programs, "--time", "\(limit)", "--keep", folder, "--"]
                    + inside + [folder] + names)
        } else {
            code = try HostCommand.run(
                [checkout.script("board/run")] + (realTime ? [] : ["--simulated"])
                    + ["--cec", "--cpu", "\(cpu)", "--time", "\(limit)", "--share", folder, "--"]
                    + inside + ["/run/share"] + names)
        }
        guard code == 0 else { throw ExitCode(code) }
        try end(
            try JSONDecoder().decode(
                [ScenarioResult].self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/results.json"))), folder)
    }

    /// The bench's devices are this machine's: nothing is booted.
    private func bench(programs: String) throws -> Bench {
        let reading = BenchFileReading(contentsOfFile: board)
        guard let file = reading.file else { throw WrongBenchFile(diagnostics: reading.errors) }
        return try BoardRBench.make(file, programs: programs)
    }

    private func run(_ names: [String], on bench: Bench, folder: String) throws {
        try end(try Performance(bench: bench, folder: folder).run(names.compactMap(Catalogue.scenario)), folder)
    }

    private func end(_ results: [ScenarioResult], _ folder: String) throws {
        print(folder)
        guard results.allSatisfy(\.passed) else { throw ExitCode(results.allSatisfy { $0.passed || !$0.wasRun } ? 2 : 1) }
    }
}
