import HLS
import MediaCore

/// Puts timestamps of containers onto the session's timeline. One offset holds for all streams of an
/// epoch; when a stream jumps without saying so, it is anchored anew where it should go on.
package struct TimelineMap: Sendable {
    package enum Kind: Sendable, Hashable { case video, audio }

    /// What the playlists say about the segment a packet is from.
    package struct Position: Sendable, Hashable {
        package var epoch: TimelineEpoch
        package var start: MediaTime
        package var duration: Duration
        /// Follows the segment before without a hole.
        package var isContiguous: Bool

        package init(epoch: TimelineEpoch, start: MediaTime, duration: Duration, isContiguous: Bool) {
            self.epoch = epoch
            self.start = start
            self.duration = duration
            self.isContiguous = isContiguous
        }
    }

    private struct TrackState {
        var epoch: TimelineEpoch
        var offset: Duration
        var last: MediaTime
        var lastDuration: Duration
    }

    private var offsets: [TimelineEpoch: Duration] = [:]
    private var tracks: [Kind: TrackState] = [:]
    /// How far real media has drifted from the sum of the playlists' durations.
    private var drift: Duration = .zero
    /// The start of the segment at whose first packet `drift` was measured.
    private var measured: MediaTime?

    package init() {}

    /// Where the first packet of a segment should be on its container's own timeline, if known.
    package func expectedRaw(_ position: Position) -> MediaTime? {
        offsets[position.epoch].map { position.start + drift - $0 }
    }

    /// What to add to the timestamps of a packet whose decode time (or else presentation time) is
    /// `raw`.
    package mutating func offset(_ kind: Kind, raw: MediaTime, duration: Duration, in position: Position) -> Duration {
        let known = tracks[kind]
        var offset: Duration
        if let known, known.epoch == position.epoch, accepts(raw + known.offset, known, position) {
            offset = known.offset
        } else if let shared = offsets[position.epoch], accepts(raw + shared, known, position) {
            offset = shared
        } else {
            let target: MediaTime
            if let known, position.isContiguous || known.epoch == position.epoch {
                target = known.last + known.lastDuration
            } else {
                target = position.start + drift
            }
            offset = target - raw
            if offsets.count > 8 { offsets.removeAll() }
            offsets[position.epoch] = offset
        }
        let mapped = raw + offset
        if measured != position.start {
            measured = position.start
            drift = mapped - position.start
        }
        tracks[kind] = TrackState(
            epoch: position.epoch, offset: offset, last: mapped,
            lastDuration: duration > .zero ? duration : known?.lastDuration ?? .milliseconds(20))
        return offset
    }

    /// Goes on where the track was, or is where the playlist says.
    private func accepts(_ mapped: MediaTime, _ known: TrackState?, _ position: Position) -> Bool {
        let start = position.start + drift
        if mapped > start - .seconds(3), mapped < start + position.duration + .seconds(10) { return true }
        guard let known else { return false }
        let step = mapped - known.last
        return step > .seconds(-1) && step < .seconds(10)
    }
}
