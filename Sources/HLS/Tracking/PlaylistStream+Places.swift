import MediaCore

/// Finds places in a playlist, with its parts (§4.4.4.9).
extension PlaylistStream {
    /// What comes next, given the playlist as it is.
    enum Next: Sendable, Hashable {
        case media(SegmentTimeline.Place)
        /// The window begins so much later than what was to come next.
        case behind(Duration)
        /// There is nothing to load: nothing yet, or nothing more.
        case end
        case undecided
    }

    var next: Next {
        guard let playlist, let first = playlist.segments.first, isPlaced else { return .undecided }
        switch cursor.position {
        case .join:
            return .undecided
        case .time(let time):
            return tracker.timeline.index(at: time).map { .media(.init(segment: $0, part: nil)) } ?? .end
        case .segment(let number): return next(in: number, after: 0, first)
        case .part(let number, let done): return next(in: number, after: done, first)
        }
    }

    private func next(in number: UInt64, after done: Int, _ first: Segment) -> Next {
        if let next = place(in: number, after: done) { return next }
        guard number < first.mediaSequence else { return .end }
        return .behind(cursor.nextStart.map { max(.zero, tracker.timeline.starts[0] - $0) } ?? .zero)
    }

    /// The next place in the segment with this number, of which `done` parts were loaded.
    private func place(in number: UInt64, after done: Int) -> Next? {
        guard let playlist else { return nil }
        guard let index = playlist.index(ofMediaSequence: number) else {
            guard isLowLatency, number == playlist.nextMediaSequence, let unfinished = playlist.unfinished else {
                return nil
            }
            return done < unfinished.parts.count ? .media(.init(segment: playlist.segments.count, part: done)) : .end
        }
        let parts = playlist.segments[index].parts
        // A segment is loaded whole from its start, unless its first part is on its way already.
        if done == 0 {
            let isHinted = parts.first.map { hints.bring($0.url, $0.range) } ?? false
            return .media(.init(segment: index, part: isLowLatency && isHinted ? 0 : nil))
        }
        if done < parts.count { return .media(.init(segment: index, part: done)) }
        // If the parts are gone, the whole segment has what is missing, unless nothing is.
        let end = tracker.timeline.starts[index + 1]
        let isMissing = parts.isEmpty && cursor.nextStart.map { end - $0 > .milliseconds(100) } ?? true
        if isMissing { return .media(.init(segment: index, part: nil)) }
        return number < .max ? place(in: number + 1, after: 0) : nil
    }

    /// The time at which a stream that takes this one's place goes on.
    var resume: MediaTime? {
        switch cursor.position {
        case .join: nil
        case .time(let time): time
        case .segment(let number):
            playlist?.index(ofMediaSequence: number).map { tracker.timeline.starts[$0] } ?? cursor.nextStart
                ?? cursor.joinedAt
        case .part: cursor.nextStart ?? cursor.joinedAt
        }
    }

    /// Whether what comes next is in the newest segments, so that single new parts matter.
    var isNearEdge: Bool {
        guard isLowLatency, let playlist else { return false }
        guard isPlaced else { return true }
        let next = next
        if case .media(let place) = next { return place.segment >= playlist.segments.count - 1 }
        return next == .end
    }

    /// The newest place at or before `time` at which decoding can begin.
    ///
    /// - Parameter anywhere: decoding can begin at every part, as with sound.
    func independentPlace(atOrBefore time: MediaTime, anywhere: Bool) -> SegmentTimeline.Place? {
        guard let playlist, isPlaced, let end = tracker.timeline.end, let edge = tracker.edge else { return nil }
        // The segment that is not complete comes after the last.
        let last =
            edge > end && time >= end ? playlist.segments.count : tracker.timeline.index(containing: time) ?? 0
        for index in (0...last).reversed() {
            guard let segment = tracker.timeline.segment(at: index) else { continue }
            var start = tracker.timeline.starts[index]
            var found: SegmentTimeline.Place?
            for (number, part) in segment.parts.enumerated() {
                if start > time { break }
                if anywhere || part.isIndependent || (number == 0 && playlist.hasIndependentSegments) {
                    found = .init(segment: index, part: number)
                }
                start = start + part.duration
            }
            // A complete segment is loaded whole from its start.
            if let place = found {
                return index < playlist.segments.count && place.part == 0 ? .init(segment: index, part: nil) : place
            }
            if index < playlist.segments.count { return .init(segment: index, part: nil) }
        }
        return nil
    }

    /// The number of seconds of gaps from a place on, where nothing can be had.
    func gapLength(from place: Int) -> Duration {
        guard let segments = playlist?.segments else { return .zero }
        return segments[place...].prefix { $0.isGap }.reduce(.zero) { $0 + $1.duration }
    }
}
