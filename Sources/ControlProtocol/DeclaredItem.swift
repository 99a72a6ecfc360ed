/// Something to play that no list has, as a program that offers it describes it: docs/doors.md.
package struct DeclaredItem: Codable, Sendable, Hashable {
    package enum Kind: String, Codable, Sendable { case video, audio }

    /// A part of it that has a name.
    package struct Chapter: Codable, Sendable, Hashable {
        /// In seconds after its beginning.
        package var start: Double
        package var title: String?

        enum CodingKeys: String, CodingKey {
            case title
            case start = "start_s"
        }

        package init(start: Double, title: String? = nil) { (self.start, self.title) = (start, title) }
    }

    /// A break that is played in its place: an advertisement, a trailer.
    package struct Interstitial: Codable, Sendable, Hashable {
        /// When it is played, if not at a place.
        package enum Trigger: String, Codable, Sendable {
            case before, after
        }

        /// The seconds after its beginning; or `trigger`.
        package var at: Double?
        package var trigger: Trigger?
        /// The address of a playlist or a file that ends (http, https); or `list`.
        package var url: String?
        /// The address of a list of assets, as X-ASSET-LIST has it (http, https).
        package var list: String?
        /// So many seconds behind the place it goes on; absent: at the place, where it was left.
        package var resumeOffset: Double?
        /// The seconds after which it ends.
        package var playoutLimit: Double?
        /// It is played once, however often the viewer comes by.
        package var once: Bool?
        /// It can't be skipped, and is not played faster.
        package var restrictsSkip: Bool?
        /// It can't be jumped over.
        package var restrictsJump: Bool?
        /// The seconds after which it may be skipped, though `no_skip` says that it can't.
        package var skipAfter: Double?

        enum CodingKeys: String, CodingKey {
            case url, list, once
            case at = "at_s"
            case trigger = "when"
            case resumeOffset = "resume_offset_s"
            case playoutLimit = "limit_s"
            case restrictsSkip = "no_skip"
            case restrictsJump = "no_jump"
            case skipAfter = "skip_after_s"
        }

        package init(at: Double? = nil, trigger: Trigger? = nil, url: String? = nil, list: String? = nil) {
            self.at = at
            self.trigger = trigger
            self.url = url
            self.list = list
        }
    }

    /// The address of a playlist or a file (http, https).
    package var url: String
    package var title: String
    package var subtitle: String?
    package var description: String?
    package var artist: String?
    package var album: String?
    /// From 0.
    package var season: Int?
    package var episode: Int?
    /// The address of its picture (http, https).
    package var artwork: String?
    /// As a mark of any system, `FSK 12`, `TV-14`, or an age, `16`.
    package var rating: String?
    /// Whether it is for adults only, whatever the mark.
    package var adult: Bool?
    /// Whether it holds strong language: told, and locks nothing.
    package var explicit: Bool?
    package var kind: Kind?
    /// Request headers for the address. May hold secrets: never told again.
    package var headers: [String: String]?
    /// Other addresses of the same.
    package var alternates: [String]?
    /// Where it begins, in seconds after its beginning; absent: where it was left, else at its beginning.
    package var start: Double?
    /// In the order in which they come.
    package var chapters: [Chapter]?
    /// The breaks in it.
    package var interstitials: [Interstitial]?
    /// What is proposed while it plays.
    package var propose: ProposalRequest?

    enum CodingKeys: String, CodingKey {
        case url, title, subtitle, description, artist, album, season, episode, artwork, rating, adult, explicit, kind,
            headers
        case alternates, propose, chapters, interstitials
        case start = "start_s"
    }

    package init(url: String, title: String) {
        self.url = url
        self.title = title
    }
}

/// Puts items into the queue.
package struct ItemsRequest: Codable, Sendable, Hashable {
    package enum Place: String, Codable, Sendable {
        /// The first of them plays at once, in place of what plays; the others follow it.
        case now
        /// After what plays of the queue.
        case next
        /// After all others.
        case last
    }

    package var items: [DeclaredItem]
    package var place: Place

    package init(items: [DeclaredItem], place: Place = .now) {
        self.items = items
        self.place = place
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        items = try fields.decode([DeclaredItem].self, forKey: .items)
        place = try fields.decodeIfPresent(Place.self, forKey: .place) ?? .now
    }
}

/// Changes the queue. One of them.
package struct QueueRequest: Codable, Sendable, Hashable {
    /// Plays this entry, by its id.
    package var go: Int?
    /// Takes this entry out; what plays goes on.
    package var remove: Int?
    /// Moves this entry …
    package var move: Int?
    /// … to this place, from 1.
    package var to: Int?
    /// Takes all out but what plays.
    package var clear: Bool?
    package var repeats: QueueInfo.Repeat?

    enum CodingKeys: String, CodingKey {
        case go, remove, move, to, clear
        case repeats = "repeat"
    }

    package init() {}
}

/// What plays after what, beside the channels.
package struct QueueInfo: Codable, Sendable, Equatable {
    package enum Repeat: String, Codable, Sendable, CaseIterable { case off, one, all }

    package struct Entry: Codable, Sendable, Equatable {
        /// The same as long as it is in the queue.
        package var id: Int
        package var title: String
        package var subtitle: String?
        /// Its address without what may be secret in it.
        package var url: String
        /// It could not be played, and was passed over.
        package var failed: Bool

        package init(id: Int, title: String, subtitle: String?, url: String, failed: Bool) {
            self.id = id
            self.title = title
            self.subtitle = subtitle
            self.url = url
            self.failed = failed
        }
    }

    package var entries: [Entry]
    /// The id of the entry that plays, or that was left last; absent: none was played.
    package var current: Int?
    /// Whether it is what is watched.
    package var playing: Bool
    package var repeats: Repeat

    enum CodingKeys: String, CodingKey {
        case entries, current, playing
        case repeats = "repeat"
    }

    package init(entries: [Entry], current: Int?, playing: Bool, repeats: Repeat) {
        self.entries = entries
        self.current = current
        self.playing = playing
        self.repeats = repeats
    }
}
