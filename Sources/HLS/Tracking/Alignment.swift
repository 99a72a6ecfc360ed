import MediaCore

/// Finds where a playlist lies on the timeline of another one. Media sequence numbers say nothing
/// about that (§6.3.4): only dates, discontinuities and the ends do.
enum Alignment {
    /// The place of `own`'s first segment on the timeline of `reference`; nil when one of them has
    /// no segments.
    /// - Parameter elapsed: how much later than `reference` it was loaded.
    static func origin(
        of own: SegmentTimeline, beside reference: SegmentTimeline, elapsed: Duration
    ) -> MediaTime? {
        guard let playlist = own.playlist, let other = reference.playlist, let start = reference.start,
            let end = reference.end, !playlist.segments.isEmpty
        else { return nil }
        if let date = playlist.programDate(ofSegmentAt: 0), let zero = reference.dateAtZero {
            let origin = MediaTime.zero + (date - zero)
            // Clocks that are hours apart tell nothing about each other.
            let reach = max(playlist.targetDuration, other.targetDuration) * 2
            if origin <= end + reach, origin + playlist.duration >= start - reach { return origin }
        }
        // Both playlists begin where the presentation begins.
        if !other.isLive || other.kind != nil, !playlist.isLive || playlist.kind != nil { return start }
        if playlist.statesDiscontinuitySequence, other.statesDiscontinuitySequence,
            let shared = boundary(playlist, other)
        {
            return reference.starts[shared.other] - offset(of: shared.own, in: playlist)
        }
        // Two windows of one encoder end together. What was published between the two loads belongs to
        // the later one.
        let longest = playlist.targetDuration
        let grown = elapsed > longest ? elapsed - longest / 2 : .zero
        return end + grown - playlist.duration
    }

    /// Finds the segments at which the same discontinuity begins in both playlists.
    private static func boundary(_ own: MediaPlaylist, _ other: MediaPlaylist) -> (own: Int, other: Int)? {
        var places: [UInt64: Int] = [:]
        for (index, segment) in other.segments.enumerated() where segment.isDiscontinuity {
            places[segment.discontinuitySequence] = index
        }
        for (index, segment) in own.segments.enumerated() where segment.isDiscontinuity {
            if let place = places[segment.discontinuitySequence] { return (index, place) }
        }
        return nil
    }

    private static func offset(of index: Int, in playlist: MediaPlaylist) -> Duration {
        playlist.segments[..<index].reduce(.zero) { $0 + $1.duration }
    }
}
