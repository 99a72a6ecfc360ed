import Channels
import GuideStore
import HLS
import Screens

extension PosterState {
    /// The channel that is on its way while nothing is on the screen; nil: there is something, or nothing is to come.
    ///
    /// Of a channel that may ask for a code no programme's picture is shown, and nothing at all while it asks.
    /// - Parameter has: whether the artwork of a key is there
    init?(_ tuner: Tuner, listings: Listings, has: (String) -> Bool) {
        guard !tuner.isStandby, tuner.shownItem == nil, let interstitial = tuner.interstitial,
            let channel = interstitial.to
        else { return nil }
        if case .locked = interstitial.state {
            self.init(channel: nil)
            return
        }
        let picture = Self.picture(of: channel, tuner, listings)?.key
        self.init(channel: tuner.label(channel), picture: picture.flatMap { has($0) ? $0 : nil })
    }

    /// The picture of what is on, where it may be shown before the channel is.
    static func picture(of channel: Channel, _ tuner: Tuner, _ listings: Listings) -> ProgrammePicture? {
        guard !tuner.isRestricted(channel) else { return nil }
        return tuner.programme(on: channel, in: listings).now.flatMap { ProgrammePicture(of: $0, on: channel.id) }
    }
}

extension SoundOnlyState {
    /// A channel that plays and has only sound.
    /// - Parameters:
    ///   - song: what the station says that it plays; it is told in the programme's place
    ///   - cover: the key of the picture that the song has with it
    ///   - has: whether the artwork of a key is there
    init(
        _ channel: Channel, _ tuner: Tuner, listings: Listings, song: TimedSong? = nil, cover: String? = nil,
        at wall: Int64, has: (String) -> Bool
    ) {
        let programme = tuner.programme(on: channel, in: listings).now
        var label = programme.map { ProgrammeLabel($0, on: channel.id, at: wall) }
        if let song {
            var said = ProgrammeLabel(title: song.title, picture: label?.picture)
            said.subtitle = song.artist
            label = said
        }
        let cover = cover.flatMap { has($0) ? $0 : nil }
        self.init(
            channel: tuner.label(channel), programme: label,
            picture: cover ?? label?.picture.flatMap { has($0) ? $0 : nil })
        isCover = cover != nil
    }
}
