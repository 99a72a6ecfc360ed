import ArgumentParser
import Foundation
import Rig

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs scenarios and writes a report.",
        discussion: """
            A scenario is a name from hearth-rig list, or a TOML file (docs/rig.md). The report is a folder with \
            index.html, result.json, pictures and logs; the last line says how it went, and the worst figure.

            Exits with 0 when every one passed, 1 when one failed, 2 when nothing could be run.
            """)

    @Option(help: "u, q, or a bench file.")
    var board = "u"

    @Flag(help: "Board U against the wall clock, not in simulated time; the origin is on the host then.")
    var realTime = false

    @Flag(help: "The report as JSON on standard output, what happens on standard error.")
    var json = false

    @Option(help: "Presses the keys where a scenario does not say which hand; by default the bench's first.")
    var hand: HandKind?

    @Option(help: "The host processor that board U is pinned to.")
    var cpu = 0

    @Option(help: "Seconds of the wall clock after which the board is given up.")
    var limit = 1_800

    @Option(help: "The report's folder; by default a fresh one.")
    var out: String?

    @Option(help: "The folder of hearthd, hearthctl and hearth-origin; by default hearth-rig's own.")
    var programs: String?

    @Argument(help: "Names from hearth-rig list, or TOML files; none: all that this bench can run.")
    var scenarios: [String] = []

    func run() throws {
        let checkout = try Checkout()
        let folder = URL(
            fileURLWithPath: out
                ?? FileManager.default.temporaryDirectory
                .appending(path: "hearth-rig-\(UUID().uuidString.prefix(8))").path
        ).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let performance = BenchRun(
            checkout: checkout, board: board, isRealTime: realTime, hand: hand, cpu: cpu, limit: limit, folder: folder,
            programs: programs ?? checkout.programs, output: json ? .standardError : .standardOutput)
        let results = try performance.run(scenarios)

        let facts = MachineFacts.here(board: board, isSimulated: results.first?.isSimulated ?? false)
        let report = Report(results: results, facts: facts)
        try report.write(to: folder)
        if json {
            FileHandle.standardOutput.write(try report.json())
        } else {
            print("\(report.closingLine)\nreport: \(folder)/index.html")
        }
        guard report.passed else { throw ExitCode(results.contains(where: \.wasRun) ? 1 : 2) }
    }
}
