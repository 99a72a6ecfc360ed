/// An event that a client may want to follow: `{"type": "flip", "flip": {…}}`.
package enum ControlEvent: Sendable, Equatable {
    /// The state or the channel has changed.
    case state(PlayState, channel: ChannelInfo?)
    case programme(ProgrammeInfo?)
    case flip(FlipInfo)
    case sound(SoundLevel)
    case display(DisplayInfo)
    case remoteAttached(RemoteInfo)
    case remoteDetached(RemoteInfo)
    case warning(String)
    /// A key was pressed; for trying a remote.
    case key(KeyInfo)
    /// A step of a lesson in which a remote is taught.
    case lesson(LessonInfo)
    /// Something else has the focus; nil: the picture.
    case focus(FocusInfo?)
    /// A page of the owner's overlays has come or gone.
    case overlay(OverlayInfo)
    /// What to watch next was proposed, answered or taken back.
    case proposal(ProposalInfo)
    /// A programme begins of which viewers wanted to be reminded.
    case reminder(ReminderInfo)
    /// The picture goes into a part of the screen, or back.
    case inset(InsetInfo)
    /// It was decided whether a locked channel may be watched.
    case authorization(AuthorizationInfo)
    /// What is on is another, or plays otherwise; `jumped`: it is at another place than it would have come to.
    case nowPlaying(NowPlayingInfo, jumped: Bool)
    /// The channels are others, or in another order, or other favourites: so many there are.
    case channels(Int)
    /// A viewer says something of what is on.
    case feedback(FeedbackInfo)
    /// Something else is heard over what plays, or no longer.
    case interruption(InterruptionInfo)
    /// What plays after what is another.
    case queue(QueueInfo)
    /// A phone was paired or shut out.
    case phone(PhoneNews)
    /// Another device has sent something to the screen, or what became of it.
    case cast(CastNews)
    /// Something was handed to another renderer in the house, brought back, or ended there.
    case handoff(HandoffInfo)

    /// Whether paired phones are told of it.
    package var isForPhones: Bool {
        switch self {
        case .state, .sound, .nowPlaying, .channels: true
        default: false
        }
    }

    /// The event's name on the wire, also in the `event:` field of the stream.
    package var type: String {
        switch self {
        case .state: "state"
        case .programme: "programme"
        case .flip: "flip"
        case .sound: "sound"
        case .display: "display"
        case .remoteAttached: "remote_attached"
        case .remoteDetached: "remote_detached"
        case .warning: "warning"
        case .key: "key"
        case .lesson: "lesson"
        case .authorization: "authorization"
        case .focus: "focus"
        case .overlay: "overlay"
        case .proposal: "proposal"
        case .inset: "inset"
        case .reminder: "reminder"
        case .nowPlaying: "now_playing"
        case .channels: "channels"
        case .feedback: "feedback"
        case .queue: "queue"
        case .phone: "phone"
        case .cast: "cast"
        case .handoff: "handoff"
        case .interruption: "interruption"
        }
    }
}

