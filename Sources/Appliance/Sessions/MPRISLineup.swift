import Channels
import Screens
import Sessions

/// The lineup as MPRIS shows it: its channels as tracks, favourites and groups as playlists.
struct MPRISLineup: Sendable {
    let tracks: [MPRISTrack]
    let playlists: [MPRISPlaylist]
    private let lineup: Lineup
    private let watching: Channel.ID?

    /// So many channels are told at most: each is a string in every answer.
    private static let mostTracks = 2_000
    private static let mostPlaylists = 200

    init(_ tuner: Tuner) {
        lineup = tuner.lineup
        watching = tuner.gate.policy.hidesNames ? tuner.watching : nil
        let channels = tuner.lineup.channels.prefix(Self.mostTracks).map(tuner.veiled)
        tracks = channels.map {
            MPRISTrack(
                channel: $0.id, number: $0.number, name: $0.name, logo: ArtworkAddress.shown($0.logo, of: $0),
                genre: $0.groups.first)
        }
        var playlists: [MPRISPlaylist] = []
        if !tuner.lineup.favourites.isEmpty {
            playlists.append(
                MPRISPlaylist(group: nil, name: Strings.favourites, channels: tuner.lineup.favourites))
        }
        var members: [String: [Channel.ID]] = [:]
        var order: [String] = []
        for channel in channels {
            for group in channel.groups {
                if members[group] == nil { order.append(group) }
                members[group, default: []].append(channel.id)
            }
        }
        playlists += order.prefix(Self.mostPlaylists).map {
            MPRISPlaylist(group: $0, name: $0, channels: members[$0] ?? [])
        }
        self.playlists = playlists
    }

    /// Whether nothing of it has changed.
    func isStill(of tuner: Tuner) -> Bool {
        // The same channels are mostly the same memory, which is compared first.
        watching == (tuner.gate.policy.hidesNames ? tuner.watching : nil) && lineup == tuner.lineup
    }
}
