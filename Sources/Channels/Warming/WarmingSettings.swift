import MediaCore

/// How much may be kept warm, and what it may cost.
package struct WarmingSettings: Sendable, Equatable {
    /// The number of channels next to the one watched, in either direction; the one watched before comes
    /// on top. With 0 nothing is kept warm at all.
    package var neighbours = 2
    /// How long a channel that was left is kept, whatever else is wanted: who goes to and fro among a few channels
    /// comes back to each within a minute.
    package var keeps: Duration = .seconds(60)
    /// How many of the channels left last are kept so long, however many were passed through.
    package var keepsMost = 5
    /// How long nothing new is begun after a change of channel.
    package var settle: Duration = .milliseconds(100)
    /// The share, 0 to 1, of the throughput that the channel watched leaves over.
    package var share = 0.5
    /// The most that all warm channels together may take of the line, in bits a second, for a line that is metered;
    /// nil: as much as is left over. With 0 playlists alone are kept.
    package var budget: Double?
    /// The rate that the channel watched needs, in multiples of its bandwidth.
    package var reserve = 1.2
    /// The bytes that all warm channels may hold together, by estimate.
    package var memory = 96 << 20
    /// The number of warm channels whose pictures are decoded.
    package var decoders = 3
    /// A group of servers that share their limits.
    package struct Provider: Sendable, Equatable {
        package var name: String
        /// The domain names of its servers, with all below them; in lower case. Empty: the name is the
        /// server's.
        package var hosts: [String]
        /// The number of connections that it allows at once; with 1 its channels are kept at their
        /// playlists. Nil: no limit.
        package var connections: Int?

        package init(name: String, hosts: [String] = [], connections: Int?) {
            self.name = name
            self.hosts = hosts
            self.connections = connections
        }
    }

    /// The providers; the first that fits a server counts.
    package var providers: [Provider] = []
    /// The number of connections to a server that is no provider's; nil: no limit.
    package var connections: Int?

    package init() {}

    /// The name by which what a server refuses is remembered: its provider's, or its own.
    func provider(of host: String) -> String { provider(host)?.name ?? host }

    func connections(of host: String) -> Int? {
        if let provider = provider(host) { provider.connections } else { connections }
    }

    private func provider(_ host: String) -> Provider? {
        providers.first { provider in
            (provider.hosts.isEmpty ? [provider.name] : provider.hosts).contains {
                host == $0 || host.hasSuffix("." + $0)
            }
        }
    }
}
