import Layout
import MediaCore

package enum Direction: Hashable, Sendable, CaseIterable { case up, down, left, right }

/// What the interface is told: keys that the focus sends to it, and what happens in the box.
package enum InterfaceEvent: Hashable, Sendable {
    case move(Direction)
    case confirm
    case back
    /// Closes whatever was opened, down to the picture. What is on its way there stays on its way.
    case closeEverything
    /// 0 … 9.
    case digit(Int)
    case delete

    /// Opens the overlay, or brings it up to date. `current` is the channel that plays.
    case showFavourites([FavouriteCard], current: ChannelLabel?)
    /// Opens the list, or brings it up to date.
    case showList(ListState)
    /// A flip began or went on, or its channel is tried again; nil: it is over, and its channel plays.
    case flip(InterstitialState?)
    /// It is over, and the channel before plays on.
    case flipGivenUp
    /// Nil: it plays again.
    case failure(FailureState?)
    case passcode(PasscodePrompt?)
    case passcodeResult(PasscodeResult)
    /// Level 0 … 1.
    case volume(level: Double, isMuted: Bool)
    /// Another sound or text was chosen.
    case track(TrackNotice)
    /// Nil closes it.
    case info(InfoState?)
    /// Opens the bar, or keeps it open for a while longer.
    case showTransport(TransportState)
    /// Brings it up to date, if it is open; nil closes it.
    case transport(TransportState?)
    /// Says over the picture which keys do what: while one is held.
    case hint([KeyHint])
    /// Says the same once, at start, when the first channel has come and nothing else is on the screen; not to who has
    /// opened something or flipped before.
    case welcome([KeyHint])
    /// A finger rests at one edge of a touch surface: where a click would lead; nil: it has gone.
    case edgeHint(EdgeHint?)
    /// A channel that has only sound plays: it is named where its picture would be. Nil: it no longer does.
    case soundOnly(ChannelLabel?)
    /// Playback waits for data.
    case stalled(Bool)
    /// There is nothing to watch; nil: there is.
    case lineup(LineupNotice?)
    /// Figures for who looks after the box, until nil closes them. They take no keys.
    case diagnostics(DiagnosticsState?)
    /// Keys as they are pressed, until nil closes them. They take none.
    case keyTest(KeyTestState?)
    /// A remote that is taught; nil: no longer. While a key is asked for, it has the keys of other remotes.
    case learning(LearningState?)
    /// A remote's battery is low; not over a passcode.
    case battery(BatteryNotice)
    /// The time of day, as text.
    case clock(String)
    /// The time asked for by `InterfaceAction.wake` has come.
    case wake
}

/// What the interface asks for.
package enum InterfaceAction: Hashable, Sendable {
    case tune(channelID: String)
    /// The overlay stays open; answer with `showFavourites`.
    case setFavourite(channelID: String, Bool)
    /// A row of the menu was chosen, or changed: nil, or left or right.
    case menu(row: String, Direction?)
    case learning(LearningDeed)
    case submitPasscode(Passcode)
    /// The viewer does not want to give the code: back to the channel before.
    case cancelPasscode
    case retry
    /// Left or right in the bar: another place is looked for.
    case scrub(Direction)
    /// There after all.
    case cancelScrub
    /// OK in the bar.
    case confirmTransport
    /// To the channel before.
    case goBack
    /// The viewer closed it.
    case closed(InterfaceScreen)
    /// Send `wake` then. The newest one counts; an answer without one cancels it.
    case wake(at: HostTime)
}

/// What can be closed.
package enum InterfaceScreen: String, Hashable, Sendable, CaseIterable {
    case interstitial, info, transport, favourites, list, failure, passcode, learning
}

/// Who gets the keys.
package enum InterfaceFocus: String, Hashable, Sendable, CaseIterable {
    /// The picture: keys flip, open, change the volume. Back closes a banner that lingers.
    case video
    /// As `video`, but Back gives the flip up.
    case interstitial
    /// A number is half typed: OK ends it.
    case numberEntry
    /// A flip is shown and not begun: OK goes there, Back lets it be.
    case preview
    case info
    /// Left and right look for another place, OK pauses.
    case transport
    case favourites
    /// The channels or the menu.
    case list
    /// OK tries again, Back leads to the channel before; the rest as `video`.
    case failure
    /// A remote is taught: right leaves a key out, left goes back, Back is enough.
    case learning
    /// Everything but channel keys and volume goes to the keypad.
    case passcode
}

/// What becomes of the picture beneath.
package struct VideoTreatment: Hashable, Sendable {
    /// Only the opacity counts.
    package var motion: Motion
    /// A channel waits behind the passcode: keep showing the last frame of the one before, and
    /// nothing of the new one.
    package var holdsLastFrame: Bool
}
