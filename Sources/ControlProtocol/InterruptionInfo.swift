/// Something else is heard over what plays, or no longer.
package struct InterruptionInfo: Codable, Sendable, Equatable {
    package enum Source: String, Codable, Sendable {
        /// A sound of the owner's automation.
        case announcement
        /// What the owner's automation says: `InterruptRequest`.
        case request
    }

    package enum What: String, Codable, Sendable { case began, ended, cancelled }

    package var source: Source
    package var what: What
    /// Whether what plays goes on meanwhile, quieter.
    package var ducks: Bool
    /// As who began it calls it.
    package var name: String?
    /// At its end: whether what was paused for it goes on.
    package var resumed: Bool?

    package init(source: Source, what: What, ducks: Bool = true, name: String? = nil, resumed: Bool? = nil) {
        self.source = source
        self.what = what
        self.ducks = ducks
        self.name = name
        self.resumed = resumed
    }
}

/// How an announcement goes.
package struct AnnouncementInfo: Codable, Sendable, Equatable {
    /// How long it is.
    package var seconds: Double

    package init(seconds: Double) { self.seconds = seconds }
}
