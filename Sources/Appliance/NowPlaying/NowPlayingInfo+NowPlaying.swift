import Channels
import Commands
import ControlProtocol
import FoundationEssentials
import Guide
import GuideStore
import HLS
import MediaCore
import Playback

extension NowPlayingInfo {
    /// What is told of what is on, to whoever shows or commands it from elsewhere.
    ///
    /// - Parameters:
    ///   - situation: which decides what can be done
    ///   - step: by which it is skipped
    init(_ playing: NowPlaying, in situation: Situation, step: Duration, queue: PlayQueue = PlayQueue()) {
        let timeline = Timeline(playing)
        self.init(
            item: Item(playing, timeline, queue.item(of: playing.channel?.id)), playback: Playback(playing, timeline),
            languages: Languages(playing.tracks ?? TrackMenu()), sound: SoundLevel(playing.sound),
            commands: Ability.Command.allCases.map { Ability($0, in: situation, step: step) })
    }

    /// From where places are counted, and how far they go.
    fileprivate struct Timeline {
        var isLive: Bool
        /// What is on at the place that is played, by the guide; nil: nobody knows.
        var programme: Programme?
        /// The place that counts as the beginning.
        var origin = MediaTime.zero
        var position: MediaTime?
        var duration: Duration?

        init(_ playing: NowPlaying) {
            let window = playing.isSettled ? playing.itemStatus?.window : nil
            isLive = window?.isLive ?? playing.facts?.info.isLive ?? true
            programme = playing.programme.now
            guard let window, let position = playing.itemStatus?.position else { return }
            self.position = position
            guard isLive else {
                (origin, duration) = (window.start, max(.zero, window.end - window.start))
                return
            }
            guard let date = window.dateAtZero else { return }
            let second = (date + (position - .zero)).nanoseconds / 1_000_000_000
            // Who watches what was on before sees not what is on now.
            guard let now = programme, now.start <= second, second < now.stop else {
                programme = nil
                return
            }
            origin = .zero + (ProgramDate(nanoseconds: 0) + .seconds(now.start) - date)
            duration = .seconds(now.stop.subtractingSaturating(now.start))
        }

        func seconds(_ time: MediaTime) -> Double { (time - origin).inSeconds }
    }
}

extension NowPlayingInfo.Item {
    /// - Parameter declared: what a program said of what plays; nil: nothing
    fileprivate init?(_ playing: NowPlaying, _ timeline: NowPlayingInfo.Timeline, _ declared: DeclaredItem?) {
        guard playing.state != .idle, let channel = playing.channel else { return nil }
        let programme = timeline.programme
        self.init(
            id: programme.map { "\(channel.id)@\($0.start)" } ?? channel.id,
            kind: Self.kind(playing, channel), isLive: timeline.isLive,
            title: programme.map(\.title).flatMap { $0.isEmpty ? nil : $0 } ?? channel.name)
        subtitle = programme?.subtitle.flatMap { $0.isEmpty ? nil : $0 }
        (season, episode) = (programme?.season, programme?.episode)
        description = programme?.description
        genre = programme?.category ?? channel.groups.first
        rating = Self.rating(programme?.rating) ?? Self.rating(channel.rating)
        self.channel = playing.channelInfo
        artwork =
            ArtworkAddress.shown(programme?.icon, of: channel) ?? ArtworkAddress.shown(channel.logo, of: channel)
        start = programme.map { Date(timeIntervalSince1970: Double($0.start)) }
        end = programme.map { Date(timeIntervalSince1970: Double($0.stop)) }
        isRestricted = playing.isRestricted ? true : nil
        isExplicit =
            declared?.explicit ?? ([programme?.rating, channel.rating].contains(.rated(.adult)) ? true : nil)
        chapter = playing.chapter.map {
            NowPlayingInfo.Chapter(
                number: $0.number, count: $0.count, title: $0.chapter.title, start: $0.chapter.start.inSeconds,
                end: $0.end.inSeconds)
        }
        if let song = playing.song {
            id = "\(channel.id)@\(song.start.nanoseconds / 1_000_000)"
            (title, artist, subtitle) = (song.title, song.artist, nil)
            album = playing.facts?.info.tags.album
            (start, end) = (nil, nil)
        }
        if let declared, channel.name == declared.title { describe(declared) }
    }

    private static func kind(_ playing: NowPlaying, _ channel: Channel) -> Kind {
        if playing.facts?.info.videoCodec == .photo { return .image }
        return channel.isRadio || playing.facts?.hasVideo == false ? .audio : .video
    }

    private mutating func describe(_ declared: DeclaredItem) {
        (title, subtitle, description) = (declared.title, declared.subtitle, declared.description)
        (season, episode) = (declared.season, declared.episode)
        // What nobody declared the file may say.
        (artist, album) = (declared.artist ?? artist, declared.album ?? album)
        if declared.kind == .audio { kind = .audio }
        // Who declared it says itself what may be shown.
        artwork = declared.artwork
    }

    private static func rating(_ rating: ContentRating?) -> String? {
        switch rating {
        case .rated(let age)?: "\(age.years)"
        case .unknown(let mark)? where !mark.isEmpty: String(mark.prefix(12))
        default: nil
        }
    }
}

extension NowPlayingInfo.Playback {
    fileprivate init(_ playing: NowPlaying, _ timeline: NowPlayingInfo.Timeline) {
        let speed = Double(playing.speedPercent) / 100
        let stands = playing.breakStatus != nil
        self.init(state: playing.state, rate: playing.state == .playing && !stands ? speed : 0, speed: speed)
        breakInfo = BreakInfo(playing)
        silencesOthers =
            state == .playing && !playing.sound.isMuted && playing.sound.volume > 0
            && playing.facts?.info.audioCodec != nil
        guard let position = timeline.position else { return }
        self.position = timeline.seconds(position)
        duration = timeline.duration?.inSeconds
        range = playing.seekableRange.map {
            NowPlayingInfo.Range(start: timeline.seconds($0.start), end: timeline.seconds($0.end))
        }
        behindLive = playing.latency?.inSeconds
        date = Date()
    }
}

extension NowPlayingInfo.Languages {
    fileprivate init(_ tracks: TrackMenu) {
        func options(_ entries: [TrackMenu.Entry]) -> [Option] {
            entries.map { Option(name: $0.name, language: $0.rendition.language, isChosen: $0.isSelected) }
        }
        self.init(audio: options(tracks.audio), text: options(tracks.texts))
    }
}

extension NowPlayingInfo.Ability {
    fileprivate init(_ command: Command, in situation: Situation, step: Duration) {
        self.init(command, reason: situation.obstacle(to: command.example))
        switch command {
        case .skipForward, .skipBackward: interval = step.inSeconds
        case .rate: rates = isEnabled ? Commands.Command.Speed.offered.map { Double($0) / 100 } : nil
        default: break
        }
    }
}

extension NowPlayingInfo.Ability.Command {
    /// A command of the box for which the same holds.
    fileprivate var example: Commands.Command {
        switch self {
        case .play: .resume
        case .pause: .pause
        case .stop: .stop
        case .toggle: .playPause
        case .next: .next
        case .previous: .previous
        case .skipForward: .skipForward
        case .skipBackward: .skipBack
        case .position: .seek(.live)
        case .rate: .speed(.percent(100))
        case .audio: .audio(.next)
        case .subtitles: .subtitles(.next)
        case .like: .feedback(.like)
        case .bookmark: .feedback(.bookmark)
        }
    }
}
