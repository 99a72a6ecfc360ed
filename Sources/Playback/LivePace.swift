import MediaCore

/// Keeps a live item at its distance from the live edge: where it starts, how it comes back after a
/// stall, and how much further away it had better be.
package struct LivePace: Sendable, Hashable {
    /// Where a live item would be played now.
    package struct Target: Sendable, Hashable {
        package var position: MediaTime
        /// How far that is from the edge.
        package var latency: Duration
        /// Media that comes at a time, by parts; nil: by segments, and there is no hurry.
        package var part: Duration?

        package init(position: MediaTime, latency: Duration, part: Duration?) {
            self.position = position
            self.latency = latency
            self.part = part
        }
    }

    /// After stalls: so much later than the target.
    private(set) var caution: Duration = .zero
    /// The viewer paused, and is so much later.
    private(set) var lag: Duration = .zero
    private var lastStall: HostTime?
    private var lateSince: HostTime?

    /// A part each time it stalls, up to this.
    private static let mostCaution: Duration = .seconds(2)
    /// Without a stall for so long it dares more again.
    private static let trust: Duration = .seconds(60)
    /// Less than this is not worth a jump.
    private static let tolerance: Duration = .milliseconds(40)
    /// A jump while playing is heard: it must be late by more than an eighth of a part for so long.
    private static let patience: Duration = .seconds(1)
    /// Of what is decoded, left after a jump.
    private static let reserve: Duration = .milliseconds(100)

    package init() {}

    mutating func stalled(_ target: Target?, at now: HostTime) {
        lastStall = now
        guard let part = target?.part else { return }
        caution = min(Self.mostCaution, caution + part / 2)
    }

    /// The viewer goes on from `position`.
    mutating func unpaused(_ target: Target?, at position: MediaTime) {
        guard let target else { return }
        lag = max(.zero, target.position - caution - position)
    }

    /// Media that must be there before playing goes on after a stall.
    func refill(_ target: Target?, usual: Duration) -> Duration {
        guard let target, target.part != nil else { return usual }
        return min(usual, target.latency / 2)
    }

    /// Where to begin, or to go on after a stall, when `position` is what comes next and media is there
    /// up to `reach`.
    ///
    /// - Parameter isNew: nothing was played yet. By segments the beginning of one is where it starts.
    func start(at position: MediaTime, reach: MediaTime, _ target: Target?, isNew: Bool) -> MediaTime {
        guard let target, target.part != nil || !isNew else { return position }
        let wanted = min(target.position - caution - lag, reach - Self.reserve)
        return wanted > position + Self.tolerance ? wanted : position
    }

    /// While it plays: a place to jump to, when it has become late.
    mutating func correction(at position: MediaTime, reach: MediaTime, _ target: Target?, now: HostTime) -> MediaTime? {
        guard let target, let part = target.part else { return nil }
        if caution > .zero, let lastStall, now - lastStall > Self.trust {
            caution = max(.zero, caution - part / 2)
            self.lastStall = now
        }
        let wanted = target.position - caution - lag
        guard wanted - position > max(Self.tolerance, part / 8) else {
            lateSince = nil
            return nil
        }
        let since = lateSince ?? now
        lateSince = since
        guard now - since >= Self.patience, reach - wanted > Self.reserve else { return nil }
        lateSince = nil
        return wanted
    }
}
