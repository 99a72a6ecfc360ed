import ArgumentParser
import ControlProtocol

struct InterruptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interrupt", abstract: "Pauses what plays for something that matters more, and goes on with it.",
        discussion: """
            A call, somebody at the door. Whoever takes the remote meanwhile decides: what he paused stays paused, what he \
            resumed goes on. `events` tell it as `interruption`.
            """,
        subcommands: [Begin.self, End.self])

    struct Begin: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "begin", abstract: "Pauses what plays.")

        @Argument(help: "What the screen says it is.") var name: String?
        @Option(name: .customLong("for"), help: "It ends by itself after so many seconds, at most 14400.")
        var seconds: Double?
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try InterruptCommand.ask(InterruptRequest(.begin, name: name, seconds: seconds), connection)
        }
    }

    struct End: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end", abstract: "Goes on with what was paused for it.")

        @Flag(help: "What was paused stays paused.") var stay = false
        @OptionGroup var connection: ConnectionOptions

        func run() throws { try InterruptCommand.ask(InterruptRequest(.end, resume: !stay), connection) }
    }

    static func ask(_ request: InterruptRequest, _ connection: ConnectionOptions) throws {
        try connection.print(try connection.client.request(.interrupt, request), as: Done.self) { _ in [] }
    }
}
