import Commands
import MediaCore

/// An event for the interface: a key that the focus sends to it, or something that happened in the box.
package enum InterfaceEvent: Hashable, Sendable {
    case move(Command.Direction)
    /// A page up or down, or a day back or on.
    case page(Command.Direction)
    case confirm
    case back
    /// Closes whatever was opened, down to the picture. What is on its way there stays on its way.
    case closeEverything
    /// 0 … 9.
    case digit(Int)
    /// Text, where the screen in front takes some.
    case type(String)
    case erase

    /// Opens the owner's overlays, or shows another page of them.
    case showOverlay(OverlayState)
    /// The owner's marks over the picture; empty: there are none.
    case marks([MarkState])
    /// A second channel plays in a corner of the screen; nil: none does.
    case corner(CornerState?)
    /// Brings the overlays up to date, where they are open.
    case overlay(OverlayState)
    /// Opens the guide.
    case showGuide(GuideState)
    /// Brings the guide up to date, if it is open.
    case guide(GuideState)
    /// Opens the choice of channels in the guide, if that is open.
    case showGuideFilters
    /// Opens the page of a programme, over the panel from which it was asked for.
    case showProgramme(ProgrammeState)
    /// Brings that page up to date, if it is open on the same programme.
    case programme(ProgrammeState)
    /// A programme begins of which the viewer wanted to be reminded; nil: that is over.
    case reminder(ReminderNotice?)
    /// Opens the home.
    case showHome(HomeState)
    /// Brings the home up to date, if it is open.
    case home(HomeState)
    /// Opens the field in which channels and programmes are looked for.
    case showSearch(SearchState)
    /// What was found of what was typed there.
    case found(SearchState)
    /// Opens the list, or brings it up to date.
    case showList(ListState)
    /// A flip began or went on, or its channel is tried again; nil: it is over, and its channel plays.
    case interstitial(InterstitialState?)
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
    /// Opens the info panel.
    case info(InfoState)
    /// Brings the info panel up to date, if it is open.
    case renewInfo(InfoState)
    /// Opens the bar, or keeps it open for a while longer.
    case showTransport(TransportState)
    /// Brings the bar up to date, if it is open; nil closes it.
    case transport(TransportState?)
    /// An item goes on from where it was left, and may be started over; nil: it is not on the screen any more.
    case resumed(ResumeOffer?)
    /// What to watch next is proposed, as soon as nothing stands in its way; nil: no longer.
    case proposal(ProposalState?)
    /// Says over the picture which keys do what: while one is held.
    case hint([KeyHint])
    /// Says the same once, at start, when the first channel has come and nothing else is on the screen; not to who has
    /// opened something or flipped before.
    case welcome([KeyHint])
    /// A finger rests at one edge of a touch surface: where a click would lead; nil: it has gone.
    case edgeHint(EdgeHint?)
    /// A channel is on its way while there is nothing else to see; nil: its picture is there, or it comes no more.
    case poster(PosterState?)
    /// A channel that has only sound plays, or something else is on there: it is shown where its picture would be. Nil:
    /// it no longer plays.
    case soundOnly(SoundOnlyState?)
    /// Something else has begun on a channel that has only sound.
    case itemBegan(SoundOnlyState)
    /// A break plays in place of what is on; nil: none does.
    case breakNotice(BreakState?)
    /// Playback waits for data.
    case stalled(Bool)
    /// A notice that there is nothing to watch; nil: there is something.
    case lineup(LineupNotice?)
    /// Shows figures for whoever looks after the box, until nil closes them. They take no keys.
    case diagnostics(DiagnosticsState?)
    /// Shows keys as they are pressed, until nil closes the panel. It takes none.
    case keyTest(KeyTestState?)
    /// A remote is being taught. While a key is asked for, the panel has the keys of other remotes.
    case learning(LearningState)
    /// A phone may be paired, or what came of that; nil: it may no longer.
    case pairing(PairingState?)
    /// Another device wants to play something; nil: that is decided.
    case cast(CastState?)
    /// A remote's battery is low; not over a passcode.
    case battery(BatteryNotice)
    /// The time of day, as text.
    case clock(String)
    /// The interface is to look otherwise.
    case look(Look)
    /// The time of `Interface.nextWake` has come.
    case wake
}

