/// A scenario: something a viewer does, and what must be seen and heard then.
package struct Scenario: Sendable {
    /// The scenario's name in kebab case: `flip-by-each-hand`.
    package var name: String
    /// What the scenario checks, in one line for `hearth-rig list`.
    package var summary: String
    package var needs: Set<Capability>
    /// The scenario's work; blocks until it is over. It throws an error that keeps it from going on;
    /// faults of the box are reported by `ScenarioRun.check`.
    package var run: @Sendable (ScenarioRun) throws -> Void

    package init(
        _ name: String, _ summary: String, needs: Set<Capability> = [.eyes],
        run: @escaping @Sendable (ScenarioRun) throws -> Void
    ) {
        self.name = name
        self.summary = summary
        self.needs = needs
        self.run = run
    }
}
