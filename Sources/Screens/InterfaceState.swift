import MediaCore

/// A channel flip under way. Every press makes a new state; the panel shows it as it is, at once.
package struct InterstitialState: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        /// The channel is on its way; the panel tells by itself when it takes long.
        case searching
        case failed(FailureReason, retryAt: HostTime?)
        /// A number is being typed, with its digits so far; `to` is the channel they name already,
        /// if any.
        case typing(String)
        case unknownNumber(String)
        /// Nothing is under way: OK would lead there.
        case previewing

        /// The channel was tuned, whether or not it comes.
        var isUnderWay: Bool {
            switch self {
            case .searching, .failed: true
            case .typing, .unknownNumber, .previewing: false
            }
        }
    }

    package var from: ChannelLabel?
    package var to: ChannelLabel?
    /// The programme that is on there.
    package var programme: ProgrammeLabel?
    /// The channels to which the next press of channel up and of channel down leads.
    package var above: ChannelLabel?
    package var below: ChannelLabel?
    package var phase: Phase

    package init(
        from: ChannelLabel? = nil, to: ChannelLabel?, programme: ProgrammeLabel? = nil,
        above: ChannelLabel? = nil, below: ChannelLabel? = nil, phase: Phase = .searching
    ) {
        self.from = from
        self.to = to
        self.programme = programme
        self.above = above
        self.below = below
        self.phase = phase
    }
}

/// A channel that stopped, or never started, and what the box does about it.
package struct FailureState: Hashable, Sendable {
    package var channel: ChannelLabel
    package var reason: FailureReason
    /// The time of the next try; nil while it is being tried.
    package var retryAt: HostTime?
    /// Whether Back leads to a channel.
    package var canGoBack: Bool

    package init(channel: ChannelLabel, reason: FailureReason, retryAt: HostTime?, canGoBack: Bool = true) {
        self.channel = channel
        self.reason = reason
        self.retryAt = retryAt
        self.canGoBack = canGoBack
    }
}

/// The contents of the info key's banner: what is on.
package struct InfoState: Hashable, Sendable {
    package var channel: ChannelLabel
    package var now: ProgrammeLabel?
    package var next: ProgrammeLabel?
    /// The quality: "1080p", "4K HDR".
    package var quality: String?
    /// The sound and subtitles that were chosen, where there is a choice.
    package var tracks: String?

    package init(
        channel: ChannelLabel, now: ProgrammeLabel? = nil, next: ProgrammeLabel? = nil, quality: String? = nil,
        tracks: String? = nil
    ) {
        self.channel = channel
        self.now = now
        self.next = next
        self.quality = quality
        self.tracks = tracks
    }
}

/// One card of the overlay.
package struct FavouriteCard: Hashable, Sendable {
    package var channel: ChannelLabel
    /// The title of the programme that is on there.
    package var programme: String?

    package init(channel: ChannelLabel, programme: String? = nil) {
        self.channel = channel
        self.programme = programme
    }
}

/// The reason why there is nothing to watch at all.
package enum LineupNotice: Hashable, Sendable {
    case loading
    case empty
    /// The list can't be read; the cause in plain words.
    case unreadable(String)
}

/// The notice of a track or place that was chosen, in the viewer's words.
package struct TrackNotice: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case sound, subtitles, place
        /// A cut that nobody asked for, and why.
        case live
        /// Something of the channel can't be played; the name is a sentence.
        case unplayable
    }

    package var kind: Kind
    /// The name of the choice; nil: off.
    package var name: String?

    package init(_ kind: Kind, _ name: String?) {
        self.kind = kind
        self.name = name
    }
}

struct VolumeState: Hashable, Sendable {
    /// The level, 0 … 1.
    var level: Double
    var isMuted: Bool
}
