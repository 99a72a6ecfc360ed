/// A programme as a guide describes it (xmltv.dtd, `programme`), its times read and nothing chosen yet.
package struct XMLTVProgramme: Hashable, Sendable {
    /// The `id` of its channel in the same guide.
    package var channel: String
    /// Seconds since 1970 in UTC.
    package var start: Int64
    /// Seconds since 1970 in UTC, the first that does not belong to it; nil: the guide does not say.
    package var stop: Int64?
    package var titles: [LocalisedText] = []
    package var subtitles: [LocalisedText] = []
    package var descriptions: [LocalisedText] = []
    package var people: [Person] = []
    package var categories: [LocalisedText] = []
    package var keywords: [LocalisedText] = []
    /// `date` as written: a year, or a day as `20261123`.
    package var date: String?
    /// The film's or episode's length by `length`, in seconds.
    package var length: Int?
    /// The address of its picture.
    package var icon: String?
    package var episode = Episode()
    package var ratings: [Rating] = []
    /// `star-rating` from 0 to 1.
    package var stars: Double?
    package var isNew = false
    package var isLive = false
    package var isPremiere = false
    package var isRepeat = false
    /// Kodi's extension: what a catch-up server knows it by.
    package var catchupID: String?
    /// The line in the guide, from 1.
    package var line: Int

    package init(channel: String, start: Int64, line: Int = 0) {
        self.channel = channel
        self.start = start
        self.line = line
    }

    /// One of `credits`.
    package struct Person: Hashable, Sendable {
        /// The element's name: `actor`, `director`, `presenter` and so on.
        package var job: String
        package var name: String
        /// Whom an actor plays.
        package var part: String?

        package init(job: String, name: String, part: String? = nil) {
            self.job = job
            self.name = name
            self.part = part
        }
    }

    /// Which of a series it is, as far as is known.
    package struct Episode: Hashable, Sendable {
        /// From 1.
        package var season: Int?
        /// From 1.
        package var number: Int?
        /// How many the season has.
        package var total: Int?
        /// As it is meant for people: `onscreen`.
        package var text: String?
        /// Names in other catalogues by system, such as `dd_progid`.
        package var identifiers: [String: String] = [:]

        package init() {}
    }

    /// A rating as written.
    package struct Rating: Hashable, Sendable {
        package var value: String
        package var system: String?

        package init(value: String, system: String? = nil) {
            self.value = value
            self.system = system
        }
    }
}
