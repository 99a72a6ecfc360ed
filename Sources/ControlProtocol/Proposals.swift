/// Proposes what to watch next, over what plays.
package struct ProposalRequest: Codable, Sendable, Hashable {
    /// The title that is shown; nil: the channel's name.
    package var title: String?
    package var subtitle: String?
    /// A channel by number, id or name. Either this or `url`.
    package var channel: String?
    package var url: String?
    /// So long before the end of what plays it is shown, in seconds from 0 to 3,600; nil: at once.
    package var secondsBeforeEnd: Int?
    /// So long after it can be seen it is played, in seconds from 3 to 3,600, if nobody says otherwise; nil: never.
    package var acceptAfterSeconds: Int?

    enum CodingKeys: String, CodingKey {
        case title, subtitle, channel, url
        case secondsBeforeEnd = "before_end_s"
        case acceptAfterSeconds = "accept_after_s"
    }

    package init(
        title: String? = nil, subtitle: String? = nil, channel: String? = nil, url: String? = nil,
        secondsBeforeEnd: Int? = nil, acceptAfterSeconds: Int? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.channel = channel
        self.url = url
        self.secondsBeforeEnd = secondsBeforeEnd
        self.acceptAfterSeconds = acceptAfterSeconds
    }
}

/// A proposal has come or gone.
package struct ProposalInfo: Codable, Sendable, Hashable {
    package enum What: String, Codable, Sendable {
        case presented, accepted
        /// The viewer does not want it.
        case dismissed
        /// It is not proposed any more, and nobody has answered.
        case cancelled
    }

    /// The reason why it is proposed.
    package enum Source: String, Codable, Sendable {
        /// It goes on with a series of the lists.
        case series
        /// The guide has the next part of the series on another channel.
        case guide
        /// Somebody asked the box to propose it.
        case request
    }

    package var title: String
    package var what: What
    package var source: Source
    /// Whether it is played as nobody said otherwise.
    package var automatic: Bool

    package init(title: String, what: What, source: Source, automatic: Bool = false) {
        self.title = title
        self.what = what
        self.source = source
        self.automatic = automatic
    }
}
