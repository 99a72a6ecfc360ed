import Channels
import MediaCore

/// How things stand with the channels that are kept ready.
package struct WarmingStatus: Sendable, Equatable {
    package struct WarmChannel: Sendable, Equatable {
        package var channel: Channel
        package var readiness: Warmth
        /// It comes out at the vblank after the key.
        package var isReady: Bool
        /// Bits a second of its variant, as far as is known.
        package var bandwidth: Double?
        /// What it holds, estimated.
        package var bytes: Int
    }

    /// A provider that refused and is left alone, or is tried with one channel again.
    package struct Refusal: Sendable, Equatable {
        /// Its name in the configuration, or its server's.
        package var provider: String
        package var status: Int?
        package var inARow: Int
        /// Zero: it is being tried again.
        package var remaining: Duration
    }

    /// In the order of their numbers.
    package var channels: [WarmChannel]
    package var refusals: [Refusal]
    /// Since the start.
    package var refusalCount: Int
    /// The buffer of the channel watched is low: only playlists are kept fresh.
    package var isStarved: Bool
}

extension Box {
    var warmingStanding: WarmingStatus {
        let now = now
        return WarmingStatus(
            channels: warming.standing.sorted { $0.channel.number < $1.channel.number }.map {
                WarmingStatus.WarmChannel(
                    channel: $0.channel, readiness: $0.warmth, isReady: $0.isReady, bandwidth: $0.bandwidth, bytes: $0.bytes)
            },
            refusals: warming.providers.sorted { $0.key < $1.key }.map { name, backOff in
                WarmingStatus.Refusal(
                    provider: name, status: backOff.status, inARow: backOff.failures,
                    remaining: max(.zero, backOff.until - now))
            },
            refusalCount: warming.refusalCount, isStarved: warming.isStarved)
    }
}
