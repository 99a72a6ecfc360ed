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
        case .startProgrammeOver: startProgrammeOver()
        case .showProgramme(let id, let start): _ = showProgramme(id, start: start)
        case .remind(let id, let start, let isWanted): remind(id, start: start, isWanted)
        case .goBack: steer(.cancel(key: now))
        case .setFavourite(let id, let isFavourite):
            setFavourite(id, isFavourite)
            renewOverlay()
        case .overlay(let action): perform(action)
        case .overlayLeft: tellOverlays(.left)
        case .proposal(let answer): answerProposal(answer)
        case .filterGuide(let filter): tellGuide(.filter(filter))
        case .search(let text): tellSearch(.asked(text))
        case .menu(let row, let direction): perform(menuRow: row, direction)
        case .withdrawPairing: withdrawPairing()
        case .cast(let answer): answerCast(answer)
        case .learning(let deed): tellLessons(RemoteLessonsEvent(deed))
        }
    }

    var selectedChannel: Channel? { tuner.selected.flatMap { tuner.lineup[$0] } }
}
