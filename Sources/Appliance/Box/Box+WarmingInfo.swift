import Channels
import ControlProtocol
import Devices
import MediaCore

/// Reports what is kept ready and what it costs, in the words of the control API.
extension Box {
    /// The report on warm channels; nil where none is ever kept ready.
    var warmingInfo: WarmingInfo? {
        guard settings.warming.neighbours > 0 else { return nil }
        let now = now
        var notes = tuner.refusals.sorted { $0.key < $1.key }.map { name, backOff in
            let seconds = Int(max(.zero, backOff.until - now).inSeconds.rounded(.up))
            return name + (backOff.status.map { " answered \($0)" } ?? " refused")
                + (seconds > 0 ? ", again in \(seconds) s" : ", is tried again")
        }
        if tuner.isStarved { notes.append("little is buffered of the channel watched: only playlists are kept fresh") }
        let channels = tuner.warm.sorted {
            ($0.warmth, $0.isReady ? 1 : 0, $1.channel.number) > ($1.warmth, $1.isReady ? 1 : 0, $0.channel.number)
        }
        return WarmingInfo(
            channels: channels.map {
                WarmChannelInfo(
                    id: $0.channel.id, number: $0.channel.number, name: $0.channel.name, readiness: "\($0.warmth)",
                    ready: $0.isReady, bytes: $0.bytes,
                    bitsPerSecond: $0.bandwidth.map { Int(clamping: Int64(saturating: $0)) })
            }, notes: notes)
    }

    /// The counts by provider; nil where the fetcher does not count.
    var providerInfo: [ProviderInfo]? {
        let providers = devices.fetcher.statistics.map { provider in
            ProviderInfo(
                name: provider.name, limit: provider.limit, active: provider.active, waiting: provider.waiting,
                playing: ProviderInfo.Use(requests: provider.playing.requests, bytes: provider.playing.bytes),
                warming: ProviderInfo.Use(requests: provider.warming.requests, bytes: provider.warming.bytes),
                refusals: provider.refusals)
        }
        return providers.isEmpty ? nil : providers
    }
}
