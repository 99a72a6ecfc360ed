import MediaCore

/// Where playing begins in a playlist that was loaded for the first time.
struct JoinPoint: Sendable, Hashable {
    /// Index of the first segment to load.
    var index: Int
    /// Not before this is anything shown, when that is inside the segment.
    var showFrom: Duration?

    /// Nil for a playlist without segments.
    /// - Parameter start: EXT-X-START, the multivariant playlist's before the media playlist's (§4.4.2.2).
    init?(_ playlist: MediaPlaylist, start: StartPoint?, options: SessionOptions) {
        guard !playlist.segments.isEmpty else { return nil }
        let total = playlist.duration
        let position: Duration
        if playlist.isLive {
            if case .segmentsFromEnd(let count) = options.liveStart {
                var left = max(1, count)
                index = playlist.segments.count - 1
                while index > 0 {
                    if !playlist.segments[index].isGap { left -= 1 }
                    if left <= 0 { break }
                    index -= 1
                }
                return
            }
            var distance = playlist.holdBack
            if let start {
                // HOLD-BACK stays the least distance (§6.3.3).
                let asked = start.offset < .zero ? .zero - start.offset : total - start.offset
                distance = max(distance, asked)
            }
            position = total - distance
        } else if options.start > .zero {
            position = options.start - .zero
            showFrom = position
        } else if let start {
            position = start.offset < .zero ? total + start.offset : start.offset
            if start.isPrecise { showFrom = position }
        } else {
            position = .zero
        }
        index = 0
        var time = Duration.zero
        for (place, segment) in playlist.segments.enumerated() {
            // The newest that starts no later than the position.
            if time > position { break }
            index = place
            time += segment.duration
        }
    }
}
