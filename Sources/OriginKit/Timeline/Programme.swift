/// Decides which segments a channel's playlists list at any time, and on which timeline each segment's
/// media lies. The same for all who ask the same.
struct Programme: Equatable, Sendable {
    /// The segments that a playlist lists, and their numbers.
    struct Listing: Equatable, Sendable {
        var segments: Range<Int64>
        /// The number of the first segment: EXT-X-MEDIA-SEQUENCE.
        var firstNumber: Int64
        /// Whether nothing will be added.
        var hasEnded = false

        /// The segment that has number 0, or would have it.
        var base: Int64 { segments.lowerBound - firstNumber }
    }

    let timeline: SegmentTimeline
    let options: StreamOptions
    /// The segment from which `wrap`, `event` and `end` count.
    let anchor: Int64

    /// Makes a programme. `startedAt`: in seconds since 1970; stands for the anchor if the options have
    /// none.
    init(timeline: SegmentTimeline, options: StreamOptions, startedAt: Double) {
        self.timeline = timeline
        self.options = options
        anchor =
            options.anchor.map { $0 / Int64(timeline.seconds) }
            ?? timeline.window(now: startedAt, seconds: options.windowSeconds).lowerBound
    }

    /// The listing at a time. `parts`: nil for a playlist without.
    func listing(now: Double, parts: PartTimeline?) -> Listing {
        // Delta updates need a window longer than their skip boundary.
        let usual = options.canSkip ? 15 * timeline.seconds : nil
        let window = timeline.window(now: now, seconds: options.windowSeconds ?? usual)
        var listing = Listing(segments: window, firstNumber: window.lowerBound)
        if let end, end <= window.upperBound {
            listing.segments = max(0, end - Int64(window.count))..<end
            listing.hasEnded = true
        }
        if options.isEvent { listing.segments = min(anchor, listing.segments.upperBound)..<listing.segments.upperBound }
        listing.firstNumber = listing.segments.lowerBound
        if let restart = period(options.restartSeconds) {
            // The old encoder's list stays until the new one has something.
            let hasPart = parts.map { $0.edge(now: now).part > 0 } ?? false
            let newest = hasPart ? window.upperBound : window.upperBound - 1
            let first = max(0, newest) / restart * restart
            listing.segments = max(listing.segments.lowerBound, first)..<max(listing.segments.upperBound, first)
            listing.firstNumber = listing.segments.lowerBound - first
        } else if let reset = period(options.resetSeconds) {
            listing.firstNumber = window.upperBound % reset
        }
        return listing
    }

    /// The number of which a segment's implicit initialization vector is made: its index, unless numbers
    /// are reset.
    func number(_ segment: Int64) -> Int64 {
        period(options.restartSeconds).map { segment % $0 } ?? segment
    }

    /// The listing of a whole recording, with an end.
    var recording: Listing {
        Listing(segments: 0..<Int64(options.minutes * 60 / timeline.seconds), firstNumber: 0, hasEnded: true)
    }

    /// The end of the last segment there will ever be; nil: none.
    private var end: Int64? { options.endSeconds.map { anchor + Int64(max(1, $0 / timeline.seconds)) } }

    // MARK: Breaks

    private var schedule: BreakSchedule? { options.breaks == nil ? nil : BreakSchedule(timeline) }

    /// The segment's index within its break; nil in the programme.
    func placeInBreak(_ segment: Int64) -> Int64? { schedule?.placeInBreak(segment) }

    /// Whether a marked discontinuity lies before the segment.
    func isTurn(_ segment: Int64) -> Bool { schedule?.isTurn(segment) ?? false }

    /// EXT-X-DISCONTINUITY-SEQUENCE of a playlist that begins with `segment`; nil: it is not stated.
    func discontinuitySequence(_ segment: Int64) -> Int64? {
        options.statesDiscontinuitySequence ? schedule?.discontinuities(before: segment) : nil
    }

    /// Whether a segment is a gap. `rung`: its place in the ladder, so that a gap is not everywhere.
    func isGap(_ segment: Int64, rung: Int) -> Bool {
        options.gapEach.map { (segment + Int64(rung)) % Int64($0) == 0 } ?? false
    }

    // MARK: Timestamps

    /// The shift of a segment's timestamps; those of a break stand by themselves.
    func shift(_ segment: Int64, container: MediaContainer) -> TimeShift {
        var shift = TimeShift.none
        if placeInBreak(segment) != nil { return shift }
        let seconds = Int64(timeline.seconds)
        if let restart = period(options.restartSeconds) {
            shift.ticks -= segment / restart * restart * seconds * 90_000
        }
        if let jump = period(options.jumpSeconds) {
            // The jumps go back and forth, by up to three hours.
            shift.ticks += segment / jump * 7919 % 10_007 * 90_000
        }
        if let wrap = options.wrapSeconds {
            let instant = (Double(anchor * seconds) + wrap + Double(RungPieces.startSeconds)) * 90_000
            let limit: Int64 = container == .ts ? 1 << 33 : 1 << 32
            // A multiple of whole samples of sound at 48 kHz, too.
            shift.ticks += (limit - Int64(instant)) / 15 * 15
            shift.hasShortTimes = true
        }
        return shift
    }

    /// A time in segments.
    private func period(_ seconds: Int?) -> Int64? {
        seconds.map { Int64(max(1, $0 / timeline.seconds)) }
    }
}
