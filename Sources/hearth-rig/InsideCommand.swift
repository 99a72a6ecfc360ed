import ArgumentParser
import Foundation
import Rig

/// The rig's half that runs on board U itself, where the devices are.
struct InsideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inside", abstract: "Runs scenarios on the board this runs on.", shouldDisplay: false)

    @Option(help: "The folder of the built programs.")
    var programs: String

    @Option(help: "Where the results go.")
    var out: String

    @Argument var scenarios: [String]

    func run() throws {
        guard Board.isHere else { throw ValidationError("this is no board: use hearth-rig run") }
        let bench = try BoardUBench.make(programs: programs)
        var results: [ScenarioResult] = []
        for name in scenarios {
            guard let scenario = Catalogue.scenario(named: name) else { throw ValidationError("no scenario \(name)") }
            let result = ScenarioRun.run(scenario, on: bench, folder: out)
            print("\(result.passed ? "passed" : "failed")  \(name)")
            results.append(result)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(results).write(to: URL(fileURLWithPath: "\(out)/result.json"))
        }
    }
}
