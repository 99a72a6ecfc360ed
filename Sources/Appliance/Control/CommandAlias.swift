import Commands
import ControlProtocol

/// A route that stands for a command, with a body and an answer of its own.
package struct CommandAlias: Sendable {
    let route: Route
    private let answer: CommandOrder.Answer
    private let refusal: CommandOrder.Refusal?
    private let wish: @Sendable (RequestBody) throws -> CommandOrder.Wish

    /// All of them.
    package static let all = [
        CommandAlias(
            .tune, .channel, .init(verb: "tune", nextStep: "'hearthctl channels' lists the channels")
        ) { .command(try TuneTarget(named: try $0.decode(TuneRequest.self).channel).command) },
        CommandAlias(.play, .channel, .init(verb: "play", nextStep: "give the whole address of a playlist")) {
            .command(.play(url: try playable(try $0.decode(PlayRequest.self).url)))
        },
        CommandAlias(
            .type, .done, .init(verb: "type", nextStep: "'hearthctl command search' opens the search")
        ) { .command(.type(try typable(try $0.decode(TypeRequest.self).text))) },
        CommandAlias(.stop, .done, .init(verb: "stop", nextStep: "")) { _ in .command(.stop) },
        CommandAlias(.volume, .sound) {
            switch try $0.decode(VolumeRequest.self).order {
            case .level(let level): .command(.setVolume(level))
            case .change(let change): .volume(by: change)
            }
        },
        CommandAlias(.mute, .sound) {
            try $0.decode(MuteRequest.self).muted.map { .command(.setMute($0)) } ?? .toggleOwnMute
        },
        CommandAlias(.audio, .tracks, .tracks) { .command(.audio(try track($0))) },
        CommandAlias(.subtitles, .tracks, .tracks) { .command(.subtitles(try track($0))) },
        CommandAlias(.diagnostics, .diagnostics) {
            .command(try $0.decode(DiagnosticsRequest.self).shown.map { .setDiagnostics($0) } ?? .toggleDiagnostics)
        },
    ]

    private init(
        _ route: Route, _ answer: CommandOrder.Answer, _ refusal: CommandOrder.Refusal? = nil,
        wish: @escaping @Sendable (RequestBody) throws -> CommandOrder.Wish
    ) {
        self.route = route
        self.answer = answer
        self.refusal = refusal
        self.wish = wish
    }

    /// The alias that a route is; nil where it is none.
    init?(_ route: Route) {
        guard let alias = Self.all.first(where: { $0.route == route }) else { return nil }
        self = alias
    }

    /// The order that a request gives. Throws a `ControlError` for one that makes no sense.
    func order(_ body: RequestBody) throws -> CommandOrder {
        CommandOrder(try wish(body), answer: answer, refusal: refusal)
    }

    private static func playable(_ url: String) throws -> String {
        guard Command.isAddress(url) else {
            throw ControlError(
                .badRequest, cause: "that is not an address that can be played",
                nextStep: "give one that starts with http:// or https://")
        }
        return url
    }

    private static func typable(_ text: String) throws -> String {
        guard Command.isTypable(text) else {
            throw ControlError(
                .badRequest, cause: "that is no text that can be typed",
                nextStep: "give 1 to \(Command.longestText) letters, on one line")
        }
        return text
    }

    private static func track(_ body: RequestBody) throws -> Command.Track {
        guard let target = TrackTarget(try body.decode(TrackRequest.self).track) else {
            throw ControlError(
                .badRequest, cause: "no track was named", nextStep: "give a number, a name, a language, next or off")
        }
        return switch target {
        case .next: .next
        case .off: .off
        case .number(let number): .number(number)
        case .name(let name): .name(name)
        }
    }
}

extension CommandOrder.Refusal {
    fileprivate init(verb: String, nextStep: String) {
        self.init(notNow: "can't \(verb) now: ", never: "can't \(verb): ", nextStep: nextStep)
    }

    fileprivate static let tracks = CommandOrder.Refusal(nextStep: "'hearthctl tracks' lists what there is")
}

extension TuneTarget {
    /// Reads what a person named. Throws a `ControlError` when that is nothing.
    init(named text: String) throws {
        guard let target = TuneTarget(text) else {
            throw ControlError(
                .badRequest, cause: "no channel was named",
                nextStep: "give a number, a name, next, previous or last")
        }
        self = target
    }

    fileprivate var command: Command {
        switch self {
        case .next: .channelUp
        case .previous: .channelDown
        case .last: .tuneLast
        case .number(let number): .tune(.number(number))
        case .name(let name): .tune(.name(name))
        }
    }
}
