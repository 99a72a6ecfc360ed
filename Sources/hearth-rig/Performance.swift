import Foundation
import Rig

/// Scenarios one after the other, with a line for each as it ends and the results in a file.
struct Performance {
    var bench: Bench
    var folder: String

    @discardableResult
    func run(_ scenarios: [Scenario]) throws -> [ScenarioResult] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var results: [ScenarioResult] = []
        for scenario in scenarios {
            let result = ScenarioRun.run(scenario, on: bench, folder: folder)
            if result.wasRun {
                try? bench.box.log.write(toFile: "\(folder)/\(scenario.name).log", atomically: true, encoding: .utf8)
            }
            results.append(result)
            // After each: what was found outlives what comes next.
            try encoder.encode(results).write(to: URL(fileURLWithPath: "\(folder)/results.json"))
            print(result.summary)
            fflush(nil)
        }
        return results
    }
}
