import Commands
import ControlProtocol

/// A command that came by the control API, and how it is answered.
package struct CommandOrder: Sendable {
    /// What is wanted of the box.
    package enum Wish: Sendable, Equatable {
        case command(Command)
        /// The volume moves by so much, −100…100.
        case volume(by: Int)
        /// The box's own sound is muted, or no longer: also where the volume keys go to an AVR.
        case toggleOwnMute

        /// The command that it comes to, by what is on.
        func command(_ playing: NowPlaying) -> Command {
            switch self {
            case .command(let command): command
            case .volume(let change): .setVolume(playing.sound.volume + change)
            case .toggleOwnMute: .setMute(!playing.sound.isMuted)
            }
        }
    }

    /// What the answer tells.
    package enum Answer: Sendable, Equatable {
        /// Whether there was anything to do: `CommandAnswer`.
        case result
        /// Nothing: `Done`.
        case done
        /// The channel that is chosen since: `ChannelInfo`.
        case channel
        case sound
        /// The tracks, with the new choice.
        case tracks
        case diagnostics
    }

    /// The words in which a command is refused.
    struct Refusal: Sendable {
        /// Before the reason why it can't be now, and why it never can.
        var notNow = ""
        var never = ""
        var nextStep: String
        /// After what never can be; nil: the same.
        var otherStep: String?

        /// The error for a result; nil where it is none. What was so already is no error.
        func error(_ result: CommandResult) -> ControlError? {
            switch result {
            case .done, .nothingToDo: nil
            case .notNow(let reason): ControlError(.notNow, cause: notNow + reason, nextStep: nextStep)
            case .failed(let reason):
                ControlError(.notFound, cause: never + reason, nextStep: otherStep ?? nextStep)
            }
        }
    }

    package var wish: Wish
    package var answer: Answer
    /// Nil: a command that is refused is answered like one that changed nothing.
    var refusal: Refusal?

    /// A command as it is, answered by its result.
    package init(_ command: Command) {
        self.init(
            .command(command), answer: .result,
            refusal: Refusal(
                notNow: "not now: ", nextStep: "'hearthctl commands' lists what can be done",
                otherStep: "'hearthctl channels' and 'hearthctl tracks' list what there is"))
    }

    init(_ wish: Wish, answer: Answer, refusal: Refusal?) {
        self.wish = wish
        self.answer = answer
        self.refusal = refusal
    }
}

/// The answer to a `CommandOrder`, which says of what kind it is.
package enum CommandReply: Encodable, Sendable, Equatable {
    case result(CommandAnswer.Result)
    case done
    case channel(ChannelInfo)
    case sound(SoundLevel)
    case tracks(TrackList)
    case diagnostics(DiagnosticsInfo)

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .result(let result): try CommandAnswer(result: result).encode(to: encoder)
        case .done: try Done().encode(to: encoder)
        case .channel(let channel): try channel.encode(to: encoder)
        case .sound(let level): try level.encode(to: encoder)
        case .tracks(let tracks): try tracks.encode(to: encoder)
        case .diagnostics(let info): try info.encode(to: encoder)
        }
    }
}
