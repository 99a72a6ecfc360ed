import Devices
import MediaCore

extension MediaPlaylist {
    /// The whole playlist, when this one is a delta update (§6.3.7): the skipped segments are taken from
    /// `previous`, by their numbers. Throws `.skippedTooMuch` when `previous` lacks some of them; then
    /// load the playlist whole.
    package func merged(over previous: MediaPlaylist) throws(PlaylistError) -> MediaPlaylist {
        guard let skip else { return self }
        let failure = PlaylistError(line: 1, .skippedTooMuch)
        var whole = self
        whole.skip = nil
        if skip.segments > 0 {
            guard skip.segments <= UInt64(previous.segments.count), case let count = Int(skip.segments),
                let first = previous.index(ofMediaSequence: mediaSequence), previous.segments.count - first >= count
            else { throw failure }
            let skipped = previous.segments[first..<(first + count)]
            guard let state = SkippedState(skipped, discontinuitySequence) else { throw failure }
            whole.segments = Array(skipped)
            whole.segments.reserveCapacity(count + segments.count)
            for segment in segments {
                guard let complete = state.completed(segment) else { throw failure }
                whole.segments.append(complete)
            }
            whole.unfinished = unfinished.flatMap(state.completed)
        }
        whole.dateRanges = mergedDateRanges(over: previous.dateRanges, removed: Set(skip.removedDateRanges))
        return whole
    }

    /// The earlier date ranges that are neither removed nor repeated, and the new ones.
    private func mergedDateRanges(over previous: [DateRangeTag], removed: Set<String>) -> [DateRangeTag] {
        var ranges = previous.filter { !removed.contains($0.id) }
        var places: [String: Int] = [:]
        for (place, range) in ranges.enumerated() { places[range.id] = place }
        for range in dateRanges {
            if let place = places[range.id] {
                _ = ranges[place].merge(range)
            } else {
                ranges.append(range)
            }
        }
        // Ranges with an ID alone waited for a tag that was not skipped, and there was none.
        return ranges.filter { $0.start != nil }
    }
}

/// The tags of the skipped segments that stay in force for those after them.
private struct SkippedState {
    private let last: Segment
    /// The number of discontinuities in the skipped stretch, which the update does not count.
    private let discontinuities: UInt64
    private let bitrate: UInt64?

    init?(_ skipped: ArraySlice<Segment>, _ discontinuitySequence: UInt64) {
        guard let last = skipped.last else { return nil }
        self.last = last
        discontinuities = last.discontinuitySequence.subtractingSaturating(discontinuitySequence)
        bitrate = skipped.last { $0.range == nil }?.bitrate
    }

    /// `segment` with what it inherits; nil when it continues a byte range that is not there.
    func completed(_ segment: Segment) -> Segment? {
        var segment = segment
        let inherits = segment.inherits
        segment.inherits = []
        segment.discontinuitySequence = segment.discontinuitySequence.addingSaturating(discontinuities)
        if inherits.contains(.map), let map = last.map { segment.map = map }
        if var map = segment.map, map.inheritsKeys {
            map.keys = combined(map.keys)
            map.inheritsKeys = false
            segment.map = map
        }
        if inherits.contains(.keys) { segment.keys = combined(segment.keys) }
        if inherits.contains(.bitrate), segment.range == nil { segment.bitrate = bitrate }
        if inherits.contains(.range), let range = segment.range {
            guard let before = last.range, let length = before.length, last.url == segment.url else { return nil }
            let start = before.offset.addingSaturating(length)
            segment.range = ByteRange(offset: range.offset.addingSaturating(start), length: range.length)
        }
        return segment
    }

    /// The keys in force: a key holds until the next one of its format.
    private func combined(_ own: [KeyTag]) -> [KeyTag] {
        if own.isEmpty { return last.keys }
        return last.keys.filter { key in !own.contains { $0.keyFormat == key.keyFormat } } + own
    }
}
