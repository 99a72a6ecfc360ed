import Devices
import MediaCore

/// Finds places in a playlist with parts (§4.4.4.9).
extension Track {
    /// The place of a segment or part in a playlist.
    struct Place: Sendable, Hashable {
        /// The segment's index in the playlist; the count of segments means the one that is not complete.
        var segment: Int
        /// The index of the part; nil for the whole segment.
        var part: Int?
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

    /// The end of what is listed: with the parts of the segment that is not complete, when they are used.
    var edge: MediaTime? {
        end.map { isLowLatency ? $0 + (playlist?.unfinished?.duration ?? .zero) : $0 }
    }

    /// The number of the segment that the cursor is in; nil before it is known.
    var nextNumber: UInt64? {
        switch cursor {
        case .segment(let number), .part(let number, _): number
        case .join, .time: nil
        }
    }

    /// Whether what comes next is in the newest segments, so that single new parts matter.
    var isNearEdge: Bool {
        guard isLowLatency, let playlist else { return false }
        guard isPlaced else { return true }
        if case .media(let place) = nextIndex { return place.segment >= playlist.segments.count - 1 }
        return nextIndex == .end
    }

    mutating func learnEdge(_ now: HostTime) {
        if let edge, playlist?.isLive == true { edges.learn(edge, at: now) }
    }

    /// How far behind the edge the track is played.
    var holdBack: Duration? {
        guard let playlist else { return nil }
        return isLowLatency ? playlist.partHoldBack ?? playlist.holdBack : playlist.holdBack
    }

    /// The next place in the segment with this number, of which `done` parts were loaded.
    func place(in number: UInt64, after done: Int) -> Next? {
        guard let playlist else { return nil }
        guard let index = playlist.index(ofMediaSequence: number) else {
            guard isLowLatency, number == playlist.nextMediaSequence, let unfinished = playlist.unfinished else {
                return nil
            }
            return done < unfinished.parts.count ? .media(Place(segment: playlist.segments.count, part: done)) : .end
        }
        let parts = playlist.segments[index].parts
        // A segment is loaded whole from its start, unless its first part is on its way already.
        if done == 0 {
            let isHinted = parts.first.map { part in hints.contains { $0.slice(part.url, part.range) != nil } } ?? false
            return .media(Place(segment: index, part: isLowLatency && isHinted ? 0 : nil))
        }
        if done < parts.count { return .media(Place(segment: index, part: done)) }
        // If the parts are gone, the whole segment has what is missing, unless nothing is.
        let isMissing = parts.isEmpty && nextStart.map { starts[index + 1] - $0 > .milliseconds(100) } ?? true
        if isMissing { return .media(Place(segment: index, part: nil)) }
        return number < .max ? place(in: number + 1, after: 0) : nil
    }

    /// The newest place at or before `time` at which decoding can begin.
    ///
    /// - Parameter anywhere: decoding can begin at every part, as with sound.
    func independentPlace(atOrBefore time: MediaTime, anywhere: Bool) -> Place? {
        guard let playlist, isPlaced else { return nil }
        let first = index(containing: time) ?? 0
        // The segment that is not complete comes after the last.
        for index
            in (0...(edge.map { $0 > (end ?? $0) && time >= (end ?? $0) } == true ? playlist.segments.count : first))
            .reversed()
        {
            guard let segment = segment(at: index) else { continue }
            var start = starts[index]
            var found: Place?
            for (number, part) in segment.parts.enumerated() {
                if start > time { break }
                if anywhere || part.isIndependent || (number == 0 && playlist.hasIndependentSegments) {
                    found = Place(segment: index, part: number)
                }
                start = start + part.duration
            }
            // A complete segment is loaded whole from its start.
            if let place = found {
                return index < playlist.segments.count && place.part == 0 ? Place(segment: index, part: nil) : place
            }
            if index < playlist.segments.count { return Place(segment: index, part: nil) }
        }
        return nil
    }

    /// Moves the cursor to a place.
    mutating func move(to place: Place) {
        guard let segment = segment(at: place.segment) else { return }
        cursor = place.part.map { .part(segment.mediaSequence, $0) } ?? .segment(segment.mediaSequence)
        nextStart = start(of: place)
    }
}
