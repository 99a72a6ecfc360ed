import Channels
import ControlProtocol
import Devices
import MediaCore

extension Box {
    /// What is kept ready; nil where nothing ever is.
    var warmingStatus: WarmingInfo? {
        guard settings.warming.neighbours > 0 else { return nil }
        let standing = warmingStanding
        var notes = standing.refusals.map { refusal in
            let status = refusal.status.map { " answered \($0)" } ?? " refused"
            let seconds = Int(refusal.remaining.inSeconds.rounded(.up))
            return refusal.provider + status + (seconds > 0 ? ", again in \(seconds) s" : ", is tried again")
        }
        if standing.isStarved { notes.append("little is buffered of the channel watched: only playlists are kept fresh") }
        let uses = devices.fetcher.statistics
        return WarmingInfo(
            channels: standing.channels.sorted { ($0.readiness, $0.isReady ? 1 : 0) > ($1.readiness, $1.isReady ? 1 : 0) }.map {
                WarmChannelInfo(
                    id: $0.channel.id, number: $0.channel.number, name: $0.channel.name, readiness: "\($0.readiness)",
                    ready: $0.isReady)
            },
            notes: notes, warmingBytes: uses.isEmpty ? nil : uses.reduce(0) { $0.addingSaturating($1.warming.bytes) },
            playingBytes: uses.isEmpty ? nil : uses.reduce(0) { $0.addingSaturating($1.playing.bytes) },
            backOffs: standing.refusalCount)
    }
}
