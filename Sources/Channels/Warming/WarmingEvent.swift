import MediaCore

package enum WarmingEvent: Sendable {
    /// What the viewer has chosen and sees.
    package struct Viewing: Sendable, Equatable {
        package var selected: Channel.ID?
        package var watching: Channel.ID?
        package var last: Channel.ID?
        /// What is chosen is on the screen.
        package var isSettled: Bool

        package init(selected: Channel.ID?, watching: Channel.ID?, last: Channel.ID?, isSettled: Bool) {
            self.selected = selected
            self.watching = watching
            self.last = last
            self.isSettled = isSettled
        }
    }

    /// An item that was on its way or on the screen, and is no longer wanted there.
    package struct Left: Sendable {
        package var item: ItemID
        package var channel: Channel
        package var wasShown: Bool
        /// It may be revealed at once.
        package var isReady: Bool

        package init(item: ItemID, channel: Channel, wasShown: Bool, isReady: Bool) {
            self.item = item
            self.channel = channel
            self.wasShown = wasShown
            self.isReady = isReady
        }
    }

    /// What the channel watched, and the network, can spare.
    package struct Network: Sendable, Equatable {
        /// Bits a second, as measured; nil: not known yet.
        package var throughput: Double?
        /// Bits a second of the channel watched; nil: not known.
        package var bandwidth: Double?
        /// Media ahead of what is played; nil: not known.
        package var buffered: Duration?
        /// How far behind the live edge is played: more can't be ahead. Nil: not live.
        package var latency: Duration?
        package var isStalled: Bool

        package init(
            throughput: Double? = nil, bandwidth: Double? = nil, buffered: Duration? = nil, latency: Duration? = nil,
            isStalled: Bool = false
        ) {
            self.throughput = throughput
            self.bandwidth = bandwidth
            self.buffered = buffered
            self.latency = latency
            self.isStalled = isStalled
        }
    }

    /// What a warm channel takes.
    package struct Cost: Sendable, Equatable {
        /// Bits a second of the variant that is loaded.
        package var bandwidth: Double?
        /// There are other variants: a cheaper one can be had.
        package var isLadder: Bool
        /// Of one decoded picture.
        package var pictureBytes: Int?

        package init(bandwidth: Double?, isLadder: Bool = false, pictureBytes: Int? = nil) {
            self.bandwidth = bandwidth
            self.isLadder = isLadder
            self.pictureBytes = pictureBytes
        }
    }

    /// A server's no.
    package struct Refusal: Sendable, Equatable {
        package var status: Int
        package var retryAfter: Duration?

        package init(status: Int, retryAfter: Duration? = nil) {
            self.status = status
            self.retryAfter = retryAfter
        }
    }

    case lineup(Lineup)
    /// What one step of the flip machine changed, whole.
    case flipped(Viewing, adopted: [ItemID] = [], left: [Left] = [])
    /// A half-typed number names it, or the guide's cursor is on it. Nil: nothing.
    case point(at: Channel.ID?)
    case ready(ItemID)
    /// The item is of no use any more.
    case failed(ItemID, Refusal? = nil)
    /// A request for the channel was refused: a warm one's, or the one's that is watched.
    case refused(Channel.ID, Refusal)
    case cost(ItemID, Cost)
    case network(Network)
    /// Standby, or nothing plays any more: all is let go.
    case stopped
    /// The time of `WarmingAction.wake` has come.
    case wake
}

package enum WarmingAction: Hashable, Sendable {
    /// Begin to keep the channel so ready.
    ///
    /// - Parameter maximumBandwidth: bits a second that its variant should not exceed; nil: no limit
    case warm(ItemID, Channel, Warmth, maximumBandwidth: UInt64?)
    case setReadiness(ItemID, Warmth)
    /// Let it go.
    case cool(ItemID)
    /// Nil: not at all.
    case wake(at: HostTime?)
}
