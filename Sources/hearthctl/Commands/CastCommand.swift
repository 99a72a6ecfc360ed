import ArgumentParser
import ControlProtocol

struct CastCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cast", abstract: "Plays on another renderer in the house what this box has.",
        discussion: """
            Televisions, loudspeakers and boxes that are renderers of UPnP AV. They fetch the channel's address themselves, \
            so what is locked, wants headers or lies on this machine stays here.
            """,
        subcommands: [
            List.self, To.self, Pause.self, Resume.self, Seek.self, Volume.self, Stop.self, Back.self,
        ], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The renderers that answer, and what plays there for this box.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(try connection.client.request(.renderers), as: RendererList.self) { list in
                let names = list.renderers.map { "\($0.name)  \($0.model ?? "")  \($0.id)" }
                let handed = list.handed.map(CastCommand.describe) ?? []
                return handed + (names.isEmpty ? ["No renderer answers."] : names)
            }
        }
    }

    struct To: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "to", abstract: "Hands over what is on, or a channel.")

        @Argument(help: "The renderer's name or id.") var renderer: String
        @Option(help: "A channel's number, name or id; without it what is on.") var channel: String?
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try CastCommand.ask(connection) { ($0.to, $0.channel) = (renderer, channel) }
        }
    }

    struct Pause: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "pause", abstract: "Pauses it there.")
        @OptionGroup var connection: ConnectionOptions
        func run() throws { try CastCommand.ask(connection) { $0.command = .pause } }
    }

    struct Resume: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "resume", abstract: "Goes on with it there.")
        @OptionGroup var connection: ConnectionOptions
        func run() throws { try CastCommand.ask(connection) { $0.command = .resume } }
    }

    struct Stop: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "stop", abstract: "Ends it there.")
        @OptionGroup var connection: ConnectionOptions
        func run() throws { try CastCommand.ask(connection) { $0.command = .stop } }
    }

    struct Back: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "back", abstract: "Brings it back: it goes on here where it is there.")
        @OptionGroup var connection: ConnectionOptions
        func run() throws { try CastCommand.ask(connection) { $0.command = .back } }
    }

    struct Seek: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "seek", abstract: "Goes to a place in it.")
        @Argument(help: "In seconds after its beginning.") var seconds: Double
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try CastCommand.ask(connection) { $0.seek = seconds }
        }
    }

    struct Volume: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "volume", abstract: "How loud it is there.")
        @Argument(help: "0 to 100.") var level: Int
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try CastCommand.ask(connection) { $0.volume = level }
        }
    }

    private static func ask(_ connection: ConnectionOptions, _ wish: (inout HandoffRequest) -> Void) throws {
        var request = HandoffRequest()
        wish(&request)
        try connection.print(
            try connection.client.request(.handoff, request), as: HandoffInfo.self, describe)
    }

    private static func describe(_ info: HandoffInfo) -> [String] {
        func clock(_ seconds: Double) -> String {
            let whole = Int(max(0, min(seconds, 1e6)))
            return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
        }
        let place = info.position.map { position in
            "  \(clock(position))" + (info.duration.map { " of \(clock($0))" } ?? "")
        }
        switch info.result {
        case .external: return ["\(info.title) on \(info.renderer): \(info.state ?? "external")\(place ?? "")"]
        case .local: return ["\(info.title) is back from \(info.renderer)"]
        case .cancelled: return ["\(info.title) has ended on \(info.renderer)"]
        }
    }
}
