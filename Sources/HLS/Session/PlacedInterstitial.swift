import MediaCore

/// An interstitial (Appendix D) at its place in a presentation: on the timeline of the session that plays it.
package struct PlacedInterstitial: Sendable, Hashable {
    package var event: InterstitialEvent
    /// Where the presentation is left for it: at its start date, or at the segment boundary that X-SNAP=OUT names. Of no
    /// meaning where it has a trigger.
    package var start: MediaTime
    /// The boundaries of segments among which X-SNAP=IN chooses, in order; empty where it does not.
    private var boundaries: [MediaTime] = []

    /// So far behind the start of one that snaps in boundaries are known.
    private static let longest = Duration.seconds(600)

    /// - Parameter boundaries: the boundaries between segments, in order
    package init(_ event: InterstitialEvent, at start: MediaTime, boundaries: [MediaTime] = []) {
        self.event = event
        self.start = event.snapsOut ? Self.nearest(start, in: boundaries) : start
        if event.snapsIn { self.boundaries = boundaries.filter { $0 >= start && $0 - start <= Self.longest } }
    }

    /// Where the presentation goes on.
    ///
    /// - Parameters:
    ///   - place: where it was left
    ///   - played: how long the interstitial was played, its limit included
    package func resume(from place: MediaTime, played: Duration) -> MediaTime {
        let resume = place + (event.resumeOffset ?? played)
        return resume == place ? place : Self.nearest(resume, in: boundaries)
    }

    /// The same on a timeline whose zero lies so much earlier.
    package func moved(by distance: Duration) -> Self {
        var moved = self
        moved.start = start + distance
        moved.boundaries = boundaries.map { $0 + distance }
        return moved
    }

    /// How long it is, as far as its date range tells; nil: it does not.
    package var statedLength: Duration? {
        let length = event.duration ?? event.plannedDuration
        guard let limit = event.playoutLimit else { return length }
        return min(length ?? limit, limit)
    }

    /// The boundary nearest to a time; the time itself where it lies outside of them.
    private static func nearest(_ time: MediaTime, in boundaries: [MediaTime]) -> MediaTime {
        guard let first = boundaries.first, let last = boundaries.last, first <= time, time <= last else { return time }
        let next = boundaries.first { $0 >= time } ?? time
        let before = boundaries.last { $0 <= time } ?? time
        return next - time <= time - before ? next : before
    }
}

extension MediaPlaylist {
    /// Its interstitials at their places, in the order in which they come: those of one time as they are listed.
    ///
    /// - Parameters:
    ///   - dateAtZero: the civil time at zero of the timeline
    ///   - boundaries: where its segments begin on the timeline, and where the last ends
    func placedInterstitials(dateAtZero: ProgramDate, boundaries: [MediaTime]) -> [PlacedInterstitial] {
        let placed = interstitials.map {
            PlacedInterstitial($0, at: .zero + ($0.start - dateAtZero), boundaries: boundaries)
        }
        return placed.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
    }
}
