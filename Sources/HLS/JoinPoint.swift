import MediaCore

/// Where playing begins in a playlist that was loaded for the first time.
struct JoinPoint: Sendable, Hashable {
    /// The first that is loaded.
    var place: Track.Place
    /// Not before this is anything shown, when that is inside the segment.
    var showFrom: Duration?

    init(place: Track.Place, showFrom: Duration?) {
        self.place = place
        self.showFrom = showFrom
    }

    /// By whole segments. Nil for a playlist without any.
    /// - Parameters:
    ///   - start: EXT-X-START, the multivariant playlist's before the media playlist's (§4.4.2.2).
    ///   - age: of a live playlist: its end has moved on by so much meanwhile.
    init?(_ playlist: MediaPlaylist, start: StartPoint?, options: SessionOptions, age: Duration = .zero) {
        guard !playlist.segments.isEmpty else { return nil }
        place = Track.Place(segment: 0, part: nil)
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
        } else if let start {
            position = start.offset < .zero ? playlist.duration + start.offset : start.offset
            if start.isPrecise { showFrom = position }
        } else {
            position = .zero
        }
        var time = Duration.zero
        for (index, segment) in playlist.segments.enumerated() {
            // The newest that starts no later than the position.
            if time > position { break }
            place.segment = index
            time += segment.duration
        }
    }

    /// From the playlist's beginning: HOLD-BACK stays the least distance to its end (§6.3.3).
    static func live(length: Duration, holdBack: Duration, start: StartPoint?) -> Duration {
        guard let start else { return length - holdBack }
        let asked = start.offset < .zero ? .zero - start.offset : length - start.offset
        return length - max(holdBack, asked)
    }

    /// From the playlist's beginning.
    private static func end(of sequence: UInt64, in playlist: MediaPlaylist) -> Duration? {
        guard let index = playlist.segments.firstIndex(where: { $0.mediaSequence == sequence }) else { return nil }
        return playlist.segments[...index].reduce(.zero) { $0 + $1.duration }
    }

    /// The n-th from the end that can be loaded.
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
