import ArgumentParser
import ControlProtocol

struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Plays an address, or what a document declares.",
        discussion: """
            Returns as soon as the flip has begun; `hearthctl status` tells how it goes.
            A document is JSON, one item or {"items": […]}, each with "url" and "title" at least (docs/doors.md): the \
            first plays at once, the others follow it.
            """)

    @Argument(help: "http://, https://, a file of JSON, or - for a document on standard input.")
    var url: String
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        guard !url.hasPrefix("http://"), !url.hasPrefix("https://") else {
            let answer = try connection.client.request(.play, PlayRequest(url: url))
            return try connection.print(answer, as: ChannelInfo.self) { ["\($0.number)  \(Output.printable($0.name))"] }
        }
        try QueueCommand.send(try ItemDocument.read(url), .now, connection)
    }
}

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stops playing.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        try connection.print(try connection.client.request(.stop), as: Done.self) { _ in [] }
    }
}

struct VolumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Tells or changes the volume.", usage: "hearthctl volume [LEVEL | +N | -N]")

    // An array that also takes what looks like an option, so that -5 is accepted.
    @Argument(parsing: .allUnrecognized, help: "0 to 100, or +5, or -5. Nothing: tells it.")
    var value: [String] = []
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        guard let request = try request() else {
            let body = try connection.client.request(.status)
            let sound = try connection.decode(Status.self, from: body).sound
            return try connection.print(try Wire.encode(sound), as: SoundLevel.self) { [$0.text] }
        }
        try connection.print(try connection.client.request(.volume, request), as: SoundLevel.self) { [$0.text] }
    }

    /// The request; nil when the volume is only asked for.
    func request() throws -> VolumeRequest? {
        guard let text = value.first else { return nil }
        let isChange = text.hasPrefix("+") || text.hasPrefix("-")
        guard value.count == 1, let number = Int(text) else {
            throw ValidationError("a volume is a number such as 40, +5 or -5")
        }
        let request = isChange ? VolumeRequest(change: number) : VolumeRequest(level: number)
        do {
            _ = try request.order
        } catch {
            throw ValidationError(error.cause)
        }
        return request
    }

    func validate() throws {
        _ = try request()
    }
}

struct MuteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Mutes, or no longer; without an argument, the other of the two.")

    enum Choice: String, ExpressibleByArgument, CaseIterable { case on, off }

    @Argument var choice: Choice?
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let answer = try connection.client.request(.mute, MuteRequest(muted: choice.map { $0 == .on }))
        try connection.print(answer, as: SoundLevel.self) { [$0.text] }
    }
}

extension SoundLevel {
    fileprivate var text: String { muted ? "volume \(volume), muted" : "volume \(volume)" }
}

struct SpeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speed", abstract: "Plays what is not live slower or faster, with the pitch kept.")

    @Argument(help: "0.5 to 2, or next.")
    var speed: String
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let answer = try connection.client.request(.command, CommandRequest(command: "speed \(speed)"))
        try connection.print(answer, as: CommandAnswer.self) { $0.result == .done ? [] : ["it was so already"] }
    }
}

struct ResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Builds a part of the box anew while it runs.", subcommands: [PlayerReset.self])

    struct PlayerReset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "player",
            abstract: "Downloads, decoders and sound of what plays; channel, place, tracks and queue stay.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws { try GiveCommand.give("reset_player", connection) }
    }
}
