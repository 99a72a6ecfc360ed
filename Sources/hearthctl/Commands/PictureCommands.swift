import ArgumentParser
import ControlProtocol

/// Tells or changes how the picture lies on the screen.
struct PictureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture", abstract: "Tells or changes how the picture lies on the screen.",
        discussion: """
            auto   all of the programme; bars that the stream tells of are cut off where that makes it larger
            fit    all of the picture
            fill   fills the screen and cuts off what hangs over
            zoom   a third larger than fit, for bars of which the stream says nothing
            """)

    enum Mode: String, ExpressibleByArgument, CaseIterable { case next, auto, fit, fill, zoom }

    @Argument(help: "How this channel's picture lies, now and from now on. Nothing: tells it.")
    var mode: Mode?
    @Option(help: "Per cent of the screen that the TV cuts off at each edge, 0 to 5.")
    var overscan: Int?
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        if let overscan, !(0...5).contains(overscan) { throw ValidationError("overscan is 0 to 5 per cent") }
    }

    func run() throws {
        try connection.give(
            [mode.map { "picture \($0.rawValue)" }, overscan.map { "overscan \($0)" }].compactMap(\.self))
        let body = try connection.client.request(.status)
        try connection.print(body, as: Status.self, Self.describe)
    }

    static func describe(_ status: Status) -> [String] {
        let mode = status.playback?.picture ?? "nothing plays"
        return ["\(mode), overscan \(status.display?.overscanPercent ?? 0) %"]
    }
}

/// Tells or changes how the sound goes with the picture.
struct SoundCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sound", abstract: "Tells or changes where sound comes out, how late, and how even it is.")

    enum Choice: String, ExpressibleByArgument, CaseIterable { case on, off }

    @Option(
        parsing: .unconditional,
        help: "Milliseconds that sound is heard after its picture, -250 to 500; kept for the output that is used.")
    var delay: Int?
    @Option(help: "Makes quiet sound louder and loud sound quieter, or no longer.")
    var night: Choice?
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        if let delay, !(-250...500).contains(delay) { throw ValidationError("a delay is -250 to 500 milliseconds") }
    }

    func run() throws {
        try connection.give(
            [delay.map { "sound_delay \($0)" }, night.map { "night \($0.rawValue)" }].compactMap(\.self))
        let body = try connection.client.request(.status)
        try connection.print(body, as: Status.self, Self.describe)
    }

    static func describe(_ status: Status) -> [String] {
        guard let audio = status.audio else { return ["there is no sound card"] }
        return [
            "\(audio.device), delay \(audio.delayMilliseconds ?? 0) ms, night \(audio.night == true ? "on" : "off")"
        ]
    }
}

extension ConnectionOptions {
    /// Gives the box commands, one after the other.
    fileprivate func give(_ commands: [String]) throws {
        for command in commands { _ = try client.request(.command, CommandRequest(command: command)) }
    }
}
