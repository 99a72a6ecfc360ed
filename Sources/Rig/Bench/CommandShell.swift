/// Where commands run as root: on the rig's own machine, or on a box.
package protocol CommandShell: AnyObject {
    /// Runs `command` as `sh -c` does, to its end. Throws when it could not be run at all.
    func run(_ command: String) throws -> CommandOutcome
}

package struct CommandOutcome: Sendable, Hashable {
    /// What it printed and complained.
    package var output: String
    /// 128 and more: the signal that ended it.
    package var code: Int32

    package init(output: String, code: Int32) {
        self.output = output
        self.code = code
    }
}

extension CommandShell {
    /// Returns what it printed; throws `CommandFailed` unless its exit code is 0.
    @discardableResult
    package func mustRun(_ command: String) throws -> String {
        let outcome = try run(command)
        guard outcome.code == 0 else { throw CommandFailed(command: command, outcome: outcome) }
        return outcome.output
    }
}

package struct CommandFailed: Error, CustomStringConvertible {
    package var command: String
    package var outcome: CommandOutcome

    package var description: String {
        "exit code \(outcome.code) of: \(command.prefix(300))\n\(outcome.output.suffix(2_000))"
    }
}

/// One word for a shell, whatever is in it.
package func shellQuoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
}
