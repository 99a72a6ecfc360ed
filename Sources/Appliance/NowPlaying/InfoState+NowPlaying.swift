import Screens

extension InfoState {
    /// What the info panel tells; nil while no channel is chosen.
    init?(_ playing: NowPlaying) {
        guard let channel = playing.channel else { return nil }
        self.init(channel: ChannelLabel(channel), quality: playing.facts?.quality, tracks: playing.facts?.tracks)
    }
}
