import MediaCore

/// Computes what the network leaves over for channels that nobody watches.
struct Spare: Sendable, Equatable {
    private(set) var network = WarmingEvent.Network()
    /// Whether the buffer of the channel watched has been low for so long that nothing but playlists is
    /// asked for.
    private(set) var isStarved = false
    private var lowSince: HostTime?
    private var enoughSince: HostTime?
    /// Whether the channel watched has had enough since it began.
    private var hadEnough = false

    private static let low: Duration = .milliseconds(700)
    private static let enough: Duration = .milliseconds(1500)
    private static let wideMarks = (Duration.milliseconds(300), Duration.milliseconds(800))
    private static let wide = 2.0
    private static let patience: Duration = .seconds(1)
    private static let recovery: Duration = .seconds(2)
    /// The bandwidth assumed for a channel about which nothing is known, in bits a second.
    private static let assumedBandwidth = 4e6

    /// The bandwidth of the channel watched, in bits a second; also assumed for others about which
    /// nothing better is known.
    var bandwidth: Double { max(0, network.bandwidth ?? Self.assumedBandwidth) }

    /// Whether nothing new may be begun: the buffer has become low, or stays so. A channel that has just begun has little,
    /// and the line to itself until it has enough: what is begun meanwhile waits for that.
    var isTight: Bool { isStarved || hadEnough && isLow }

    /// Whether the buffer was low when it was last told, and has not had enough since.
    var isLow: Bool { lowSince != nil }

    mutating func update(_ network: WarmingEvent.Network, at now: HostTime) {
        self.network = network
        let (low, enough) = marks
        let buffered = network.buffered ?? enough
        if network.isStalled || buffered < low {
            // Two low readings are needed: a channel that has just begun has little for a moment.
            if let lowSince, now - lowSince >= Self.patience { isStarved = true }
            lowSince = lowSince ?? now
            enoughSince = nil
        } else if buffered >= enough {
            enoughSince = enoughSince ?? now
            hadEnough = true
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

    /// Forgets the buffer's history, as another channel is watched; the throughput stays.
    mutating func beginAnew() {
        let throughput = network.throughput
        self = Spare()
        network.throughput = throughput
    }

    /// The next time at which something changes by time alone.
    var wake: HostTime? { enoughSince.map { $0 + Self.recovery } }

    /// The low and the sufficient level of the buffer; lower for a presentation played near its edge,
    /// which can't have much ahead.
    private var marks: (low: Duration, enough: Duration) {
        let (low, enough) = isWide ? Self.wideMarks : (Self.low, Self.enough)
        guard let latency = network.latency, latency > .zero else { return (low, enough) }
        return (min(low, latency / 4), min(enough, latency / 2))
    }

    /// Whether the line brings twice what is played: what is low grows by itself.
    private var isWide: Bool { network.throughput.map { bandwidth > 0 && $0 >= bandwidth * Self.wide } ?? false }

    /// The rate for all warm channels together, in bits a second; nil: not known.
    func allowance(_ settings: WarmingSettings) -> Double? {
        guard let throughput = network.throughput, throughput.isFinite else { return nil }
        let left = max(0, throughput - bandwidth * settings.reserve) * min(1, max(0, settings.share))
        return min(left, max(0, settings.budget ?? left))
    }
}
