import Channels
import Devices
import Paint
import Screens

/// Has logos and programmes' pictures come where the interface shows them.
extension Box {
    /// Wants a channel's logo, once; it is shown when it has come.
    func wantArtwork(of channel: ChannelLabel) {
        guard let url = channel.logo, wantsArtwork(url) else { return }
        artwork.want(ArtworkRequest(logo: url, of: tuner.lineup[channel.id]), for: url)
    }

    /// Wants what has rested for long enough.
    func lookAtArtwork() {
        let rested = restedArtwork()
        for channel in rested.logos { wantArtwork(of: channel) }
        for picture in rested.pictures { want(picture) }
    }

    /// Wants a programme's picture, once; it is shown when it has come.
    func want(_ picture: ProgrammePicture) {
        guard let guide = devices.guide, wantsArtwork(picture.key) else { return }
        errands.begin { [artwork] in
            artwork.want(
                ArtworkRequest(picture, reach: await guide.pictureReach(of: picture.channel)), for: picture.key)
        }
    }
}
