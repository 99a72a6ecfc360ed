/// The times at which the parts of a low-latency stream end (RFC 8216bis 3.2), by wall clock as in
/// `SegmentTimeline`: a part exists once its time is over.
///
/// A part ends only behind a picture before which all earlier pictures in decoding order are shown:
/// with one B-picture between two others, behind an odd number of pictures of a second, or behind
/// all of it. So a part holds just the pictures of its own time.
struct PartTimeline: Equatable, Sendable {
    /// A part's place: its parent segment and its index.
    struct Position: Comparable, Sendable {
        var segment: Int64
        var part: Int

        static func < (one: Position, other: Position) -> Bool {
            (one.segment, one.part) < (other.segment, other.part)
        }
    }

    let segments: SegmentTimeline
    let framesPerSecond: Int
    /// The ends of a second's parts, in pictures since its beginning; the last is all.
    let ends: [Int]

    /// Makes a timeline with `partsPerSecond` parts, 1…4, in which all but a second's first part
    /// last 85 % of the longest or more (4.4.4.9; the first one is independent, and exempt).
    init?(segments: SegmentTimeline, framesPerSecond: Int, partsPerSecond: Int) {
        guard (1...4).contains(partsPerSecond), framesPerSecond >= 4 * partsPerSecond else { return nil }
        self.segments = segments
        self.framesPerSecond = framesPerSecond
        ends = (1...partsPerSecond).map { index in
            let ideal = (index * framesPerSecond + partsPerSecond - 1) / partsPerSecond
            return ideal == framesPerSecond || ideal % 2 == 1 ? ideal : ideal - 1
        }
    }

    var partsPerSegment: Int { segments.seconds * ends.count }

    /// The longest part, in pictures.
    var longestPart: Int { ends.indices.map { frames($0).count }.max() ?? framesPerSecond }

    /// The longest part in seconds, not rounded.
    var target: Double { Double(longestPart) / Double(framesPerSecond) }

    /// A part's pictures within its second, in decoding order.
    func frames(_ part: Int) -> Range<Int> {
        let place = part % ends.count
        return (place == 0 ? 0 : ends[place - 1])..<ends[place]
    }

    /// The second within its segment to which a part belongs.
    func second(_ part: Int) -> Int { part / ends.count }

    /// Whether a part is independent: each second begins with an IDR picture.
    func isIndependent(_ part: Int) -> Bool { part % ends.count == 0 }

    /// The time at which a part comes to exist, in seconds since 1970.
    func completion(_ position: Position) -> Double {
        Double(position.segment * Int64(segments.seconds) + Int64(second(position.part)))
            + Double(ends[position.part % ends.count]) / Double(framesPerSecond)
    }

    /// The first part that does not exist at `now`.
    func edge(now: Double) -> Position {
        let segment = segments.window(now: now).upperBound
        let part = (0..<partsPerSegment).first { completion(Position(segment: segment, part: $0)) > now }
        return Position(segment: segment, part: part ?? 0)
    }

    /// The position of a part index, where one behind a segment's last means the next segment's
    /// first (6.2.5.2).
    func normalised(segment: Int64, part: Int) -> Position {
        part < partsPerSegment ? Position(segment: segment, part: part) : Position(segment: segment + 1, part: 0)
    }

    /// The number of parts from 1970 to a position.
    func count(_ position: Position) -> Int64 { position.segment * Int64(partsPerSegment) + Int64(position.part) }

    func position(_ count: Int64) -> Position {
        Position(segment: count / Int64(partsPerSegment), part: Int(count % Int64(partsPerSegment)))
    }
}
