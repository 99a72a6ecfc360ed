/// The channels that are kept ready while nobody sees them.
package struct WarmingInfo: Codable, Sendable, Equatable {
    package var channels: [WarmChannelInfo]
    /// The reasons why less is kept than could be, for people: `provider.example: 403, again in 20
    /// s`.
    package var notes: [String]

    package init(channels: [WarmChannelInfo] = [], notes: [String] = []) {
        self.channels = channels
        self.notes = notes
    }
}

/// One channel that is kept ready.
package struct WarmChannelInfo: Codable, Sendable, Equatable {
    package var id: String
    package var number: Int
    package var name: String
    /// The wanted readiness: `playlist`, `media`, `picture` or `full`.
    package var readiness: String
    /// Whether it is shown at the vblank after the key.
    package var ready: Bool
    /// The memory that it takes, estimated.
    package var bytes: Int?
    /// The bandwidth of its variant.
    package var bitsPerSecond: Int?

    enum CodingKeys: String, CodingKey {
        case id, number, name, readiness, ready, bytes
        case bitsPerSecond = "variant_bps"
    }

    package init(
        id: String, number: Int, name: String, readiness: String, ready: Bool, bytes: Int? = nil,
        bitsPerSecond: Int? = nil
    ) {
        self.id = id
        self.number = number
        self.name = name
        self.readiness = readiness
        self.ready = ready
        self.bytes = bytes
        self.bitsPerSecond = bitsPerSecond
    }
}

/// The use of one provider since the daemon's start.
package struct ProviderInfo: Codable, Sendable, Equatable {
    /// The requests and bytes for one purpose.
    package struct Use: Codable, Sendable, Equatable {
        package var requests: UInt64
        /// The bytes of response bodies.
        package var bytes: UInt64

        package init(requests: UInt64 = 0, bytes: UInt64 = 0) {
            self.requests = requests
            self.bytes = bytes
        }
    }

    /// The name as configured, or the server's name and port.
    package var name: String
    /// The number of requests at once that it allows; absent: no limit.
    package var limit: Int?
    /// The number of requests under way; `waiting` wait for one of those to end.
    package var active: Int
    package var waiting: Int
    /// The use for what was watched; `warming` is for what was only kept ready.
    package var playing: Use
    package var warming: Use
    /// The number of refusals (too much, or not for this account): 403, 429, 458 or 509.
    package var refusals: UInt64

    package init(
        name: String, limit: Int? = nil, active: Int = 0, waiting: Int = 0, playing: Use = Use(), warming: Use = Use(),
        refusals: UInt64 = 0
    ) {
        self.name = name
        self.limit = limit
        self.active = active
        self.waiting = waiting
        self.playing = playing
        self.warming = warming
        self.refusals = refusals
    }
}
