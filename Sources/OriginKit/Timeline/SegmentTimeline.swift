/// The timeline of segments by wall clock: segment k holds the time from `k × length` to `(k + 1) × length`
/// since 1970, and exists once that time is over. Every origin agrees on it.
struct SegmentTimeline: Equatable, Sendable {
    /// The number of pieces joined into a segment.
    let piecesPerSegment: Int

    /// Makes a timeline; nil unless the length fits the break schedules.
    init?(segmentSeconds: Int) {
        guard [1, 2, 3, 5, 6, 10].contains(segmentSeconds) else { return nil }
        piecesPerSegment = segmentSeconds / ChannelContent.pieceSeconds
    }

    var seconds: Int { piecesPerSegment * ChannelContent.pieceSeconds }

    /// The number of segments in a live playlist, unless more is asked for.
    var windowCount: Int { seconds <= 2 ? 6 : 5 }

    /// The segments that a live playlist lists at `now` (seconds since 1970). `seconds`: their total length,
    /// at least three segments; nil: the usual.
    func window(now: Double, seconds length: Int? = nil) -> Range<Int64> {
        let next = Int64(max(0, min(now, 1e12)) / Double(seconds))
        let count = length.map { max(3, $0 / seconds) } ?? windowCount
        return max(0, next - Int64(count))..<next
    }

    /// The indices of a segment's pieces.
    func pieces(of segment: Int64) -> Range<Int64> {
        let first = segment * Int64(piecesPerSegment)
        return first..<first + Int64(piecesPerSegment)
    }
}
