import MediaCore

/// What the network leaves over for channels that nobody watches.
struct Spare: Sendable, Equatable {
    private(set) var network = WarmingEvent.Network()
    /// The buffer of the channel watched is too low for so long that nothing but playlists is asked for.
    private(set) var isStarved = false
    private var lowSince: HostTime?
    private var enoughSince: HostTime?

    private static let low: Duration = .milliseconds(700)
    private static let enough: Duration = .milliseconds(1500)
    private static let patience: Duration = .seconds(1)
    private static let recovery: Duration = .seconds(2)
    /// Bits a second of a channel about which nothing is known.
    private static let assumedBandwidth = 4e6

    /// Of the channel watched; of one like it nothing better is known.
    var bandwidth: Double { max(0, network.bandwidth ?? Self.assumedBandwidth) }

    /// Nothing new is begun.
    var isTight: Bool { isStarved || lowSince != nil }

    mutating func update(_ network: WarmingEvent.Network, at now: HostTime) {
        self.network = network
        let (low, enough) = marks
        let buffered = network.buffered ?? enough
        if network.isStalled || buffered < low {
            // Time alone makes nothing low: a channel that has just begun has little for a moment.
            if let lowSince, now - lowSince >= Self.patience { isStarved = true }
            lowSince = lowSince ?? now
            enoughSince = nil
        } else if buffered >= enough {
            enoughSince = enoughSince ?? now
            if !isStarved { lowSince = nil }
        } else {
            enoughSince = nil
        }
        advance(to: now)
    }

    mutating func advance(to now: HostTime) {
        if network.isStalled { isStarved = true }
        if let enoughSince, now - enoughSince >= Self.recovery {
            isStarved = false
            lowSince = nil
        }
    }

    /// Another channel is watched: what its buffer was says nothing.
    mutating func beginAnew() {
        let throughput = network.throughput
        self = Spare()
        network.throughput = throughput
    }

    /// When time alone may change something.
    var wake: HostTime? { enoughSince.map { $0 + Self.recovery } }

    /// A presentation that is played near its edge can't have much ahead.
    private var marks: (low: Duration, enough: Duration) {
        guard let latency = network.latency, latency > .zero else { return (Self.low, Self.enough) }
        return (min(Self.low, latency / 4), min(Self.enough, latency / 2))
    }

    /// Bits a second for all warm channels together; nil: not known.
    func allowance(_ settings: WarmingSettings) -> Double? {
        guard let throughput = network.throughput, throughput.isFinite else { return nil }
        return max(0, throughput - bandwidth * settings.reserve) * min(1, max(0, settings.share))
    }
}
