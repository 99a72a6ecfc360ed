/// What the panel of figures shows: how the channel plays, and how flips go. Nil is what nobody knows.
package struct DiagnosticsState: Hashable, Sendable {
    package var playing: PlayingFigures
    package var flips: FlipFigures

    package init(playing: PlayingFigures = PlayingFigures(), flips: FlipFigures = FlipFigures()) {
        self.playing = playing
        self.flips = flips
    }
}

/// How the channel on the screen plays.
package struct PlayingFigures: Hashable, Sendable {
    /// A channel that is kept ready.
    package struct Neighbour: Hashable, Sendable {
        package var channel: ChannelLabel
        package var readiness: Readiness
        /// Not all of it is there yet.
        package var isOnItsWay: Bool

        package init(channel: ChannelLabel, readiness: Readiness, isOnItsWay: Bool) {
            self.channel = channel
            self.readiness = readiness
            self.isOnItsWay = isOnItsWay
        }
    }

    package enum Readiness: String, Hashable, Sendable, CaseIterable { case playlist, media, picture, full }

    package var channel: ChannelLabel?
    /// `1280×720`
    package var size: String?
    package var framesPerSecond: Double?
    package var videoCodec: String?
    package var decoder: String?
    package var audioCodec: String?
    /// Bits a second, as the variant says.
    package var bandwidth: Int?
    /// From 1, of how many.
    package var variant: Int?
    package var variantCount: Int?
    package var buffer: Duration?
    package var latency: Duration?
    /// 1 is the channel's own pace.
    package var rate: Double?
    /// Bits a second.
    package var throughput: Int?
    package var framesDropped: UInt64?
    package var stalls: Int?
    /// Nil where nothing is kept ready on this box.
    package var neighbours: [Neighbour]?
    /// Why less is kept ready than could be.
    package var notes: [String] = []

    package init() {}
}

/// How flips go.
package struct FlipFigures: Hashable, Sendable {
    /// One step of a flip, as far as it got.
    package struct Step: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case settle, playlist, media, decode, reveal, scanout, motion, sound
        }

        package var kind: Kind
        /// Since the key.
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
        /// The one that cost most, or that it failed in.
        package var slowest: Step.Kind?
        /// From the key to a picture that moves.
        package var total: Duration?

        package init(
            to: ChannelLabel?, isWarm: Bool, hasFailed: Bool, isSlow: Bool, steps: [Step], slowest: Step.Kind?, total: Duration?
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

    /// From the key to a picture that moves.
    package struct Usual: Hashable, Sendable {
        /// Of the channel that is on; otherwise of all.
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
    /// In the order in which they are shown; at most four fit.
    package var usual: [Usual] = []

    package init(last: Flip? = nil, usual: [Usual] = []) {
        self.last = last
        self.usual = usual
    }
}
