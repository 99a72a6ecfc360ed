/// A fault that the bench's owner has commands for: a plug that switches, a network that is shaped.
package final class CommandFault: Fault {
    package let kind: FaultKind
    private let commands: BenchFile.FaultCommands
    private let shell: any CommandShell
    /// Waits for what has to come back after mending.
    private let afterwards: () throws -> Void
    private var isStruck = false

    package init(
        _ kind: FaultKind, _ commands: BenchFile.FaultCommands, in shell: any CommandShell,
        afterwards: @escaping () throws -> Void = {}
    ) {
        self.kind = kind
        self.commands = commands
        self.shell = shell
        self.afterwards = afterwards
    }

    package func strike() throws {
        isStruck = true
        try shell.mustRun(commands.strike)
    }

    package func mend() throws {
        guard isStruck else { return }
        try shell.mustRun(commands.mend)
        isStruck = false
        try afterwards()
    }
}
