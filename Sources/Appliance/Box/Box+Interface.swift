import Channels
import Commands
import ControlProtocol
import Devices
import MediaCore
import Playback
import Screens

extension Box {
    /// Carries out what a screen asks for.
    func perform(_ action: InterfaceAction) {
        switch action {
        case .tune(let id): perform(.tune(.id(id)), key: now)
        case .command(let command):
            perform(command, key: now)
            renewInfo()
        case .submitPasscode(let passcode): steer(.submitPasscode(passcode.digits.map(String.init).joined()))
        case .cancelPasscode: steer(.cancelPasscode)
        case .retry: steer(.confirm(key: now))
        case .scrub(let direction): scrub(direction)
        case .cancelScrub: cancelScrub()
        case .confirmTransport: confirmTransport()
        case .startOver: perform(.startOver, key: now)
        case .goBack: steer(.cancel(key: now))
        case .setFavourite(let id, let isFavourite):
            setFavourite(id, isFavourite)
            showFavourites()
        case .menu(let row, let direction): perform(menuRow: row, direction)
        case .learning(let deed): tellLessons(RemoteLessonsEvent(deed))
        }
    }

    func showFavourites() {
        let favourites = tuner.lineup.favourites.compactMap { tuner.lineup[$0] }.map(tuner.veiled)
        for channel in favourites { wantArtwork(of: ChannelLabel(channel)) }
        tell(
            .showFavourites(
                favourites.map { FavouriteCard(channel: ChannelLabel($0)) },
                current: tuner.watching.flatMap { tuner.lineup[$0] }.map(ChannelLabel.init)))
    }

    var selectedChannel: Channel? { tuner.selected.flatMap { tuner.lineup[$0] } }
}
