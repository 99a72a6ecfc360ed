import Commands
import Overlays

/// An action that the interface asks the box for.
package enum InterfaceAction: Hashable, Sendable {
    case tune(channelID: String)
    /// Carry out a command, as if a key had given it.
    case command(Command)
    /// Make the channel a favourite or no longer one. The overlay stays open; answer with `overlay`.
    case setFavourite(channelID: String, Bool)
    /// Do what a button of an owner's overlay says.
    case overlay(OverlayAction)
    /// The viewer has left the owner's overlays.
    case overlayLeft
    /// What was proposed is to be played, or not.
    case proposal(ProposalAnswer)
    /// Show the page of a programme; answer with `showProgramme`.
    case showProgramme(channelID: String, start: Int64)
    /// Show these channels in the guide alone; answer with `guide`.
    case filterGuide(GuideState.Filter)
    /// Remind the viewer of a programme, or no longer; answer with `programme`.
    case remind(channelID: String, start: Int64, Bool)
    /// Look for channels and programmes; answer with `found`.
    case search(String)
    /// A row of the menu was chosen (nil), or changed with left or right.
    case menu(row: String, Command.Direction?)
    case learning(LearningDeed)
    /// Whether what another device sends may be played.
    case cast(CastAnswer)
    /// No phone is to be paired after all.
    case withdrawPairing
    case submitPasscode(Passcode)
    /// The viewer does not want to give the code: go back to the channel before.
    case cancelPasscode
    case retry
    /// Left or right was pressed in the bar: look for another place.
    case scrub(Command.Direction)
    /// Stay at the present place after all.
    case cancelScrub
    /// OK was pressed in the bar.
    case confirmTransport
    /// Play what is on from its beginning.
    case startOver
    /// Play the programme of which the page is open from its beginning.
    case startProgrammeOver
    /// Go to the channel before.
    case goBack
}

/// A viewer's choice while another remote is being learnt.
package enum LearningDeed: Hashable, Sendable { case skip, back, stop }
