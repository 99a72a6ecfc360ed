import HLS
import MediaCore

/// Puts containers' timestamps onto the session's timeline. One offset holds for all streams of an epoch;
/// when a stream jumps without saying so, it is anchored anew where it should go on. Every packet gets a
/// place: nothing here waits for another rendition.
package struct TimelineMap: Sendable {
    package enum Kind: Sendable, Hashable { case video, audio }

    /// What the playlists say about the segment a packet is from.
    package struct Position: Sendable, Hashable {
        package var epoch: TimelineEpoch
        package var start: MediaTime
        package var duration: Duration
        /// Whether the segment follows the one before without a hole.
        package var isContiguous: Bool
        /// The download it came by, which tells apart the same segment of two variants; nil: not known.
        package var request: RequestID?

        package init(
            epoch: TimelineEpoch, start: MediaTime, duration: Duration, isContiguous: Bool, request: RequestID? = nil
        ) {
            self.epoch = epoch
            self.start = start
            self.duration = duration
            self.isContiguous = isContiguous
            self.request = request
        }
    }

    /// The times of a packet on its container's own timeline.
    package struct Stamp: Sendable, Hashable {
        package var presentation: MediaTime
        package var decode: MediaTime
        /// The packet's duration; zero when unknown.
        package var duration: Duration

        /// Makes a stamp; nil for a packet without any time.
        package init?(presentation: MediaTime?, decode: MediaTime?, duration: Duration) {
            guard let first = presentation ?? decode else { return nil }
            self.presentation = first
            self.decode = decode ?? first
            self.duration = duration
        }
    }

    package enum Placement: Sendable, Hashable {
        /// The offset to be added to the packet's times.
        case offset(Duration)
        /// The offset depends on the picture beside it: ask again after the next packet of video.
        case undecided
    }

    /// The state of one track that has been placed.
    private struct Trace {
        var epoch: TimelineEpoch
        var offset: Duration
        /// The decode time of the last packet.
        var decode: MediaTime
        /// The time between packets.
        var step: Duration
        /// The end of all that has come.
        var end: MediaTime
        /// How far the media has run away from the sum of the playlists' durations, as measured last.
        var drift: Duration
        /// The start of the segment at which `drift` was measured, and its download.
        var measured: MediaTime
        var request: RequestID?

        /// Whether a packet in this position is of the segment that the last one was of.
        func isWithin(_ position: Position) -> Bool { measured == position.start && request == position.request }
    }

    /// Names one of several tracks of a kind that are read at one time.
    private struct Key: Hashable {
        var kind: Kind
        var track: Int
    }

    private var traces: [Key: Trace] = [:]
    /// The offsets of epochs, the newest last.
    private var offsets: [(epoch: TimelineEpoch, offset: Duration)] = []

    /// The longest step of one track that counts as a hole, not as a jump.
    private static let longestHole = Duration.seconds(10)
    /// The longest step back that counts as disorder, not as a jump.
    private static let disorder = Duration.milliseconds(500)
    /// How exactly the durations in playlists tell where a segment starts that follows on another.
    private static let rounding = Duration.seconds(1)
    /// How exactly playlists tell where a segment starts after others were left out, or for a rendition
    /// aligned by guess.
    private static let guess = Duration.seconds(10)
    /// The longest step at a discontinuity that counts as no step at all.
    private static let seam = Duration.milliseconds(100)

    /// The range of MPEG-TS timestamps, 2^33 ticks of 90 kHz: two renditions that are joined right at a
    /// wrap begin on different sides of it.
    private static let turn = Duration.nanoseconds(95_443_717_688_889)
    private static let turns: [Duration] = [.zero, turn, .zero - turn]
    /// The offsets that held, and from when on.
    package private(set) var anchors = TimelineAnchors()

    package init() {}

    /// How far real media has drifted from the sum of the playlists' durations.
    package var drift: Duration {
        (traces[Key(kind: .video, track: 0)] ?? traces[Key(kind: .audio, track: 0)] ?? traces.values.first)?.drift
            ?? .zero
    }

    /// The time that the first packet of a segment should have on its container's own timeline, if known.
    package func expectedRaw(_ kind: Kind, track: Int = 0, _ position: Position) -> MediaTime? {
        guard let offset = offset(of: position.epoch) else { return nil }
        let trace = traces[Key(kind: kind, track: track)]
        if let trace, position.isContiguous, trace.epoch == position.epoch { return trace.end - trace.offset }
        return expected(trace, position) - offset
    }

    /// The place of a packet on the session's timeline.
    ///
    /// - Parameters:
    ///   - track: tells apart tracks of one kind that are read side by side; 0 is the main stream's.
    ///   - hasPictureBeside: the same demuxer gives pictures, which lead: sound that does not go on where
    ///     it was may be told to come again.
    package mutating func place(
        _ kind: Kind, track: Int = 0, _ stamp: Stamp, in position: Position, hasPictureBeside: Bool = false
    ) -> Placement {
        let key = Key(kind: kind, track: track)
        let trace = traces[key]
        let offset: Duration
        if let trace, trace.epoch == position.epoch, goesOn(stamp.decode + trace.offset, trace, position) {
            offset = trace.offset
        } else if let shared = self.offset(of: position.epoch),
            let turn = Self.turns.first(where: { fits(stamp.decode + (shared + $0), trace, position) })
        {
            offset = shared + turn
        } else if hasPictureBeside, kind == .audio {
            return .undecided
        } else {
            offset = anchor(key, stamp, trace, position)
            remember(offset, of: position.epoch)
            anchors.add(offset, in: position.epoch, from: stamp.presentation + offset)
        }
        note(key, stamp, offset, trace, position)
        return .offset(offset)
    }

    private mutating func note(_ key: Key, _ stamp: Stamp, _ offset: Duration, _ trace: Trace?, _ position: Position) {
        let decode = stamp.decode + offset
        let presentation = stamp.presentation + offset
        var step = stamp.duration
        if step <= .zero, let trace {
            step = decode - trace.decode
            if step <= .zero || step > .milliseconds(500) { step = trace.step }
        }
        if step <= .zero { step = .milliseconds(20) }
        let isNew = trace.map { !$0.isWithin(position) } ?? true
        let goesOn = trace.map { $0.epoch == position.epoch && $0.offset == offset && position.isContiguous } ?? false
        let end = presentation + step
        if trace == nil, traces.count > 16 { traces = traces.filter { $0.key.track == 0 || $0.key.kind != key.kind } }
        traces[key] = Trace(
            epoch: position.epoch, offset: offset, decode: decode, step: step,
            end: goesOn || !isNew ? max(end, trace?.end ?? end) : end,
            drift: isNew ? presentation - position.start : trace?.drift ?? .zero, measured: position.start,
            request: position.request)
    }

    // MARK: Judging

    /// The time at which a segment should start: the playlist's, corrected by the drift seen.
    private func expected(_ trace: Trace?, _ position: Position) -> MediaTime {
        position.start + (trace?.drift ?? drift)
    }

    /// Whether a packet goes on where its track was.
    private func goesOn(_ mapped: MediaTime, _ trace: Trace, _ position: Position) -> Bool {
        let step = mapped - trace.decode
        if step > .zero - Self.disorder, step < Self.longestHole { return true }
        let expected = expected(trace, position)
        let tolerance = position.isContiguous ? Self.rounding : Self.guess
        // The playlist knows of the longer hole or the overlap too.
        if step > .zero { return mapped > expected - tolerance && mapped < expected + position.duration + tolerance }
        return !trace.isWithin(position) && Self.distance(mapped, expected) <= tolerance
    }

    /// Whether a packet fits where the offset of its epoch puts it.
    private func fits(_ mapped: MediaTime, _ trace: Trace?, _ position: Position) -> Bool {
        if let trace, trace.epoch == position.epoch || position.isContiguous { return goesOn(mapped, trace, position) }
        let expected = expected(trace, position)
        return mapped > expected - Self.guess && mapped < expected + position.duration + Self.guess
    }

    private static func distance(_ a: MediaTime, _ b: MediaTime) -> Duration { max(a, b) - min(a, b) }

    // MARK: Offsets

    private func anchor(_ key: Key, _ stamp: Stamp, _ trace: Trace?, _ position: Position) -> Duration {
        guard let trace, position.isContiguous || trace.epoch == position.epoch else {
            let expected = expected(trace, position)
            // Renditions that number their discontinuities differently may still share a clock.
            let known = offsets.last { Self.distance(stamp.presentation + $0.offset, expected) <= Self.rounding }
            return known?.offset ?? expected - stamp.presentation
        }
        if Self.distance(stamp.presentation + trace.offset, trace.end) <= Self.seam { return trace.offset }
        // A track that stopped before the one beside it continues where that one is.
        let other = key.track == 0 ? traces[Key(kind: key.kind == .video ? .audio : .video, track: 0)] : nil
        let latest = max(other?.end ?? trace.end, trace.end)
        return (latest - trace.end > Self.rounding ? latest : trace.end) - stamp.presentation
    }

    private func offset(of epoch: TimelineEpoch) -> Duration? {
        offsets.last { $0.epoch == epoch }?.offset
    }

    private mutating func remember(_ offset: Duration, of epoch: TimelineEpoch) {
        offsets.removeAll { $0.epoch == epoch }
        offsets.append((epoch, offset))
        if offsets.count > 16 { offsets.removeFirst() }
    }
}
