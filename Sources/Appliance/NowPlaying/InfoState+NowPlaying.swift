import Channels
import GuideStore
import Screens

extension InfoState {
    /// What the info panel tells; nil while no channel is chosen.
    init?(_ playing: NowPlaying) {
        guard let channel = playing.channel else { return nil }
        self.init(
            channel: ChannelLabel(channel),
            now: playing.programme.now.map { ProgrammeLabel($0, on: channel.id, at: WallClock.seconds) },
            next: playing.programme.next.map { ProgrammeLabel($0, on: channel.id, at: nil) },
            quality: playing.facts?.quality,
            tracks: playing.facts?.tracks)
    }
}
