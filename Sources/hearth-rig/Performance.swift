import Foundation
import Rig

/// Runs scenarios one after the other, with a line for each as it ends and the results in a file.
struct Performance {
    var bench: Bench
    var folder: String
    var hand: HandKind?
    var output = FileHandle.standardOutput

    /// Runs the named scenarios.
    ///
    /// - Parameter names: scenarios' names, or their files; none: all that the bench can run
    @discardableResult
    func run(_ names: [String]) throws -> [ScenarioResult] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var results: [ScenarioResult] = []
        for scenario in try chosen(names) {
            let result = ScenarioRun.run(scenario, on: bench, folder: folder, hand: hand)
            if result.wasRun {
                try? bench.box.log.write(toFile: "\(folder)/\(scenario.name).log", atomically: true, encoding: .utf8)
            }
            results.append(result)
            // Written after each, so that results survive a failure of the next.
            try encoder.encode(results).write(to: URL(fileURLWithPath: "\(folder)/results.json"))
            output.write(Data("\(result.summary)\n".utf8))
        }
        return results
    }

    private func chosen(_ names: [String]) throws -> [Scenario] {
        if names.isEmpty { return Catalogue.scenarios.filter { $0.needs.isSubset(of: bench.has) } }
        return try names.map { name in
            if name.hasSuffix(".toml") { return try Scenario(contentsOfFile: name) }
            guard let scenario = Catalogue.scenario(named: name) else { throw NoScenario(name: name) }
            return scenario
        }
    }
}

struct NoScenario: Error, CustomStringConvertible {
    var name: String
    var description: String { "no scenario \(name): see hearth-rig list" }
}
