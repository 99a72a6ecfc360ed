/// Something a viewer does, and what must be seen and heard then.
package struct Scenario: Sendable {
    /// In kebab case: `flip-by-each-hand`.
    package var name: String
    /// One line for `hearth-rig list`.
    package var summary: String
    package var needs: Set<Capability>
    /// Blocks until it is over. Throws what keeps it from going on; what is wrong with the box it says by
    /// `ScenarioRun.check`.
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
