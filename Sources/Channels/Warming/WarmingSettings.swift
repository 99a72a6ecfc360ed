import MediaCore

/// How much may be kept warm, and what it may cost.
package struct WarmingSettings: Sendable, Equatable {
    /// Channels next to the one watched, in either direction; the one watched before comes on top. With 0
    /// nothing is kept warm at all.
    package var neighbours = 2
    /// A channel that was left is kept so long, whatever else is wanted.
    package var keeps: Duration = .seconds(10)
    /// After a change of channel nothing new is begun for so long.
    package var settle: Duration = .milliseconds(400)
    /// Of the throughput that the channel watched leaves over, from 0 to 1.
    package var share = 0.5
    /// What the channel watched needs, in multiples of its bandwidth.
    package var reserve = 1.2
    /// Bytes that all warm channels may hold together: an estimate.
    package var memory = 160 << 20
    /// Warm channels whose pictures are decoded.
    package var decoders = 4
    /// Servers that count together.
    package struct Provider: Sendable, Equatable {
        package var name: String
        /// With all below these names; in small letters. Empty: the name is the server's.
        package var hosts: [String]
        /// That it allows at once; with 1 its channels are kept at their playlists. Nil: no limit.
        package var connections: Int?

        package init(name: String, hosts: [String] = [], connections: Int?) {
            self.name = name
            self.hosts = hosts
            self.connections = connections
        }
    }

    /// The first that fits counts.
    package var providers: [Provider] = []
    /// Connections to a server that is no provider's; nil: no limit.
    package var connections: Int?

    package init() {}

    /// The name by which what a server refuses is remembered: its provider's, or its own.
    func provider(of host: String) -> String { provider(host)?.name ?? host }

    func connections(of host: String) -> Int? {
        if let provider = provider(host) { provider.connections } else { connections }
    }

    private func provider(_ host: String) -> Provider? {
        providers.first { provider in
            (provider.hosts.isEmpty ? [provider.name] : provider.hosts).contains { host == $0 || host.hasSuffix("." + $0) }
        }
    }
}
