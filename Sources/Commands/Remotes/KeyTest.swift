/// The keys that were pressed while the key test is open, the newest first.
package struct KeyTest: Hashable, Sendable {
    package struct Line: Hashable, Sendable {
        /// The kernel's name of the code that came; of a finger, the key that it stood for.
        package let code: String
        /// The key by the plan; nil: the code has no meaning.
        package let stroke: KeyStroke?
        /// The command that it meant; nil: none.
        package let command: Command?
    }

    /// More than a screen has room for.
    private static let mostLines = 8

    package private(set) var lines: [Line] = []

    /// Adds a key, unless it is secret.
    /// - Returns: whether there is a new line
    mutating func add(_ report: KeyReport) -> Bool {
        guard let name = report.code?.description ?? report.gesture?.key.name else { return false }
        let stroke = report.gesture.map { KeyStroke($0.key, isHeld: $0.kind == .longPress) }
        lines = Array(([Line(code: name, stroke: stroke, command: report.command)] + lines).prefix(Self.mostLines))
        return true
    }
}
