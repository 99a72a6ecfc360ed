import Foundation

/// The results of a run of scenarios, for people (`index.html`) and for programs (`result.json`).
package struct Report {
    package let results: [ScenarioResult]
    package let facts: MachineFacts

    /// - Parameter facts: the machine's; versions of the box's parts are added from the results
    package init(results: [ScenarioResult], facts: MachineFacts) {
        self.results = results
        var facts = facts
        for result in results { facts.versions.merge(result.versions) { first, _ in first } }
        self.facts = facts
    }

    /// Whether at least one scenario was run, and none failed. A scenario that can't be run on a bench
    /// does not fail.
    package var passed: Bool { results.contains(where: \.wasRun) && results.allSatisfy { $0.passed || !$0.wasRun } }

    /// The figure that is furthest over its limit, or else nearest to it; nil where none has a limit.
    package var worst: (scenario: String, figure: ScenarioResult.Figure)? {
        results.flatMap { result in result.figures.map { (result.scenario, $0) } }
            .filter { $0.1.limit != nil }
            .max { $0.1.load < $1.1.load }
    }

    /// The result in one line: passed or failed, how many checks, and the worst figure.
    package var closingLine: String {
        let run = results.filter(\.wasRun)
        let failed = run.filter { !$0.passed }
        let checks = run.flatMap(\.checks)
        let skipped = results.count - run.count
        var line: String
        if run.isEmpty {
            line = "FAILED: nothing was run"
        } else if failed.isEmpty {
            line = "passed: \(Self.count(run.count, "scenario")), \(Self.count(checks.count, "check"))"
        } else {
            line =
                "FAILED: \(failed.count) of \(Self.count(run.count, "scenario")) "
                + "(\(failed.map(\.scenario).joined(separator: ", "))), "
                + "\(checks.filter { !$0.passed }.count) of \(Self.count(checks.count, "check"))"
        }
        if skipped > 0 { line += ", \(skipped) skipped" }
        guard let worst else { return line }
        let share = worst.figure.load.isFinite ? ", \(Int((worst.figure.load * 100).rounded())) %" : ""
        return line + "; worst figure: \(worst.scenario): \(worst.figure.name) \(worst.figure.told)\(share)"
    }

    /// Writes `result.json` and `index.html` into the folder that holds the scenarios' pictures and
    /// logs.
    package func write(to folder: String) throws {
        let place = URL(fileURLWithPath: folder)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try json().write(to: place.appending(path: "result.json"))
        try Data(ReportPage(self, folder: folder).html.utf8).write(to: place.appending(path: "index.html"))
    }

    /// The report as JSON: `passed`, `closingLine`, `facts` and `results` (`ScenarioResult`).
    package func json() throws -> Data {
        struct Document: Encodable {
            var passed: Bool
            var closingLine: String
            var facts: MachineFacts
            var results: [ScenarioResult]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        // A figure that could not be measured (not finite) must not make the whole report fail.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(Document(passed: passed, closingLine: closingLine, facts: facts, results: results))
    }

    private static func count(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }
}

extension ScenarioResult.Figure {
    /// The figure's share of its limit: over 1 is too much; 0 without a limit.
    var load: Double {
        guard let limit else { return 0 }
        guard value.isFinite, limit > 0 else { return value <= limit ? 0 : .infinity }
        return value / limit
    }

    /// The figure as text: `21.04 of 33.4 ms`.
    var told: String { [value.short, limit.map { "of \($0.short)" }, unit].compactMap { $0 }.joined(separator: " ") }
}

extension Double {
    /// The number in few digits: 21, 0.417, 59.94.
    var short: String {
        guard isFinite, magnitude < 1e15 else { return "\(self)" }
        let places = magnitude >= 100 ? 1 : magnitude >= 1 ? 2 : 3
        let factor = (0..<places).reduce(1.0) { product, _ in product * 10 }
        let rounded = (self * factor).rounded() / factor
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
