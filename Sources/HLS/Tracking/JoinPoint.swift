import MediaCore

/// The place where playing begins in a playlist that was loaded for the first time.
struct JoinPoint: Sendable, Hashable {
    /// The first segment or part that is loaded.
    var place: SegmentTimeline.Place
    /// Nothing before this is shown, when playing begins inside the segment; nil: all of it is
    /// shown.
    var showFrom: Duration?

    init(place: SegmentTimeline.Place, showFrom: Duration?) {
        self.place = place
        self.showFrom = showFrom
    }

    /// Finds the join point in whole segments; nil for a playlist without any.
    /// - Parameters:
    ///   - start: EXT-X-START, the multivariant playlist's before the media playlist's (§4.4.2.2).
    ///   - age: how far the end of a live playlist has moved on since it was new.
    init?(_ playlist: MediaPlaylist, start: StartPoint?, options: SessionOptions, age: Duration = .zero) {
        guard !playlist.segments.isEmpty else { return nil }
        place = SegmentTimeline.Place(segment: 0, part: nil)
        let position: Duration
        if case .beforeEnd(let distance, let sequence) = options.start {
            let end = sequence.flatMap { JoinPoint.end(of: $0, in: playlist) } ?? playlist.duration
            position = max(.zero, end - distance)
            showFrom = position
        } else if playlist.isLive {
            if case .segmentsFromEnd(let count) = options.liveStart {
                let newer = Int(clamping: age.nanoseconds / playlist.targetDuration.nanoseconds)
                place.segment = JoinPoint.fromEnd(playlist.segments, max(1, count - newer))
                return
            }
            if playlist.kind == .event, options.eventsFromStart, start == nil {
                return
            }
            position = JoinPoint.live(length: playlist.duration, holdBack: playlist.holdBack, start: start) + age
            if let start, start.isPrecise { showFrom = max(.zero, position) }
        } else if case .offset(let offset) = options.start {
            position = max(.zero, offset)
            showFrom = position
        } else if case .resume(let offset, let length) = options.start, offset >= .zero, offset < playlist.duration,
            SessionOptions.Start.isSame(playlist.duration, as: length)
        {
            position = offset
            showFrom = position
        } else if let start {
            position = start.offset < .zero ? playlist.duration + start.offset : start.offset
            if start.isPrecise { showFrom = position }
        } else {
            position = .zero
        }
        var time = Duration.zero
        for (index, segment) in playlist.segments.enumerated() {
            // The newest segment that starts no later than the position.
            if time > position { break }
            place.segment = index
            time += segment.duration
        }
    }

    /// The join position in a live playlist, from its beginning: HOLD-BACK stays the least distance
    /// to its end (§6.3.3).
    static func live(length: Duration, holdBack: Duration, start: StartPoint?) -> Duration {
        guard let start else { return length - holdBack }
        let asked = start.offset < .zero ? .zero - start.offset : length - start.offset
        return length - max(holdBack, asked)
    }

    /// The end of the segment of this number, from the playlist's beginning; nil when it is not
    /// listed.
    private static func end(of sequence: UInt64, in playlist: MediaPlaylist) -> Duration? {
        guard let index = playlist.segments.firstIndex(where: { $0.mediaSequence == sequence }) else { return nil }
        return playlist.segments[...index].reduce(.zero) { $0 + $1.duration }
    }

    /// The index of the `count`-th segment from the end that can be loaded.
    private static func fromEnd(_ segments: [Segment], _ count: Int) -> Int {
        var left = max(1, count)
        var index = segments.count - 1
        while index > 0 {
            if !segments[index].isGap { left -= 1 }
            if left <= 0 { break }
            index -= 1
        }
        return index
    }
}
