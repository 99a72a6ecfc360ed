/// The channels that are kept ready while nobody sees them, and what that costs.
package struct WarmingInfo: Codable, Sendable, Equatable {
    /// The one that would be shown soonest first.
    package var channels: [WarmChannelInfo]
    /// Why less is kept than could be, for people: `provider.example: 403, again in 20 s`.
    package var notes: [String]
    /// Since the daemon's start, for what nobody saw, and for what was watched.
    package var warmingBytes: UInt64?
    package var playingBytes: UInt64?
    /// To all servers, at this moment.
    package var connections: Int?
    /// How often a provider refused what was only to be kept ready, since the start.
    package var backOffs: Int?

    enum CodingKeys: String, CodingKey {
        case channels, notes, connections
        case warmingBytes = "warming_bytes"
        case playingBytes = "playing_bytes"
        case backOffs = "back_offs"
    }

    package init(
        channels: [WarmChannelInfo] = [], notes: [String] = [], warmingBytes: UInt64? = nil, playingBytes: UInt64? = nil,
        connections: Int? = nil, backOffs: Int? = nil
    ) {
        self.channels = channels
        self.notes = notes
        self.warmingBytes = warmingBytes
        self.playingBytes = playingBytes
        self.connections = connections
        self.backOffs = backOffs
    }
}

/// One channel that is kept ready.
package struct WarmChannelInfo: Codable, Sendable, Equatable {
    package var id: String
    package var number: Int
    package var name: String
    /// `playlist`, `media`, `picture` or `full`: how much of it is wanted.
    package var readiness: String
    /// All of that is there.
    package var ready: Bool
    /// In plain words, where something is in the way.
    package var note: String?

    package init(id: String, number: Int, name: String, readiness: String, ready: Bool, note: String? = nil) {
        self.id = id
        self.number = number
        self.name = name
        self.readiness = readiness
        self.ready = ready
        self.note = note
    }
}
