import MediaCore

/// Makes a media time of the times at which a device captured: it begins at zero, and goes on without a hole where what
/// was captured was thrown away because nobody took it.
struct CaptureClock: Sendable, Hashable {
    /// The time of capture that is zero.
    private var origin: HostTime?
    private var last: HostTime?
    private static let usual = Duration.milliseconds(20)

    init() {}

    /// The media time of what was captured then.
    mutating func media(at time: HostTime) -> MediaTime {
        let zero = origin ?? time
        origin = zero
        last = max(last ?? time, time)
        return .zero + (time - zero)
    }

    /// Notes that nothing was taken until now: what comes follows on what came last.
    mutating func skip(to now: HostTime) {
        guard let zero = origin, let last else { return }
        let lost = now - last - Self.usual
        guard lost > .zero else { return }
        origin = zero + lost
        self.last = last + lost
    }
}
