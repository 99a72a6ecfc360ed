import Layout
import MediaCore

package enum Direction: Hashable, Sendable, CaseIterable { case up, down, left, right }

/// An event for the interface: a key that the focus sends to it, or something that happened in the box.
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
    /// The flip is over, and the channel before plays on.
    case flipGivenUp
    /// The channel failed; nil: it plays again.
    case failure(FailureState?)
    case passcode(PasscodePrompt?)
    case passcodeResult(PasscodeResult)
    /// The volume was changed; level 0 … 1.
    case volume(level: Double, isMuted: Bool)
    /// Another sound or text was chosen.
    case track(TrackNotice)
    /// Opens the info panel; nil closes it.
    case info(InfoState?)
    /// Opens the bar, or keeps it open for a while longer.
    case showTransport(TransportState)
    /// Brings the bar up to date, if it is open; nil closes it.
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
    /// A notice that there is nothing to watch; nil: there is something.
    case lineup(LineupNotice?)
    /// Shows figures for whoever looks after the box, until nil closes them. They take no keys.
    case diagnostics(DiagnosticsState?)
    /// Shows keys as they are pressed, until nil closes the panel. It takes none.
    case keyTest(KeyTestState?)
    /// A remote is being taught; nil: no longer. While a key is asked for, the panel has the keys of other
    /// remotes.
    case learning(LearningState?)
    /// A remote's battery is low; not over a passcode.
    case battery(BatteryNotice)
    /// The time of day, as text.
    case clock(String)
    /// The time asked for by `InterfaceAction.wake` has come.
    case wake
}

/// An action that the interface asks the box for.
package enum InterfaceAction: Hashable, Sendable {
    case tune(channelID: String)
    /// Make the channel a favourite or no longer one. The overlay stays open; answer with `showFavourites`.
    case setFavourite(channelID: String, Bool)
    /// A row of the menu was chosen (nil), or changed with left or right.
    case menu(row: String, Direction?)
    case learning(LearningDeed)
    case submitPasscode(Passcode)
    /// The viewer does not want to give the code: go back to the channel before.
    case cancelPasscode
    case retry
    /// Left or right was pressed in the bar: look for another place.
    case scrub(Direction)
    /// Stay at the present place after all.
    case cancelScrub
    /// OK was pressed in the bar.
    case confirmTransport
    /// Go to the channel before.
    case goBack
    /// The viewer closed this screen.
    case closed(InterfaceScreen)
    /// Send `wake` at this time. The newest one counts; an answer without one cancels it.
    case wake(at: HostTime)
}

/// A screen that can be closed.
package enum InterfaceScreen: String, Hashable, Sendable, CaseIterable {
    case interstitial, info, transport, favourites, list, failure, passcode, learning
}

/// The part of the interface that gets the keys.
package enum InterfaceFocus: String, Hashable, Sendable, CaseIterable {
    /// The picture has the keys: they flip, open layers, change the volume. Back closes a banner that
    /// lingers.
    case video
    /// The keys act as in `video`, but Back gives the flip up.
    case interstitial
    /// A number is half typed: OK ends it.
    case numberEntry
    /// A flip is previewed and not begun: OK goes there, Back leaves it.
    case preview
    case info
    /// The bar has the keys: left and right look for another place, OK pauses.
    case transport
    case favourites
    /// A list has the keys: the channels or the menu.
    case list
    /// A failure is shown: OK tries again, Back leads to the channel before; the rest as in `video`.
    case failure
    /// A remote is being taught: right leaves a key out, left goes back, Back ends it.
    case learning
    /// The keypad has all keys but channel keys and volume.
    case passcode
}

/// The treatment of the picture beneath the interface.
package struct VideoTreatment: Hashable, Sendable {
    /// The dimming; only its opacity counts.
    package var motion: Motion
    /// Whether a channel waits behind the passcode: keep showing the last frame of the one before, and
    /// nothing of the new one.
    package var holdsLastFrame: Bool
}
