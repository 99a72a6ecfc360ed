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
            print(Self.lines(of: result).joined(separator: "\n"))
            fflush(nil)
        }
        return results
    }

    private static func lines(of result: ScenarioResult) -> [String] {
        guard result.wasRun else { return ["skipped  \(result.scenario): needs \(result.missing.joined(separator: ", "))"] }
        var lines = ["\(result.passed ? "passed " : "FAILED ") \(result.scenario) (\(Int(result.seconds.rounded())) s of the board's clock)"]
        lines += result.checks.filter { !$0.passed }.map { "         \($0.what): \($0.found)" }
        lines += result.figures.map { figure in
            let limit = figure.limit.map { " of \($0)" } ?? ""
            return "         \(figure.passed ? "" : "over the limit: ")\(figure.name) \(figure.value)\(limit) \(figure.unit)"
        }
        lines += result.error.map { ["         it could not go on: \($0)"] } ?? []
        return lines
    }
}
