extension ScenarioResult {
    /// The result as text: a line that says how it went, and lines of what was wrong and what was
    /// measured.
    package var summary: String {
        guard wasRun else { return "skipped  \(scenario): this bench has not \(missing.joined(separator: ", "))" }
        var lines = [
            "\(passed ? "passed " : "FAILED ")  \(scenario) (\(Int(seconds.rounded())) s of the board's clock)"
        ]
        lines += checks.filter { !$0.passed }.map { "         \($0.what): \($0.found)" }
        lines += figures.map { figure in
            let limit = figure.limit.map { " of \($0)" } ?? ""
            return
                "         \(figure.passed ? "" : "over the limit: ")\(figure.name) \(figure.value)\(limit) \(figure.unit)"
        }
        lines += error.map { ["         it could not go on: \($0)"] } ?? []
        return lines.joined(separator: "\n")
    }
}
