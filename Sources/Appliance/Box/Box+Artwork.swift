import Channels
import Devices
import HLS
import MediaCore
import Paint
import Playback
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

    // MARK: Where there is no picture

    /// Lets the owner's film come where nothing else is to be seen, and go.
    func showSplash() {
        guard let splash = stage.splash else { return }
        let isFree = shownItem == nil && !tuner.isStandby
        guard splash.look(isFree: isFree, isComing: isFree && tuner.selected != nil && tuner.standing != nil) else {
            return
        }
        // What was stopped has faded, and its sound with it.
        if isFree { player.fade(to: 1, pace: .zero) }
        devices.display.wake()
    }

    /// Shows what is on its way, while nothing is on the screen.
    func showPoster() {
        showSplash()
        let poster = inWords {
            stage.showsPicture ? nil : PosterState(tuner, listings: listings, has: canvas.painter.hasArtwork)
        }
        if let channel = poster?.channel {
            // The viewer rests on it from the start.
            wantArtwork(of: channel)
            if let to = tuner.interstitial?.to, let picture = PosterState.picture(of: to, tuner, listings) {
                want(picture)
            }
        }
        if poster != interface.poster { tell(.poster(poster)) }
    }

    /// Looks again soon which song is heard, where the station says so.
    private func lookForSong() {
        let says = nowPlaying.itemStatus?.window?.songs.isEmpty == false
        wake(.song, at: says ? now + .seconds(1) : now + .seconds(3))
    }

    /// Shows the channel that plays where it has only sound.
    func showSoundOnly() {
        guard let item = shownItem, playout[item]?.hasVideo == false,
            let channel = tuner.watching.flatMap({ tuner.lineup[$0] })
        else {
            if interface.soundOnly != nil { tell(.soundOnly(nil)) }
            wake(.song, at: nil)
            return
        }
        lookForSong()
        let playing = nowPlaying
        // As long as the item is there its file is the same.
        let cover = playing.cover.map { (key: "cover:\(item)", bytes: $0) }
        if let cover, wantsArtwork(cover.key) { artwork.take(cover.bytes, for: cover.key) }
        let state = SoundOnlyState(
            channel, tuner, listings: listings, song: playing.song, cover: cover?.key, at: WallClock.seconds,
            has: canvas.painter.hasArtwork)
        let before = interface.soundOnly
        guard state != before else { return }
        tell(.soundOnly(state))
        if let before, before.channel.id == state.channel.id, state.programme != nil,
            before.programme?.title != state.programme?.title
        {
            tell(.itemBegan(state))
        }
        wantArtwork(of: state.channel)
        if let picture = state.programme?.picture.flatMap(ProgrammePicture.init(key:)) { want(picture) }
    }
}
