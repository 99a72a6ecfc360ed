import MediaCore

/// An interstitial (Appendix D): a date range of its class, with its attributes typed. Another presentation
/// is played in the place or in the midst of this one.
package struct Interstitial: Sendable, Hashable {
    package enum Asset: Sendable, Hashable {
        /// A playlist, absolute.
        case uri(String)
        /// The address of an `AssetList`, absolute.
        case list(String)
    }

    /// Where it is played instead of at its start.
    package enum Trigger: Sendable, Hashable {
        /// Before the presentation, wherever that begins.
        case before
        case after
    }

    package enum TimelineOccupation: String, Sendable, Hashable {
        case point = "POINT"
        case range = "RANGE"
    }

    package enum TimelineStyle: String, Sendable, Hashable {
        /// Distinct from the presentation.
        case highlight = "HIGHLIGHT"
        case primary = "PRIMARY"
    }

    /// The date range cannot be an interstitial.
    package enum Fault: Error, Sendable, Hashable {
        case notAnInterstitial
        case noStart
        case noAsset
        /// X-ASSET-URI and X-ASSET-LIST: it is left out.
        case twoAssets
        case malformed(attribute: String)
    }

    package var id: String
    package var start: ProgramDate
    /// Of the date range: what is known of its length before its assets are.
    package var duration: Duration?
    package var plannedDuration: Duration?
    package var asset: Asset
    package var trigger: Trigger?
    /// CUE has ONCE: never again.
    package var playsOnce = false
    /// From its start to where the presentation goes on. Nil: as long as it was played.
    package var resumeOffset: Duration?
    /// It ends when so much of it was played.
    package var playoutLimit: Duration?
    /// X-SNAP=OUT: the presentation is left at its nearest segment boundary.
    package var snapsOut = false
    /// X-SNAP=IN: it is gone on with at its nearest segment boundary.
    package var snapsIn = false
    /// X-RESTRICT=SKIP: neither a seek forward in it nor faster.
    package var restrictsSkip = false
    /// X-RESTRICT=JUMP: no seek over it.
    package var restrictsJump = false
    package var contentMayVary = true
    package var occupation = TimelineOccupation.point
    package var style = TimelineStyle.highlight
    package var skipControl: SkipControl?

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
    /// From the start of the interstitial; nil: at once.
    package var offset: Duration?
    /// How long it is shown; nil: to the end.
    package var duration: Duration?
    /// Names its text in the session data.
    package var labelID: String?
}

extension MediaPlaylist {
    /// The interstitials among the date ranges; those against their rules are left out.
    package var interstitials: [Interstitial] {
        dateRanges.compactMap { try? Interstitial($0, playlist: url) }
    }
}
