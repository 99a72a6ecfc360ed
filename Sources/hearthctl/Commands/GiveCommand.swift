import ArgumentParser
import ControlProtocol

/// Gives the box one of its commands.
struct GiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "command", abstract: "Gives a command, as a key would: channel_up, tune 12, subtitles off.")

    @Argument(parsing: .allUnrecognized, help: "One of 'hearthctl commands', and what belongs to it.") var words:
        [String]
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        guard !words.isEmpty else { throw ValidationError("no command was named") }
    }

    func run() throws {
        try Self.give(words.joined(separator: " "), connection)
    }

    /// Gives a command, and tells where it changed nothing.
    static func give(_ command: String, _ connection: ConnectionOptions) throws {
        let answer = try connection.client.request(.command, CommandRequest(command: command))
        try connection.print(answer, as: CommandAnswer.self) { answer in
            answer.result == .done ? [] : ["it was so already"]
        }
    }
}
