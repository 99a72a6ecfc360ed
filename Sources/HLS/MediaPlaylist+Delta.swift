import MediaCore

extension MediaPlaylist {
    /// The whole playlist, when this one is a delta update (§6.3.7): the skipped segments are taken from
    /// `previous`. Throws `.skippedTooMuch` when `previous` has not all of them; then load it whole.
    package func merged(over previous: MediaPlaylist) throws(PlaylistError) -> MediaPlaylist {
        guard let skip else { return self }
        let failure = PlaylistError(line: 1, .skippedTooMuch)
        guard skip.segments <= UInt64(previous.segments.count) else { throw failure }
        let count = Int(skip.segments)
        var whole = self
        whole.skip = nil
        if count > 0 {
            guard let first = previous.index(ofMediaSequence: mediaSequence),
                previous.segments.count - first >= count
            else { throw failure }
            let skipped = previous.segments[first..<(first + count)]
            // The update counts discontinuities from its own start; those in the skipped stretch are missing.
            let known = skipped.last?.discontinuitySequence ?? discontinuitySequence
            let missing = known.subtractingSaturating(discontinuitySequence)
            let own = segments.enumerated().map { index, segment in
                var segment = segment
                segment.discontinuitySequence = segment.discontinuitySequence.addingSaturating(missing)
                if let last = skipped.last {
                    if index < skip.inheritsKeys ?? .max, segment.keys.isEmpty { segment.keys = last.keys }
                    if index < skip.inheritsMap ?? .max, segment.map == nil { segment.map = last.map }
                    if segment.bitrate == nil, segment.range == nil { segment.bitrate = last.bitrate }
                }
                return segment
            }
            whole.segments = skipped + own
        }
        // Date ranges that are neither removed nor said again stay.
        var ranges = previous.dateRanges.filter { !skip.removedDateRanges.contains($0.id) }
        var places: [String: Int] = [:]
        for (place, range) in ranges.enumerated() { places[range.id] = place }
        for range in dateRanges {
            if let place = places[range.id] {
                _ = ranges[place].merge(range)
            } else {
                ranges.append(range)
            }
        }
        whole.dateRanges = ranges
        return whole
    }
}
