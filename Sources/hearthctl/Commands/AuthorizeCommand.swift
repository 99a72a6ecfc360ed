import ArgumentParser
import ControlProtocol

struct AuthorizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "authorize", abstract: "Asks whether a channel may be watched, before anything leads there.",
        discussion: """
            Where it takes a code the screen asks for it, over what plays. With --wait the answer is waited for. What was \
            granted waits a minute to be watched.
            """)

    @Argument(help: "Its number, name or id.") var channel: String
    @Flag(help: "Waits until the viewer has answered.") var wait = false
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let client = connection.client
        guard wait else {
            return try tell(try Wire.decode(AuthorizationInfo.self, from: try client.request(.authorize, request)))
        }
        var info: AuthorizationInfo?
        let begin = {
            let asked = try Wire.decode(AuthorizationInfo.self, from: try client.request(.authorize, request))
            info = asked
            if asked.result != .asked { throw Answered() }
        }
        let end = { (message: EventStreamParser.Message) in
            guard
                case .authorization(let answer)? = try? Wire.decode(ControlEvent.self, from: Array(message.data.utf8)),
                answer.channel == info?.channel, answer.result != .asked
            else { return }
            info = answer
            throw Answered()
        }
        do { try client.stream(.events, onOpen: begin, end) } catch is Answered {}
        if let info { try tell(info) }
    }

    private struct Answered: Error {}

    private var request: TuneRequest { TuneRequest(channel: channel) }

    private func tell(_ info: AuthorizationInfo) throws {
        if connection.json {
            Output.line(String(decoding: try Wire.encode(info), as: UTF8.self))
        } else {
            Output.line([info.result.rawValue, info.reason].compactMap(\.self).joined(separator: ": "))
        }
        if info.result != .granted { throw Failure.reported(.notNow) }
    }
}
