import FoundationEssentials

/// The box's present state.
package struct Status: Codable, Sendable, Equatable {
    package var state: PlayState
    /// The channel that is tuned or being tuned; absent when there is none, or a bare URL is
    /// playing.
    package var channel: ChannelInfo?
    /// The address given to `play`, without its query and user info.
    package var url: String?
    package var programme: ProgrammeInfo?
    package var playback: PlaybackInfo?
    /// Picture in picture; absent where there is none.
    package var pip: CornerInfo?
    /// The channels that are kept ready beside it.
    package var warming: WarmingInfo?
    /// The use of providers; absent where nobody counts it.
    package var providers: [ProviderInfo]?
    /// The failure that the screen reports when `state` is `failed`.
    package var trouble: ControlError?
    package var sound: SoundLevel
    package var display: DisplayInfo?
    package var audio: AudioInfo?
    package var remotes: [RemoteInfo]
    package var cec: CECInfo?
    /// Versions by name: `hearth`, `kernel`. `VersionsInfo` has more.
    package var versions: [String: String]
    package var uptimeSeconds: Int
    /// What was switched off or does not work, in words for people.
    package var warnings: [String]

    enum CodingKeys: String, CodingKey {
        case state, channel, url, programme, playback, pip, warming, providers, trouble, sound, display, audio, remotes,
            cec,
            versions, warnings
        case uptimeSeconds = "uptime_s"
    }

    package init(
        state: PlayState, channel: ChannelInfo? = nil, url: String? = nil, programme: ProgrammeInfo? = nil,
        playback: PlaybackInfo? = nil, pip: CornerInfo? = nil, warming: WarmingInfo? = nil,
        providers: [ProviderInfo]? = nil, trouble: ControlError? = nil, sound: SoundLevel,
        display: DisplayInfo? = nil, audio: AudioInfo? = nil, remotes: [RemoteInfo] = [], cec: CECInfo? = nil,
        versions: [String: String] = [:], uptimeSeconds: Int = 0, warnings: [String] = []
    ) {
        self.state = state
        self.channel = channel
        self.url = url
        self.programme = programme
        self.playback = playback
        self.pip = pip
        self.warming = warming
        self.providers = providers
        self.trouble = trouble
        self.sound = sound
        self.display = display
        self.audio = audio
        self.remotes = remotes
        self.cec = cec
        self.versions = versions
        self.uptimeSeconds = uptimeSeconds
        self.warnings = warnings
    }
}

package enum PlayState: String, Codable, Sendable, CaseIterable {
    /// Nothing is tuned.
    case idle
    /// A channel is being tuned: between the key and the first frame.
    case tuning
    case playing
    case paused
    /// The channel has stalled: it stays, but its bytes do not come fast enough.
    case stalled
    /// A passcode is asked for.
    case locked
    /// The channel failed and the screen says why; see `Status.trouble`.
    case failed
}

package struct ProgrammeInfo: Codable, Sendable, Equatable {
    package var title: String
    package var start: Date?
    package var end: Date?
    /// The rating as the guide writes it, with its system: `MPAA:PG-13`.
    package var rating: String?

    package init(title: String, start: Date? = nil, end: Date? = nil, rating: String? = nil) {
        self.title = title
        self.start = start
        self.end = end
        self.rating = rating
    }
}

package struct PlaybackInfo: Codable, Sendable, Equatable {
    /// The play position in seconds since the item's start, or since the live window's.
    package var positionSeconds: Double?
    /// The seconds behind the live edge.
    package var latencySeconds: Double?
    /// Media seconds in a second: 0.97…1.03 while it makes up for what it is off, up to 1.16 after a stall.
    package var rate: Double?
    /// The seconds of media in memory ahead of the picture.
    package var bufferedSeconds: Double?
    /// The video: `h264 1920x1080 30 fps`.
    package var video: String?
    /// The sound: `aac 48000 Hz 2 ch`.
    package var audio: String?
    /// The chosen sound as `tracks` names it; absent where there is no choice.
    package var audioTrack: String?
    /// The subtitles that are shown; absent: off.
    package var subtitles: String?
    /// How the picture lies on the screen: `auto`, `fit`, `fill`, `zoom`.
    package var picture: String?
    package var variantBitsPerSecond: Int?
    package var framesDropped: UInt64?
    /// The number of times the picture stood for want of data.
    package var stalls: Int?
    /// What of the channel has no decoder here, while the rest plays: a sentence.
    package var unplayable: String?
    /// Not shown, to be at the live edge again: since it was tuned. Absent: nothing.
    package var leftOutSeconds: Double?
    /// What plays in its place; absent: it plays itself.
    package var breakInfo: BreakInfo?
    /// What the network gave lately.
    package var throughputBitsPerSecond: Int?

    enum CodingKeys: String, CodingKey {
        case video, audio, subtitles, picture, stalls, rate, unplayable
        case breakInfo = "break"
        case throughputBitsPerSecond = "throughput_bps"
        case audioTrack = "audio_track"
        case positionSeconds = "position_s"
        case latencySeconds = "latency_s"
        case leftOutSeconds = "left_out_s"
        case bufferedSeconds = "buffered_s"
        case variantBitsPerSecond = "variant_bps"
        case framesDropped = "frames_dropped"
    }

    package init(
        positionSeconds: Double? = nil, latencySeconds: Double? = nil, rate: Double? = nil,
        bufferedSeconds: Double? = nil,
        video: String? = nil, audio: String? = nil, audioTrack: String? = nil,
        subtitles: String? = nil, variantBitsPerSecond: Int? = nil, framesDropped: UInt64? = nil,
        stalls: Int? = nil, unplayable: String? = nil, leftOutSeconds: Double? = nil,
        throughputBitsPerSecond: Int? = nil, picture: String? = nil
    ) {
        self.positionSeconds = positionSeconds
        self.latencySeconds = latencySeconds
        self.rate = rate
        self.bufferedSeconds = bufferedSeconds
        self.video = video
        self.audio = audio
        self.audioTrack = audioTrack
        self.subtitles = subtitles
        self.variantBitsPerSecond = variantBitsPerSecond
        self.framesDropped = framesDropped
        self.stalls = stalls
        self.unplayable = unplayable
        self.leftOutSeconds = leftOutSeconds
        self.throughputBitsPerSecond = throughputBitsPerSecond
        self.picture = picture
    }
}
