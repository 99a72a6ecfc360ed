import Base
import Glibc

/// A shell that runs commands as root: on the rig's own machine, or on a box.
package protocol CommandShell: AnyObject {
    /// Runs `command` as `sh -c` does, to its end. Throws when it could not be run at all.
    func run(_ command: String) throws -> CommandOutcome
    /// Runs `script` there when the returned value goes, or when this program does, in whatever way:
    /// its end of a pipe closes. So nothing is left behind on a box.
    func whenGone(_ script: String) throws -> Farewell
}

/// A command that waits for the end of its input; see `CommandShell.whenGone`.
package final class Farewell {
    private let stream: UnsafeMutablePointer<FILE>

    /// Starts the command.
    /// - Parameter command: must end soon after its input has
    package init(_ command: String) throws {
        // No other process may inherit the end that keeps it waiting.
        guard let stream = popen(command, "we") else { throw SystemCallError(call: "popen \(command)", errno: errno) }
        self.stream = stream
    }

    /// Waits until the command has ended.
    deinit { pclose(stream) }

    /// The script wrapped so that an interrupt from the terminal, which goes to all, does not end it
    /// too.
    package static func script(_ script: String) -> String { "trap '' INT TERM HUP; cat >/dev/null; \(script)" }
}

package struct CommandOutcome: Sendable, Hashable {
    /// The command's output and errors.
    package var output: String
    /// The exit code; 128 and more: the signal that ended it.
    package var code: Int32

    package init(output: String, code: Int32) {
        self.output = output
        self.code = code
    }
}

extension CommandShell {
    /// Runs a command and returns its output; throws `CommandFailed` unless its exit code is 0.
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

/// The word quoted for a shell, whatever is in it.
package func shellQuoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
}
