/// The content of a break.
enum BreakKind: String, Equatable, Sendable, CaseIterable {
    /// Another channel, encoded alike.
    case same = "1"
    /// Another channel in another size.
    case size
    /// H.265 pictures.
    case hevc
    /// MPEG-2 pictures and AC-3 sound.
    case mpeg2
    /// AC-3 sound.
    case ac3

    /// The codecs of adverts made for this kind, and the channel number that they show; nil: other
    /// channels will do.
    var codecs: (number: Int, video: VideoCodec, audio: AudioCodec)? {
        switch self {
        case .same, .size: nil
        case .hevc: (97, .hevc, .aac)
        case .mpeg2: (98, .mpeg2, .ac3)
        case .ac3: (99, .h264, .ac3)
        }
    }
}

/// The schedule of breaks: one of about 10 s every 30 s (2 s segments: 10 s, 6 s segments: 12 s), with
/// timestamps of its own.
struct BreakSchedule: Equatable, Sendable {
    private let period: Int64
    private let start: Int64

    init(_ timeline: SegmentTimeline) {
        period = 30 / Int64(timeline.seconds)
        start = period - (10 + Int64(timeline.seconds) - 1) / Int64(timeline.seconds)
    }

    /// The segment's index within its break; nil in the programme.
    func placeInBreak(_ segment: Int64) -> Int64? {
        let place = segment % period - start
        return place < 0 ? nil : place
    }

    /// The number of discontinuities before the segment, since 1970.
    func discontinuities(before segment: Int64) -> Int64 {
        segment / period * 2 + (placeInBreak(segment) == nil ? 0 : 1)
    }

    /// Whether the segment begins a break, or ends one.
    func isTurn(_ segment: Int64) -> Bool {
        segment > 0 && discontinuities(before: segment) != discontinuities(before: segment - 1)
    }
}
