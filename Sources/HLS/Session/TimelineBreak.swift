import MediaCore

/// A break in a presentation, as its date ranges announce it: advertisements, which the timeline marks.
package struct TimelineBreak: Sendable, Hashable {
    package var id: String
    package var start: MediaTime
    package var end: MediaTime
    /// X-RESTRICT=SKIP: the viewer may neither seek forward in it nor play it faster.
    package var restrictsSkip = false
    /// X-RESTRICT=JUMP: the viewer may not seek over it.
    package var restrictsJump = false

    package init(
        id: String, start: MediaTime, end: MediaTime, restrictsSkip: Bool = false, restrictsJump: Bool = false
    ) {
        self.id = id
        self.start = start
        self.end = end
        self.restrictsSkip = restrictsSkip
        self.restrictsJump = restrictsJump
    }
}

extension TimelineBreak {
    /// The break that an interstitial is on the timeline, a point where it takes up nothing of it; nil: it has no place
    /// there.
    package init?(_ placed: PlacedInterstitial) {
        guard placed.event.trigger == nil else { return nil }
        self.init(
            id: placed.event.id, start: placed.start,
            end: placed.start + max(.zero, placed.event.resumeOffset ?? placed.statedLength ?? .zero),
            restrictsSkip: placed.event.restrictsSkip, restrictsJump: placed.event.restrictsJump)
    }
}

extension MediaPlaylist {
    /// The breaks that its date ranges announce, in the order in which they come: interstitials, and what SCTE-35 splices
    /// out.
    ///
    /// - Parameter dateAtZero: the civil time at zero of the timeline
    func breaks(dateAtZero: ProgramDate) -> [TimelineBreak] {
        dateRanges.compactMap { range -> TimelineBreak? in
            let event = try? InterstitialEvent(range, playlist: url)
            guard event != nil || range.scte35Out != nil, event?.trigger == nil, let start = range.start else {
                return nil
            }
            let length =
                event?.resumeOffset ?? range.duration ?? range.end.map { $0 - start } ?? range.plannedDuration ?? .zero
            let place = MediaTime.zero + (start - dateAtZero)
            return TimelineBreak(
                id: range.id, start: place, end: place + max(.zero, length),
                restrictsSkip: event?.restrictsSkip ?? false, restrictsJump: event?.restrictsJump ?? false)
        }.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
    }
}