extension ControlEvent: Codable {
    private enum Key: String, CodingKey {
        case type, state, channel, programme, flip, sound, display, remote, warning, key, lesson, authorization, focus,
            overlay, proposal, inset, reminder, feedback, jumped, count, queue, interruption, phone, cast, handoff
        case nowPlaying = "now_playing"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let type = try fields.decode(String.self, forKey: .type)
        switch type {
        case "state":
            self = .state(
                try fields.decode(PlayState.self, forKey: .state),
                channel: try fields.decodeIfPresent(ChannelInfo.self, forKey: .channel))
        case "programme": self = .programme(try fields.decodeIfPresent(ProgrammeInfo.self, forKey: .programme))
        case "flip": self = .flip(try fields.decode(FlipInfo.self, forKey: .flip))
        case "sound": self = .sound(try fields.decode(SoundLevel.self, forKey: .sound))
        case "display": self = .display(try fields.decode(DisplayInfo.self, forKey: .display))
        case "remote_attached": self = .remoteAttached(try fields.decode(RemoteInfo.self, forKey: .remote))
        case "remote_detached": self = .remoteDetached(try fields.decode(RemoteInfo.self, forKey: .remote))
        case "key": self = .key(try fields.decode(KeyInfo.self, forKey: .key))
        case "lesson": self = .lesson(try fields.decode(LessonInfo.self, forKey: .lesson))
        case "authorization":
            self = .authorization(try fields.decode(AuthorizationInfo.self, forKey: .authorization))
        case "focus": self = .focus(try fields.decodeIfPresent(FocusInfo.self, forKey: .focus))
        case "overlay": self = .overlay(try fields.decode(OverlayInfo.self, forKey: .overlay))
        case "proposal": self = .proposal(try fields.decode(ProposalInfo.self, forKey: .proposal))
        case "inset": self = .inset(try fields.decode(InsetInfo.self, forKey: .inset))
        case "reminder": self = .reminder(try fields.decode(ReminderInfo.self, forKey: .reminder))
        case "now_playing":
            self = .nowPlaying(
                try fields.decode(NowPlayingInfo.self, forKey: .nowPlaying),
                jumped: try fields.decodeIfPresent(Bool.self, forKey: .jumped) ?? false)
        case "channels": self = .channels(try fields.decode(Int.self, forKey: .count))
        case "feedback": self = .feedback(try fields.decode(FeedbackInfo.self, forKey: .feedback))
        case "interruption": self = .interruption(try fields.decode(InterruptionInfo.self, forKey: .interruption))
        case "queue": self = .queue(try fields.decode(QueueInfo.self, forKey: .queue))
        case "handoff": self = .handoff(try fields.decode(HandoffInfo.self, forKey: .handoff))
        case "cast": self = .cast(try fields.decode(CastNews.self, forKey: .cast))
        case "phone": self = .phone(try fields.decode(PhoneNews.self, forKey: .phone))
        case "warning": self = .warning(try fields.decode(String.self, forKey: .warning))
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: fields, debugDescription: "no event is called \(type)")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(type, forKey: .type)
        switch self {
        case .state(let state, let channel):
            try fields.encode(state, forKey: .state)
            try fields.encodeIfPresent(channel, forKey: .channel)
        case .programme(let programme): try fields.encodeIfPresent(programme, forKey: .programme)
        case .flip(let flip): try fields.encode(flip, forKey: .flip)
        case .sound(let level): try fields.encode(level, forKey: .sound)
        case .display(let display): try fields.encode(display, forKey: .display)
        case .remoteAttached(let remote), .remoteDetached(let remote): try fields.encode(remote, forKey: .remote)
        case .key(let key): try fields.encode(key, forKey: .key)
        case .lesson(let lesson): try fields.encode(lesson, forKey: .lesson)
        case .authorization(let info): try fields.encode(info, forKey: .authorization)
        case .focus(let focus): try fields.encodeIfPresent(focus, forKey: .focus)
        case .overlay(let info): try fields.encode(info, forKey: .overlay)
        case .proposal(let info): try fields.encode(info, forKey: .proposal)
        case .inset(let info): try fields.encode(info, forKey: .inset)
        case .reminder(let info): try fields.encode(info, forKey: .reminder)
        case .nowPlaying(let info, let jumped):
            try fields.encode(info, forKey: .nowPlaying)
            if jumped { try fields.encode(true, forKey: .jumped) }
        case .channels(let count): try fields.encode(count, forKey: .count)
        case .interruption(let info): try fields.encode(info, forKey: .interruption)
        case .queue(let info): try fields.encode(info, forKey: .queue)
        case .handoff(let info): try fields.encode(info, forKey: .handoff)
        case .cast(let news): try fields.encode(news, forKey: .cast)
        case .phone(let news): try fields.encode(news, forKey: .phone)
        case .feedback(let info): try fields.encode(info, forKey: .feedback)
        case .warning(let text): try fields.encode(text, forKey: .warning)
        }
    }
}
