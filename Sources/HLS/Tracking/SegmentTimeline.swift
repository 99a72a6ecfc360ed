import MediaCore

/// A media playlist and the places of its segments on the session's timeline.
struct SegmentTimeline: Sendable {
    /// The place of a segment or part in a playlist.
    struct Place: Sendable, Hashable {
        /// The segment's index in the playlist; the count of segments means the one that is not complete.
        var segment: Int
        /// The index of the part; nil for the whole segment.
        var part: Int?
    }

    private(set) var playlist: MediaPlaylist?
    /// The start of each segment, and last the end. Empty until the playlist is placed.
    private(set) var starts: [MediaTime] = []

    var isPlaced: Bool { !starts.isEmpty }
    var start: MediaTime? { starts.first }
    var end: MediaTime? { starts.last }

    /// What the newest of its segments say that they are, where any says so, and where each begins.
    func titles(newest count: Int) -> [(title: String, start: MediaTime)] {
        guard let segments = playlist?.segments, segments.count < starts.count else { return [] }
        let newest = segments.indices.suffix(count)
        guard newest.contains(where: { !segments[$0].title.isEmpty }) else { return [] }
        return newest.map { (segments[$0].title, starts[$0]) }
    }

    // MARK: Placing

    /// Places the first segment at `origin`, and the others behind it.
    mutating func place(at origin: MediaTime) {
        guard let playlist else { return }
        starts = []
        starts.reserveCapacity(playlist.segments.count + 1)
        var time = origin
        starts.append(time)
        for segment in playlist.segments {
            time = time + segment.duration
            starts.append(time)
        }
    }

    /// Forgets the places of the segments, so that the playlist is placed anew.
    mutating func displace() { starts = [] }

    /// Takes a whole playlist of the same URL. The places of segments that both list stay.
    /// - Parameter next: the number of the segment to be played next, when that is known.
    mutating func update(_ new: MediaPlaylist, next: UInt64?) -> PlaylistChange {
        guard let old = playlist else {
            playlist = new
            return .first
        }
        let change = PlaylistChange(from: old, to: new, next: next)
        switch change {
        case .first: playlist = new
        case .emptied: playlist?.hasEnd = new.hasEnd
        case .unchanged(let isOlder): if !isOlder { replace(new) }
        case .advanced: replace(new)
        case .restarted:
            playlist = new
            starts = []
        }
        return change
    }

    private mutating func replace(_ new: MediaPlaylist) {
        let old = playlist
        playlist = new
        guard let old, let end, let first = new.segments.first else { return }
        if let index = old.index(ofMediaSequence: first.mediaSequence) {
            adoptDiscontinuities(of: old, at: index)
            place(at: starts[index])
        } else if let date = new.programDate(ofSegmentAt: 0), let known = dateAtZero(of: old) {
            place(at: MediaTime(nanoseconds: (date - known).nanoseconds))
        } else {
            let missed = first.mediaSequence.subtractingSaturating(old.nextMediaSequence)
            place(at: end + new.targetDuration * Int(min(missed, 100_000)))
        }
    }

    /// Continues the discontinuity count of the old playlist where the new one has no
    /// EXT-X-DISCONTINUITY-SEQUENCE: then each text counts from zero.
    private mutating func adoptDiscontinuities(of old: MediaPlaylist, at index: Int) {
        guard let new = playlist, !new.statesDiscontinuitySequence, let first = new.segments.first else { return }
        let known = old.segments[index].discontinuitySequence
        guard known > first.discontinuitySequence else { return }
        let missing = known - first.discontinuitySequence
        for i in new.segments.indices {
            playlist?.segments[i].discontinuitySequence =
                new.segments[i].discontinuitySequence.addingSaturating(missing)
        }
        if let own = new.unfinished?.discontinuitySequence {
            playlist?.unfinished?.discontinuitySequence = own.addingSaturating(missing)
        }
    }

    // MARK: Looking up

    /// The civil time at zero of the timeline, if the playlist states it.
    var dateAtZero: ProgramDate? {
        playlist.flatMap { dateAtZero(of: $0) }
    }

    private func dateAtZero(of playlist: MediaPlaylist) -> ProgramDate? {
        for (segment, start) in zip(playlist.segments, starts) {
            if let date = segment.programDate { return date - (start - .zero) }
        }
        return nil
    }

    /// The last segment that is listed whole; nil before the playlist is placed.
    var newest: PresentationWindow.Newest? {
        guard let last = playlist?.segments.last, let end else { return nil }
        return PresentationWindow.Newest(mediaSequence: last.mediaSequence, end: end)
    }

    /// The segment at an index, also the one that is not complete.
    func segment(at index: Int) -> Segment? {
        guard let playlist else { return nil }
        return playlist.segments.indices.contains(index)
            ? playlist.segments[index]
            : index == playlist.segments.count ? playlist.unfinished : nil
    }

    /// The start of a place on the timeline.
    func start(of place: Place) -> MediaTime? {
        guard starts.indices.contains(place.segment) else { return nil }
        let parts = segment(at: place.segment)?.parts ?? []
        return parts.prefix(place.part ?? 0).reduce(starts[place.segment]) { $0 + $1.duration }
    }

    /// The index of the segment that plays at `time`: a segment with less than half of itself left counts
    /// as played. Nil after the last.
    func index(at time: MediaTime) -> Int? {
        guard let playlist, isPlaced else { return nil }
        var low = 0
        var high = playlist.segments.count
        while low < high {
            let middle = (low + high) / 2
            let centre = starts[middle] + playlist.segments[middle].duration / 2
            if centre > time { high = middle } else { low = middle + 1 }
        }
        return low < playlist.segments.count ? low : nil
    }

    /// The segment that contains `time`; the last when it is later, the first when it is earlier.
    func index(containing time: MediaTime) -> Int? {
        guard let playlist, isPlaced, !playlist.segments.isEmpty else { return nil }
        var low = 0
        var high = playlist.segments.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= time { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