extension Interface {
    /// Tells the screens what an event means to them: here each event finds its screen.
    mutating func take(_ event: InterfaceEvent) -> [InterfaceAction] {
        if event.isByViewer { wakeAmbience() }
        switch event {
        case .move(let direction): return press(.move(direction))
        case .page(let direction): return press(.page(direction))
        case .confirm: return press(.confirm)
        case .back: return press(.back)
        case .digit(let digit): return press(.digit(digit))
        case .type(let text): return press(.type(text))
        case .erase: return press(.erase)
        case .closeEverything: return closeEverything()
        case .showOverlay(let state): open(OverlayScreen(state))
        case .marks(let marks): show(marks: marks)
        case .corner(let state): show(corner: state)
        case .overlay(let state): update(OverlayScreen.self) { $0 = OverlayScreen(state).following($0) }
        case .showGuide(let state): open(GuideScreen(state))
        case .guide(let state): update(GuideScreen.self) { $0 = GuideScreen(state).following($0) }
        case .showGuideFilters: update(GuideScreen.self) { _ = $0.openFilters() }
        case .showProgramme(let state): open(ProgrammeScreen(state))
        case .programme(let state): update(ProgrammeScreen.self) { $0.take(state) }
        case .reminder(let notice?): owe(ReminderScreen(notice: notice))
        case .reminder(nil): close(.reminder)
        case .showHome(let state): open(HomeScreen(state))
        case .home(let state): update(HomeScreen.self) { $0 = HomeScreen(state).following($0) }
        case .showSearch(let state): open(SearchScreen(state))
        case .found(let state): update(SearchScreen.self) { $0.take(state) }
        case .showList(let state): open(ListScreen(state))
        case .interstitial(let state): show(state.map { InterstitialScreen($0, at: moment.now) })
        case .flipGivenUp: close(.interstitial)
        case .failure(let state): show(state.map(FailureScreen.init))
        case .passcode(let prompt): show(prompt.map { PasscodeScreen($0, at: moment.now) })
        case .passcodeResult(let result): answer(result)
        case .volume(let level, let isMuted): open(VolumeScreen(level: level, isMuted: isMuted, at: moment.now))
        case .track(let notice): open(TrackScreen(notice: notice))
        case .info(let state): open(InfoScreen(state: state))
        case .renewInfo(let state): update(InfoScreen.self) { $0 = InfoScreen(state: state).following($0) }
        case .showTransport(let state): open(TransportScreen(state: state))
        case .transport(let state?): update(TransportScreen.self) { $0.state = state }
        case .transport(nil): end(TransportScreen.self)
        case .resumed(let offer): show(offer.map(ResumeScreen.init))
        case .proposal(let state): show(proposal: state)
        case .hint(let hints): if !hints.isEmpty { open(HintScreen(hints: hints)) }
        case .welcome(let hints): if !hints.isEmpty { owe(HintScreen(hints: hints)) }
        case .edgeHint(let hint): show(hint.map(EdgeHintScreen.init))
        case .poster(let state): show(poster: state)
        case .soundOnly(let state): show(soundOnly: state)
        case .itemBegan(let state): show(badge: state)
        case .breakNotice(let state): show(break: state)
        case .stalled(true): owe(StallScreen(since: moment.now))
        case .stalled(false): close(.stall)
        case .lineup(let notice): show(notice.map(LineupScreen.init))
        case .diagnostics(let state): show(state.map(DiagnosticsScreen.init))
        case .keyTest(let state): show(state.map(KeyTestScreen.init))
        case .learning(let state): open(LearningScreen(state: state))
        case .pairing(let state): show(state.map(PairingScreen.init))
        case .cast(let state): show(state.map { CastScreen($0, at: moment.now) })
        case .battery(let notice): open(BatteryScreen(notice: notice))
        case .clock(let text): clock = text
        case .look(let new): show(new)
        case .wake: break
        }
        return []
    }

    /// Opens a screen, or brings it up to date; nil: what it is about is over.
    mutating func show<S: Screen>(_ screen: S?) {
        if let screen { open(screen) } else { end(S.self) }
    }

    private mutating func answer(_ result: PasscodeResult) {
        switch result {
        case .accepted:
            end(PasscodeScreen.self)
        case .wrong(let attemptsLeft):
            update(PasscodeScreen.self) { $0.entry.reject(attemptsLeft: attemptsLeft) }
            shake(.passcode)
        case .locked(let until):
            update(PasscodeScreen.self) { $0.entry.lock(until: until) }
            shake(.passcode)
        }
    }
}
