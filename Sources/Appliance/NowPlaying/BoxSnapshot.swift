import Channels
import Devices
import MediaCore
import Playback

/// The box at one moment, for all who tell of it: made by the box in one place, and never changed.
struct BoxSnapshot: Sendable {
    var playing: NowPlaying
    /// The second picture; nil: there is none.
    var corner: CornerReport?
    /// What is kept ready; nil where nothing ever is.
    var warming: WarmingReport?
    /// The use of providers since the start; empty where nobody counts it.
    var providers: [ProviderStatistics] = []
    var output: DisplayOutput
    var display = DisplayStatistics()
    /// How the picture of what is on the screen lies there.
    var pictureMode = PictureMode.auto
    var overscan = Overscan.none
    /// The device that sound comes out of.
    var soundDevice = "none"
    var sound = AudioSinkStatistics()
    /// How much later sound is heard than its picture is seen, as the viewer set it.
    var soundDelay = Duration.zero
    var isNight = false
    /// Nil where CEC is switched off.
    var cec: CECStatus?
    /// What does not work, in words for people, in order.
    var warnings: [String] = []
    var versions: [String: String] = [:]
    /// The time since the start.
    var uptime = Duration.zero
    /// The flips and pictures that were counted since the start.
    var flips = FlipTally()
    var frames = PlaybackTally.Counts()
}

/// The second picture: which channel it is of, where it lies, and how it plays.
struct CornerReport: Sendable {
    var channel: Channel
    var isRestricted: Bool
    var place: CornerPlace
    var isHeard: Bool
    /// Nil while no picture of it has come.
    var status: Player.Status?
}

/// The channels that are kept ready while nobody watches them, and why not more.
struct WarmingReport: Sendable {
    var channels: [Warming.Standing]
    /// Providers that refused, by name.
    var refusals: [String: BackOff]
    /// Little is buffered of what is watched: only playlists are kept fresh.
    var isStarved: Bool

    init(
        channels: [Warming.Standing] = [], refusals: [String: BackOff] = [:], isStarved: Bool = false
    ) {
        self.channels = channels
        self.refusals = refusals
        self.isStarved = isStarved
    }

    init(_ tuner: Tuner) {
        let channels = tuner.warm.map { standing in
            var standing = standing
            standing.channel = tuner.veiled(standing.channel)
            return standing
        }
        self.init(channels: channels, refusals: tuner.refusals, isStarved: tuner.isStarved)
    }

    /// The channels, readiest first.
    var readiestFirst: [Warming.Standing] {
        channels.sorted {
            ($0.warmth, $0.isReady ? 1 : 0, $1.channel.number) > ($1.warmth, $1.isReady ? 1 : 0, $0.channel.number)
        }
    }

    /// Why less is kept ready than could be, for people.
    func notes(at now: HostTime) -> [String] {
        let refused = refusals.sorted { $0.key < $1.key }.map { name, backOff in
            let seconds = Int(max(.zero, backOff.until - now).inSeconds.rounded(.up))
            return name + (backOff.status.map { " answered \($0)" } ?? " refused")
                + (seconds > 0 ? ", again in \(seconds) s" : ", is tried again")
        }
        return refused
            + (isStarved ? ["little is buffered of the channel watched: only playlists are kept fresh"] : [])
    }
}
