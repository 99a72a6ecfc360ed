import ArgumentParser
import ControlProtocol

/// Lists the box's commands.
struct ListCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commands", abstract: "What the box can be told to do, and what of it not now, and why.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        try connection.print(try connection.client.request(.commands), as: CommandList.self) { list in
            Output.table(
                list.commands.map { command in
                    [
                        command.command, command.parameter ?? "",
                        command.enabled ? "" : "not now: \(command.reason ?? "")",
                    ]
                })
        }
    }
}
