/// Segments by wall-clock: segment k holds the time from `k × length` to `(k + 1) × length` since
/// 1970, and exists once that time is over. Every origin agrees on it.
struct SegmentTimeline: Equatable, Sendable {
    /// Pieces joined into a segment: 1 (2 s) or 3 (6 s).
    let piecesPerSegment: Int

    init?(segmentSeconds: Int) {
        guard segmentSeconds == 2 || segmentSeconds == 6 else { return nil }
        piecesPerSegment = segmentSeconds / ChannelContent.pieceSeconds
    }

    var seconds: Int { piecesPerSegment * ChannelContent.pieceSeconds }

    /// In a live playlist.
    var windowCount: Int { seconds == 2 ? 6 : 5 }

    /// The segments a live playlist lists at `now` (seconds since 1970).
    func window(now: Double) -> Range<Int64> {
        let next = Int64(max(0, min(now, 1e12)) / Double(seconds))
        return max(0, next - Int64(windowCount))..<next
    }

    /// The indices of a segment's pieces.
    func pieces(of segment: Int64) -> Range<Int64> {
        let first = segment * Int64(piecesPerSegment)
        return first..<first + Int64(piecesPerSegment)
    }
}

/// Every 30 s a break of about 10 s (2 s segments: 10 s, 6 s segments: 12 s) from another channel,
/// with timestamps of its own.
struct BreakSchedule: Equatable, Sendable {
    private let period: Int64
    private let start: Int64

    init(_ timeline: SegmentTimeline) {
        period = 30 / Int64(timeline.seconds)
        start = period - (10 + Int64(timeline.seconds) - 1) / Int64(timeline.seconds)
    }

    /// The segment's place within its break; nil in the programme.
    func placeInBreak(_ segment: Int64) -> Int64? {
        let place = segment % period - start
        return place < 0 ? nil : place
    }

    /// How many discontinuities lie before the segment, since 1970.
    func discontinuities(before segment: Int64) -> Int64 {
        segment / period * 2 + (placeInBreak(segment) == nil ? 0 : 1)
    }
}
