import MediaCore

/// Maps a presentation's timeline to the host's while it plays; the only place that converts
/// between them.
///
/// Between two observations it is a straight line, so that equal steps of media are equal steps of
/// host time. Observations of the master (what the loudspeaker plays when) bend the line's slope by
/// at most `maximumSlew`; the line itself never jumps.
package struct PlaybackClock: Sendable {
    /// The largest correction of the slope: 5 ms in a second can't be seen.
    private static let maximumSlew = 0.005
    /// The time in seconds in which an error is worked off, roughly.
    private static let settlingTime = 1.0
    /// Media seconds in a host second, as far as pictures, sound and decoders go along.
    package static let rates = 0.5...2.0

    private var anchorMedia: MediaTime
    private var anchorHost: HostTime
    /// Media seconds in a host second, without correction; within `rates`.
    package private(set) var rate = 1.0
    private var correction = 0.0
    /// The master's steady deviation from the host clock, as learnt from observations.
    private var skew = 0.0
    package private(set) var isRunning = false

    /// Makes a clock that stands still at `media`.
    package init(media: MediaTime = .zero) {
        anchorMedia = media
        anchorHost = .zero
    }

    private var slope: Double { rate + skew + correction }

    package func media(at host: HostTime) -> MediaTime {
        guard isRunning else { return anchorMedia }
        let elapsed = Double((host - anchorHost).nanoseconds) * slope
        return anchorMedia + .nanoseconds(Int64(saturating: elapsed))
    }

    /// The host time of a media time; nil while the clock stands still.
    package func host(at media: MediaTime) -> HostTime? {
        guard isRunning else { return nil }
        let elapsed = Double((media - anchorMedia).nanoseconds) / slope
        return anchorHost + .nanoseconds(Int64(saturating: elapsed))
    }

    /// Starts the clock: `media` belongs to `host`, and time runs from there.
    package mutating func start(media: MediaTime, at host: HostTime) {
        anchorMedia = media
        anchorHost = host
        correction = 0
        isRunning = true
    }

    /// Stops the clock at `host`.
    package mutating func stop(at host: HostTime) {
        guard isRunning else { return }
        anchorMedia = media(at: host)
        anchorHost = host
        isRunning = false
    }

    /// Moves on by so much media at once; negative: back. Where the loudspeaker is heard otherwise against the picture
    /// than before, it is the picture that jumps.
    package mutating func shift(by media: Duration) {
        anchorMedia = anchorMedia + media
    }

    package mutating func setRate(_ rate: Double, at host: HostTime) {
        bend(at: host)
        self.rate = min(Self.rates.upperBound, max(Self.rates.lowerBound, rate.isNaN ? 1 : rate))
    }

    /// Notes that by the master `media` belongs to `host`. Give each observation once, in order.
    package mutating func observe(media: MediaTime, at host: HostTime) {
        guard isRunning else { return }
        let elapsed = (host - anchorHost).inSeconds
        guard elapsed > 0 else { return }
        let error = (media - self.media(at: host)).inSeconds
        bend(at: host)
        correction = min(Self.maximumSlew, max(-Self.maximumSlew, error / Self.settlingTime))
        // The integral part, slow against the proportional one so that it does not ring.
        skew = min(0.002, max(-0.002, skew + error * min(elapsed, 1) * 0.05))
    }

    private mutating func bend(at host: HostTime) {
        guard isRunning else { return }
        anchorMedia = media(at: host)
        anchorHost = host
    }
}
