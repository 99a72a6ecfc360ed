import MediaCore

/// An interstitial (Appendix D): another presentation that is played in place of a stretch of this one, or
/// between two. It is a date range of its class, with the attributes typed.
package struct InterstitialEvent: Sendable, Hashable {
    package enum Asset: Sendable, Hashable {
        /// The absolute URL of one playlist.
        case uri(String)
        /// The absolute URL of an `AssetList`.
        case list(String)
    }

    /// When the interstitial is played, if not at its start date (CUE).
    package enum Trigger: Sendable, Hashable {
        /// Before the presentation, wherever that begins (CUE=PRE).
        case before
        case after
    }

    package enum TimelineOccupation: String, Sendable, Hashable {
        case point = "POINT"
        case range = "RANGE"
    }

    package enum TimelineStyle: String, Sendable, Hashable {
        /// Shown on the timeline as distinct from the presentation.
        case highlight = "HIGHLIGHT"
        case primary = "PRIMARY"
    }

    /// Why a date range cannot be an interstitial.
    package enum Fault: Error, Sendable, Hashable {
        case notAnInterstitial
        case noStart
        case noAsset
        /// The date range has both X-ASSET-URI and X-ASSET-LIST, and is left out.
        case twoAssets
        case malformed(attribute: String)
    }

    package var id: String
    package var start: ProgramDate
    /// The date range's DURATION: the length that is known before the assets are.
    package var duration: Duration?
    package var plannedDuration: Duration?
    package var asset: Asset
    package var trigger: Trigger?
    /// Whether the interstitial is played only once (CUE has ONCE).
    package var playsOnce = false
    /// How far behind the interstitial's start the presentation goes on; nil: as far as the interstitial
    /// was played.
    package var resumeOffset: Duration?
    /// The playing time after which the interstitial ends.
    package var playoutLimit: Duration?
    /// X-SNAP=OUT: the presentation is left at the segment boundary nearest to the start.
    package var snapsOut = false
    /// X-SNAP=IN: the presentation is resumed at the segment boundary nearest to where it goes on.
    package var snapsIn = false
    /// X-RESTRICT=SKIP: the viewer may neither seek forward in the interstitial nor play it faster.
    package var restrictsSkip = false
    /// X-RESTRICT=JUMP: the viewer may not seek over the interstitial.
    package var restrictsJump = false
    package var contentMayVary = true
    package var occupation = TimelineOccupation.point
    package var style = TimelineStyle.highlight
    package var skipControl: SkipControl?

    /// An interstitial that no playlist announces: its place is not told by a date.
    package init(id: String, asset: Asset, trigger: Trigger? = nil, resumeOffset: Duration? = nil) {
        self.id = id
        start = ProgramDate(nanoseconds: 0)
        self.asset = asset
        self.trigger = trigger
        self.resumeOffset = resumeOffset
    }

    /// - Parameter playlist: the URL of the playlist, for a reference that ought to be absolute and is not.
    package init(_ range: DateRangeTag, playlist: String) throws(Fault) {
        guard range.rangeClass == DateRangeTag.interstitialClass else { throw .notAnInterstitial }
        guard let start = range.start else { throw .noStart }
        let reference = URLReference(base: playlist)
        switch (range.custom["X-ASSET-URI"], range.custom["X-ASSET-LIST"]) {
        case (let uri?, nil) where !uri.isEmpty: asset = .uri(reference.resolve(uri))
        case (nil, let list?) where !list.isEmpty: asset = .list(reference.resolve(list))
        case (_?, _?): throw .twoAssets
        default: throw .noAsset
        }
        func seconds(_ name: String, isSigned: Bool = false) throws(Fault) -> Duration? {
            guard let text = range.custom[name] else { return nil }
            guard let value = Numeral.seconds(text.utf8, isSigned: isSigned) else { throw .malformed(attribute: name) }
            return value
        }
        func list(_ name: String) -> [Substring] {
            (range.custom[name] ?? "").split { $0 == "," || $0 == " " }
        }
        id = range.id
        self.start = start
        duration = range.duration ?? range.end.map { $0 - start }
        plannedDuration = range.plannedDuration
        trigger = range.cue.contains("PRE") ? .before : range.cue.contains("POST") ? .after : nil
        playsOnce = range.cue.contains("ONCE")
        resumeOffset = try seconds("X-RESUME-OFFSET", isSigned: true)
        playoutLimit = try seconds("X-PLAYOUT-LIMIT")
        snapsOut = list("X-SNAP").contains("OUT")
        snapsIn = list("X-SNAP").contains("IN")
        restrictsSkip = list("X-RESTRICT").contains("SKIP")
        restrictsJump = list("X-RESTRICT").contains("JUMP")
        contentMayVary = range.custom["X-CONTENT-MAY-VARY"] != "NO"
        occupation = range.custom["X-TIMELINE-OCCUPIES"].flatMap(TimelineOccupation.init) ?? .point
        style = range.custom["X-TIMELINE-STYLE"].flatMap(TimelineStyle.init) ?? .highlight
        let control = SkipControl(
            offset: try seconds("X-SKIP-CONTROL-OFFSET"), duration: try seconds("X-SKIP-CONTROL-DURATION"),
            labelID: range.custom["X-SKIP-CONTROL-LABEL-ID"])
        if control != SkipControl() { skipControl = control }
    }
}

/// A button with which a viewer skips the rest of an interstitial (Appendix D).
package struct SkipControl: Sendable, Hashable {
    /// When the button appears, from the start of the interstitial; nil: at once.
    package var offset: Duration?
    /// How long the button is shown; nil: to the end.
    package var duration: Duration?
    /// The key under which the session data has the button's text.
    package var labelID: String?

    package init(offset: Duration? = nil, duration: Duration? = nil, labelID: String? = nil) {
        self.offset = offset
        self.duration = duration
        self.labelID = labelID
    }
}

extension MediaPlaylist {
    /// The interstitials among the date ranges; those that break the rules of Appendix D are left out.
    package var interstitials: [InterstitialEvent] {
        dateRanges.compactMap { try? InterstitialEvent($0, playlist: url) }
    }
}
