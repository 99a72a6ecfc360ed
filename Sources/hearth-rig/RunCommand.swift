import ArgumentParser
import Foundation
import Rig

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "run", abstract: "Runs scenarios and reports.")

    @Option(help: "u, q, or a bench file.")
    var board = "u"

    @Flag(help: "Against the wall clock, not in simulated time (board U).")
    var realTime = false

    @Option(help: "The report's folder; by default a fresh one.")
    var out: String?

    @Argument(help: "Names from hearth-rig list; none: all that this bench can run.")
    var scenarios: [String] = []

    func run() throws {
        let programs = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        print("\(programs) \(board) \(realTime) \(out ?? "") \(scenarios)")
    }
}
