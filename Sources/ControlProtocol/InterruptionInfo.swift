/// Something else is heard over what plays, or no longer.
package struct InterruptionInfo: Codable, Sendable, Equatable {
    package enum Source: String, Codable, Sendable {
        /// A sound of the owner's automation.
        case announcement
    }

    package enum What: String, Codable, Sendable { case began, ended, cancelled }

    package var source: Source
    package var what: What
    /// Whether what plays goes on meanwhile, quieter.
    package var ducks: Bool

    package init(source: Source, what: What, ducks: Bool = true) {
        self.source = source
        self.what = what
        self.ducks = ducks
    }
}

/// How an announcement goes.
package struct AnnouncementInfo: Codable, Sendable, Equatable {
    /// How long it is.
    package var seconds: Double

    package init(seconds: Double) { self.seconds = seconds }
}
