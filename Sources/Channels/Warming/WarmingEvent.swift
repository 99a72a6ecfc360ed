import MediaCore

package enum WarmingEvent: Sendable {
    /// The channels that the viewer has chosen and sees.
    package struct Viewing: Sendable, Equatable {
        package var selected: Channel.ID?
        package var watching: Channel.ID?
        package var last: Channel.ID?
        /// Whether the chosen channel is on the screen.
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
        /// Whether it may be revealed at once.
        package var isReady: Bool

        package init(item: ItemID, channel: Channel, wasShown: Bool, isReady: Bool) {
            self.item = item
            self.channel = channel
            self.wasShown = wasShown
            self.isReady = isReady
        }
    }

    /// What the channel watched and the network can spare.
    package struct Network: Sendable, Equatable {
        /// The line's measured rate in bits a second; nil: not known yet.
        package var throughput: Double?
        /// The bandwidth of the channel watched in bits a second; nil: not known.
        package var bandwidth: Double?
        /// The media ahead of what is played; nil: not known.
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

    /// The resources that a warm channel takes.
    package struct Cost: Sendable, Equatable {
        /// The bandwidth of the variant that is loaded, in bits a second.
        package var bandwidth: Double?
        /// Whether there are other variants: then a cheaper one can be had.
        package var isLadder: Bool
        /// The bytes of one decoded picture.
        package var pictureBytes: Int?

        package init(bandwidth: Double?, isLadder: Bool = false, pictureBytes: Int? = nil) {
            self.bandwidth = bandwidth
            self.isLadder = isLadder
            self.pictureBytes = pictureBytes
        }
    }

    /// A server's refusal.
    package struct Refusal: Sendable, Equatable {
        package var status: Int
        package var retryAfter: Duration?

        package init(status: Int, retryAfter: Duration? = nil) {
            self.status = status
            self.retryAfter = retryAfter
        }
    }

    case lineup(Lineup)
    /// All that one step of the flip machine changed.
    case flipped(Viewing, adopted: [ItemID] = [], left: [Left] = [])
    /// A channel is shown in a corner of the screen, beside the one watched: it plays whatever else is wanted. Nil: none.
    case corner(Channel.ID?)
    /// A half-typed number names the channel, or the guide's cursor is on it. Nil: nothing.
    case point(at: Channel.ID?)
    /// This channel comes after the one that is watched, by itself; nil: none does.
    case expected(Channel.ID?)
    case ready(ItemID)
    /// The item is of no use any more.
    case failed(ItemID, Refusal? = nil)
    /// A request for the channel was refused: a warm one's, or the one's that is watched.
    case refused(Channel.ID, Refusal)
    case cost(ItemID, Cost)
    case network(Network)
    /// Stop: standby, or nothing plays any more. All items are dropped.
    case stopped
    /// The time of `WarmingAction.wake` has come.
    case wake
}

package enum WarmingAction: Hashable, Sendable {
    /// Begin to keep the channel at this readiness.
    ///
    /// - Parameter maximumBandwidth: bits a second that its variant should not exceed; nil: no limit
    case warm(ItemID, Channel, Warmth, maximumBandwidth: UInt64?)
    case setReadiness(ItemID, Warmth)
    /// Discard the item.
    case cool(ItemID)
    /// Send `wake` at this time; nil: not at all.
    case wake(at: HostTime?)
}
