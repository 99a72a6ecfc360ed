/// Decides when a playlist's request with `_HLS_msn` is answered (RFC 8216bis 6.2.5.2).
struct BlockingReload: Equatable, Sendable {
    enum Decision: Equatable, Sendable {
        /// The request is answered at this time, in seconds since 1970; it may be past.
        case at(Double)
        /// The request is refused with 400: too far ahead.
        case tooFar
    }

    let timeline: SegmentTimeline
    /// The timeline of parts; nil: the playlist has no parts.
    let parts: PartTimeline?

    /// Decides about a request; `sequence` counts as segments do.
    func decision(sequence: Int64, part: Int?, now: Double) -> Decision {
        let next = timeline.window(now: now).upperBound
        // The limit is the last segment's number plus two.
        if sequence > next + 1 { return .tooFar }
        guard let parts, let part else {
            return .at(Double((sequence + 1) * Int64(timeline.seconds)))
        }
        let wanted = parts.normalised(segment: sequence, part: part)
        // Advance Part Limit: three parts, or as many as fill three seconds.
        let limit = parts.target < 1 ? Int64((3 / parts.target).rounded(.up)) : 3
        let last = parts.count(parts.edge(now: now)) - 1
        if parts.count(wanted) > last + limit { return .tooFar }
        return .at(parts.completion(wanted))
    }
}
