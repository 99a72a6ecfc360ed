/// The contents of the panel of figures: how the channel plays, and how flips go. Nil: not known.
package struct DiagnosticsState: Hashable, Sendable {
    package var playing: PlayingFigures
    package var flips: FlipFigures

    package init(playing: PlayingFigures = PlayingFigures(), flips: FlipFigures = FlipFigures()) {
        self.playing = playing
        self.flips = flips
    }
}

/// The figures of how the channel on the screen plays.
package struct PlayingFigures: Hashable, Sendable {
    /// A channel that is kept ready.
    package struct Neighbour: Hashable, Sendable {
        package var channel: ChannelLabel
        package var readiness: Readiness
        /// Whether a part of it is still to come.
        package var isOnItsWay: Bool

        package init(channel: ChannelLabel, readiness: Readiness, isOnItsWay: Bool) {
            self.channel = channel
            self.readiness = readiness
            self.isOnItsWay = isOnItsWay
        }
    }

    package enum Readiness: String, Hashable, Sendable, CaseIterable { case playlist, media, picture, full }

    package var channel: ChannelLabel?
    /// The picture size: `1280×720`.
    package var size: String?
    package var framesPerSecond: Double?
    package var videoCodec: String?
    package var decoder: String?
    package var audioCodec: String?
    /// The bandwidth in bits a second, as the variant states it.
    package var bandwidth: Int?
    /// The number of the variant, from 1, of `variantCount`.
    package var variant: Int?
    package var variantCount: Int?
    package var buffer: Duration?
    package var latency: Duration?
    /// The playing rate; 1 is the channel's own.
    package var rate: Double?
    /// The network's rate in bits a second.
    package var throughput: Int?
    package var framesDropped: UInt64?
    package var stalls: Int?
    /// The channels that are kept ready; nil where none are on this box.
    package var neighbours: [Neighbour]?
    /// The reasons why less is kept ready than could be.
    package var notes: [String] = []

    package init() {}
}

/// The figures of how flips go.
package struct FlipFigures: Hashable, Sendable {
    /// One step of a flip, as far as it got.
    package struct Step: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case settle, playlist, media, decode, reveal, scanout, motion, sound
        }

        package var kind: Kind
        /// The time since the key.
        package var start: Duration
        package var length: Duration

        package init(kind: Kind, start: Duration, length: Duration) {
            self.kind = kind
            self.start = start
            self.length = length
        }
    }

    package struct Flip: Hashable, Sendable {
        package var to: ChannelLabel?
        package var isWarm: Bool
        package var hasFailed: Bool
        package var isSlow: Bool
        package var steps: [Step]
        /// The step that cost most, or in which it failed.
        package var slowest: Step.Kind?
        /// The time from the key to a picture that moves.
        package var total: Duration?

        package init(
            to: ChannelLabel?, isWarm: Bool, hasFailed: Bool, isSlow: Bool, steps: [Step], slowest: Step.Kind?,
            total: Duration?
        ) {
            self.to = to
            self.isWarm = isWarm
            self.hasFailed = hasFailed
            self.isSlow = isSlow
            self.steps = steps
            self.slowest = slowest
            self.total = total
        }
    }

    /// The usual times from the key to a picture that moves.
    package struct Usual: Hashable, Sendable {
        /// Whether they are of the channel that is on; otherwise of all.
        package var isOfChannel: Bool
        package var isWarm: Bool
        package var count: Int
        package var p50: Duration
        package var p95: Duration
        package var p99: Duration

        package init(isOfChannel: Bool, isWarm: Bool, count: Int, p50: Duration, p95: Duration, p99: Duration) {
            self.isOfChannel = isOfChannel
            self.isWarm = isWarm
            self.count = count
            self.p50 = p50
            self.p95 = p95
            self.p99 = p99
        }
    }

    package var last: Flip?
    /// The rows in the order in which they are shown; at most four fit.
    package var usual: [Usual] = []

    package init(last: Flip? = nil, usual: [Usual] = []) {
        self.last = last
        self.usual = usual
    }
}
