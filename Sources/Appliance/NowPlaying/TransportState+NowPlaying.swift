import HLS
import MediaCore
import Playback
import Screens

extension TransportState {
    /// What the transport bar tells; nil while nothing plays.
    init?(_ playing: NowPlaying) {
        guard let channel = playing.channel, playing.item != nil, let status = playing.status else { return nil }
        self.init(
            channel: ChannelLabel(channel), isLive: status.window?.isLive ?? true, isPaused: status.isPaused)
        if let range = playing.seekableRange, let position = status.position {
            timeline = Timeline(
                start: range.start, end: range.end, position: range.clamp(position), target: playing.target)
            if let date = status.window?.dateAtZero {
                clock = WallClock.text(secondsSince1970: (date + (position - .zero)).nanoseconds / 1_000_000_000)
            }
        }
        quality = playing.facts?.quality
        tracks = playing.facts?.tracks
    }
}
