import FoundationEssentials

/// What is on, at which place, in which languages, and what can be done with it now: whole, for whoever shows or
/// commands it from elsewhere.
package struct NowPlayingInfo: Codable, Sendable, Equatable {
    /// Nil: nothing is on.
    package var item: Item?
    package var playback: Playback
    package var languages: Languages
    package var sound: SoundLevel
    /// In the order in which a remote would have them.
    package var commands: [Ability]

    package init(
        item: Item? = nil, playback: Playback, languages: Languages = Languages(), sound: SoundLevel,
        commands: [Ability] = []
    ) {
        self.item = item
        self.playback = playback
        self.languages = languages
        self.sound = sound
        self.commands = commands
    }

    /// What can be done with `command`; nil: it is none of those.
    package subscript(command: Ability.Command) -> Ability? { commands.first { $0.command == command } }

    /// What of it is news where it changes: all but a place that moves as it plays, and the words of why not.
    package var significant: NowPlayingInfo {
        var kept = self
        kept.playback.position = nil
        kept.playback.range = nil
        kept.playback.behindLive = nil
        kept.playback.date = nil
        kept.playback.breakInfo?.played = 0
        kept.playback.breakInfo?.duration = nil
        kept.commands = commands.map {
            var ability = $0
            ability.reason = nil
            return ability
        }
        return kept
    }
}

extension NowPlayingInfo {
    /// A programme on a channel, a film, a song.
    package struct Item: Codable, Sendable, Equatable {
        package enum Kind: String, Codable, Sendable { case video, audio, image }

        /// Tells it from all others, as long as it is on; holds no address.
        package var id: String
        package var kind: Kind
        /// Whether it comes as it happens, without an end.
        package var isLive: Bool
        /// The programme's title, where the guide has one; else the channel's name.
        package var title: String
        /// The episode's title.
        package var subtitle: String?
        package var season: Int?
        package var episode: Int?
        package var description: String?
        /// Who plays or sings, as a program declared it or a station says.
        package var artist: String?
        package var album: String?
        package var genre: String?
        package var rating: String?
        /// The channel that it is on; it is also the artist of what has none.
        package var channel: ChannelInfo?
        /// The address of its picture (http, https), of the largest size there is.
        package var artwork: String?
        /// Where in a film that has chapters it is; absent: it has none there.
        package var chapter: Chapter?
        /// Whether it is declared to hold strong language, or is for adults; absent: nobody says so.
        package var isExplicit: Bool?
        /// The time of the programme by the guide.
        package var start: Date?
        package var end: Date?
        /// Whether nobody but who has the code may have it.
        package var isRestricted: Bool?

        enum CodingKeys: String, CodingKey {
            case id, kind, title, subtitle, season, episode, description, artist, album, genre, rating, channel,
                artwork, chapter, start, end
            case isExplicit = "explicit"
            case isLive = "live"
            case isRestricted = "restricted"
        }

        package init(id: String, kind: Kind = .video, isLive: Bool, title: String) {
            self.id = id
            self.kind = kind
            self.isLive = isLive
            self.title = title
        }
    }

    /// A part of a film that has a name.
    package struct Chapter: Codable, Sendable, Equatable {
        /// Its place among all, from 1.
        package var number: Int
        package var count: Int
        package var title: String?
        /// In seconds after the film's beginning.
        package var start: Double
        package var end: Double

        enum CodingKeys: String, CodingKey {
            case number, count, title
            case start = "start_s"
            case end = "end_s"
        }

        package init(number: Int, count: Int, title: String?, start: Double, end: Double) {
            (self.number, self.count, self.title, self.start, self.end) = (number, count, title, start, end)
        }
    }

    /// Where it is, and how it moves. The place at another time follows from `position`, `date` and `rate`.
    package struct Playback: Codable, Sendable, Equatable {
        package var state: PlayState
        /// The seconds since the beginning: of the programme where its time is known, else of the film or of what the
        /// stream counts from.
        package var position: Double?
        /// The seconds that it has in all; absent where nobody knows.
        package var duration: Double?
        /// How it moves: seconds of it in a second, 0 while it stands.
        package var rate: Double
        /// The speed that the viewer has set, also while it stands.
        package var speed: Double
        /// Where one can go, in seconds as `position`; absent where one can't.
        package var range: Range?
        /// The seconds behind what is newest.
        package var behindLive: Double?
        /// The time to which `position` belongs.
        package var date: Date?
        /// What plays in its place, while it stands; absent: it plays itself.
        package var breakInfo: BreakInfo?
        /// Whether what others play beside it, music or the sounds of a game, is better silent: it plays, and is heard.
        package var silencesOthers = false

        enum CodingKeys: String, CodingKey {
            case state, rate, speed, range, date
            case breakInfo = "break"
            case silencesOthers = "silences_others"
            case position = "position_s"
            case duration = "duration_s"
            case behindLive = "behind_live_s"
        }

        package init(
            state: PlayState, position: Double? = nil, duration: Double? = nil, rate: Double = 0, speed: Double = 1,
            range: Range? = nil, behindLive: Double? = nil, date: Date? = nil
        ) {
            self.state = state
            self.position = position
            self.duration = duration
            self.rate = rate
            self.speed = speed
            self.range = range
            self.behindLive = behindLive
            self.date = date
        }
    }

    package struct Range: Codable, Sendable, Equatable {
        package var start: Double
        package var end: Double

        enum CodingKeys: String, CodingKey {
            case start = "start_s"
            case end = "end_s"
        }

        package init(start: Double, end: Double) {
            self.start = start
            self.end = end
        }
    }

    /// The sounds and texts on offer; a text that is chosen by nobody is off.
    package struct Languages: Codable, Sendable, Equatable {
        package struct Option: Codable, Sendable, Equatable {
            /// For people, different from all others of its kind.
            package var name: String
            /// BCP 47; `und` where nobody says.
            package var language: String
            package var isChosen: Bool

            enum CodingKeys: String, CodingKey {
                case name, language
                case isChosen = "chosen"
            }

            package init(name: String, language: String?, isChosen: Bool) {
                self.name = name
                self.language = language ?? "und"
                self.isChosen = isChosen
            }
        }

        package var audio: [Option]
        package var text: [Option]

        package init(audio: [Option] = [], text: [Option] = []) {
            self.audio = audio
            self.text = text
        }
    }

    /// Whether a command can be given now, and with which values.
    package struct Ability: Codable, Sendable, Equatable {
        package enum Command: String, Codable, Sendable, CaseIterable {
            case play = "resume"
            case pause, stop
            case toggle = "play_pause"
            case next, previous
            case skipForward = "skip_forward"
            case skipBackward = "skip_back"
            case position = "seek"
            case rate = "speed"
            case audio, subtitles, like, bookmark
        }

        /// As `POST /v1/command` has it.
        package var command: Command
        package var isEnabled: Bool
        /// Why not, in words for people.
        package var reason: String?
        /// The seconds by which it skips unless told.
        package var interval: Double?
        /// The speeds on offer.
        package var rates: [Double]?

        enum CodingKeys: String, CodingKey {
            case command, reason, rates
            case isEnabled = "enabled"
            case interval = "interval_s"
        }

        package init(_ command: Command, reason: String? = nil, interval: Double? = nil, rates: [Double]? = nil) {
            self.command = command
            isEnabled = reason == nil
            self.reason = reason
            self.interval = interval
            self.rates = rates
        }
    }
}
