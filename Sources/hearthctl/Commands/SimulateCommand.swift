import ArgumentParser
import ControlProtocol

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Test switches: what is hard to bring about is played as if it were so.",
        subcommands: [Casts.self, Interruption.self, Route.self, Reset.self])

    struct Casts: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "casts", abstract: "How what other devices send is met, until the daemon ends.")

        @Argument(help: "never, prompt, automatic; off: as the configuration says.") var mode: String
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try CastsCommand.change(connection) { $0.force = mode }
        }
    }

    struct Interruption: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "interruption", abstract: "A call: as 'interrupt'.")

        @Argument(help: "begin or end.") var what: String
        @Flag(help: "At its end what was paused stays paused.") var stay = false
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            guard let what = InterruptRequest.What(rawValue: what) else {
                throw ValidationError("give begin or end")
            }
            try InterruptCommand.ask(InterruptRequest(what, resume: what == .end ? !stay : nil), connection)
        }
    }

    struct Route: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "route", abstract: "The screen and the loudspeakers have gone, or are back.")

        @Argument(help: "lost or back.") var route: String
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            guard let route = SimulationRequest.Route(rawValue: route) else {
                throw ValidationError("give lost or back")
            }
            try connection.print(
                try connection.client.request(.simulate, SimulationRequest(route: route)), as: Done.self
            ) { _ in [] }
        }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset", abstract: "Decoders and devices have failed: as 'reset player'.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws { try GiveCommand.give("reset_player", connection) }
    }
}
