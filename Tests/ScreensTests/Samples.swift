import Commands
import Devices
import MediaCore
import Screens

/// The events of every screen of the table: what a new screen needs to be under all laws, and in the gallery.
enum Samples {
    static let start = Gallery.time

    /// The events that open a screen, where nothing stands in its way.
    static func openings(_ screen: ScreenID) -> [InterfaceEvent] {
        switch screen {
        case .diagnostics: [.diagnostics(DiagnosticsState())]
        case .marks: [.marks(Gallery.marks)]
        case .corner:
            [.corner(CornerState(channel: Gallery.two)), .corner(CornerState(channel: Gallery.one, size: .half))]
        case .backdrop: [.poster(PosterState(channel: nil))]
        case .poster: [.poster(PosterState(channel: Gallery.one))]
        case .soundOnly: [.soundOnly(SoundOnlyState(channel: Gallery.one, programme: Gallery.programme))]
        case .itemBadge: [.itemBegan(SoundOnlyState(channel: Gallery.one, programme: Gallery.programme))]
        case .stall: [.stalled(true)]
        case .breakNotice:
            [
                .breakNotice(BreakState(number: 1, count: 1, endsAt: start + .seconds(9), canSkip: true)),
                .breakNotice(Gallery.breakNotice),
            ]
        case .hint: [.hint(Gallery.hints), .welcome(Gallery.hints)]
        case .edgeHint: [.edgeHint(EdgeHint(.left, .channel(Gallery.two)))]
        case .lineup: [.lineup(.empty)]
        case .interstitial:
            [
                .interstitial(InterstitialState(from: Gallery.two, to: Gallery.one)),
                .interstitial(InterstitialState(to: nil, phase: .typing("1"))),
                .interstitial(
                    InterstitialState(to: Gallery.one, phase: .failed(.timedOut, retryAt: start + .seconds(3)))),
            ]
        case .failure:
            [.failure(FailureState(channel: Gallery.one, reason: .timedOut, retryAt: start + .seconds(4)))]
        case .info: [.info(InfoState(channel: Gallery.one)), .info(Gallery.info)]
        case .transport:
            [
                .showTransport(Gallery.transport(20, isPaused: true)),
                .showTransport(Gallery.transport(20, target: 40)), .showTransport(Gallery.scrubbing),
            ]
        case .resume: [.resumed(ResumeOffer(channel: Gallery.one, place: .seconds(2480)))]
        case .proposal: [.proposal(Gallery.proposal)]
        case .overlay: [.showOverlay(Gallery.favourites([Gallery.one])), .showOverlay(Gallery.owner)]
        case .list:
            [
                .showList(Gallery.menu), .showList(Gallery.channels(3, current: 1)), .showList(Gallery.settings),
                .showList(Gallery.renderers),
            ]
        case .guide: [.showGuide(Gallery.guide())]
        case .home: [.showHome(HomeState()), .showHome(Gallery.home())]
        case .search: [.showSearch(SearchState()), .showSearch(Gallery.search)]
        case .programme: [.showProgramme(Gallery.programmePage())]
        case .reminder: [.reminder(Gallery.reminder)]
        case .passcode: [.passcode(PasscodePrompt(channel: Gallery.one, length: 1))]
        case .keyTest: [.keyTest(Gallery.keyTest(2))]
        case .learning: [.learning(Gallery.learning)]
        case .pairing: [.pairing(Gallery.pairing), .pairing(PairingState(.paired("Anna’s phone")))]
        case .cast: [.cast(Gallery.cast)]
        case .battery: [.battery(BatteryNotice(remote: "r", percent: 9))]
        case .volume: [.volume(level: 0.5, isMuted: false)]
        case .track: [.track(TrackNotice(.sound, "German"))]
        }
    }

    /// All else that happens.
    static let others: [InterfaceEvent] = [
        .move(.down), .page(.down), .confirm, .back, .closeEverything, .digit(5), .type("ab"), .erase,
        .found(Gallery.search), .home(Gallery.home(isOther: true)), .interstitial(nil), .flipGivenUp,
        .failure(nil),
        .passcode(nil), .passcodeResult(.wrong(attemptsLeft: nil)),
        .passcodeResult(.locked(until: start + .seconds(2))), .passcodeResult(.accepted), .stalled(false),
        .edgeHint(nil), .soundOnly(nil), .poster(nil), .keyTest(nil), .diagnostics(nil), .reminder(nil), .lineup(nil),
        .wake,
        .transport(nil),
        .resumed(nil), .proposal(nil), .corner(nil), .breakNotice(nil), .pairing(nil), .cast(nil),
        .learning(LearningState(remote: "r", count: 2, phase: .over(.kept(keys: 2)))),
    ]
}
