import MediaCore

/// The place of a text segment, and the relation of the clock of the media beside it to the session's
/// timeline.
package struct TextSegmentTiming: Sendable, Hashable {
    /// The segment's start on the session's timeline, as the playlist states it.
    package var start: MediaTime
    package var duration: Duration
    /// The offset from the media's timestamps (unwrapped) to the session's timeline: that of the main
    /// stream, in the same stretch of continuous timestamps.
    package var offset: Duration

    package init(start: MediaTime, duration: Duration, offset: Duration) {
        self.start = start
        self.duration = duration
        self.offset = offset
    }

    /// How far outside its segment a cue may lie and still be believed.
    private static let slack: Duration = .seconds(10)

    /// A media time on the session's timeline. If one clock counts on in 64 bits where the other has
    /// wrapped, it is the nearest time 2³³ ticks apart.
    func place(_ media: MediaTime) -> MediaTime {
        let placed = media + offset
        let distance = placed - start
        if distance > .seconds(-3600), distance < duration + .seconds(3600) { return placed }
        return TimestampMap.identity.mediaTime(of: media, near: start - offset) + offset
    }

    func isNear(_ cue: TextCue) -> Bool {
        cue.end > start - Self.slack && cue.start < start + duration + Self.slack
    }
}

extension WebVTTDocument {
    /// The cues on the session's timeline.
    ///
    /// Without X-TIMESTAMP-MAP the file's zero is MPEGTS 0 (§3.5). Where that puts every cue far away
    /// from the segment, the times are tried as those of the presentation, then as counted from the
    /// segment's start: there are files of that kind.
    package func cues(_ timing: TextSegmentTiming) -> [TextCue] {
        let expected = timing.start - timing.offset
        let mapped = shifted { (timestampMap ?? .identity).mediaTime(of: $0, near: expected) + timing.offset }
        guard timestampMap == nil, !mapped.contains(where: timing.isNear) else { return mapped }
        if cues.contains(where: timing.isNear) { return cues }
        let counted = shifted { timing.start + ($0 - .zero) }
        return counted.contains(where: timing.isNear) ? counted : mapped
    }

    private func shifted(_ map: (MediaTime) -> MediaTime) -> [TextCue] {
        cues.map { $0.shifted(by: map($0.start) - $0.start) }
    }
}
