import Commands
import Devices
import Layout
import MediaCore
import Overlays
import Testing

@testable import Screens

/// Every screen in the states that a viewer may meet, with names from real playlists.
struct Gallery {
    struct Entry: Sendable, CustomTestStringConvertible {
        var name: String
        var interface: Interface
        var testDescription: String { name }
    }

    static let time = HostTime(nanoseconds: 100_000_000_000)
    /// The time by which everything has arrived.
    static let settled = time + .milliseconds(500)

    static let one = ChannelLabel(id: "one", number: "12", name: "BBC One HD", group: "Entertainment", logo: "logo")
    static let two = ChannelLabel(id: "two", number: "11", name: "Das Erste", group: "News")
    static let arabic = ChannelLabel(id: "arabic", number: "13", name: "قناة الجزيرة الإخبارية", group: "أخبار")
    static let hebrew = ChannelLabel(id: "hebrew", number: "14", name: "כאן 11 חדשות", group: "חדשות")
    static let japanese = ChannelLabel(id: "japanese", number: "15", name: "テレビ東京ニュース", group: "ニュース")
    static let long = ChannelLabel(
        id: "long", number: "1234567890",
        name:
            "The Extraordinarily Long-Winded International Documentary and Wildlife Channel +1 (1080p) [Geo-blocked] UHD",
        group: "Documentaries; Wildlife; Everything Else That Has Ever Been Broadcast Anywhere On Earth; And More",
        logo: "broken")
    static let bare = ChannelLabel(id: "bare", number: "", name: "")
    static let programme = ProgrammeLabel(title: "The Ten O’Clock News", times: "22:00 – 22:30", progress: 0.4)
    static let piece: ProgrammeLabel = {
        var piece = ProgrammeLabel(title: "Music for Eighteen Musicians", times: "21:30 – 22:35", progress: 0.4)
        piece.subtitle = "Steve Reich and Musicians"
        return piece
    }()
    static let longPiece: ProgrammeLabel = {
        var piece = longProgramme
        piece.subtitle = longProgramme.title
        return piece
    }()
    static let proposal = ProposalState(
        kind: .episode, channel: two, title: "The Long Evening", subtitle: "S2 E5", picture: "poster",
        acceptsAt: time + .seconds(12))
    static let longProgramme = ProgrammeLabel(
        title:
            "Planet Earth III: The Frozen Worlds and the Creatures That Have Learned to Live in Them, Part Two of Nine",
        times: "22:00 – 23:45", progress: 1.7)

    /// - Parameter seconds: how long ago the events were.
    private static func entry(_ name: String, at seconds: Int = 0, _ events: InterfaceEvent...) -> Entry {
        var interface = Interface()
        for event in events { _ = interface.handle(event, at: time - .seconds(seconds)) }
        _ = interface.handle(.wake, at: time)
        return Entry(name: name, interface: interface)
    }

    /// The transport state of a channel with a window of two hours, that many seconds behind.
    static func transport(_ behind: Double?, target: Double? = nil, clock: String? = nil, isPaused: Bool = false)
        -> TransportState
    {
        var state = TransportState(channel: one, isLive: true, isPaused: isPaused)
        state.timeline = TransportState.Timeline(
            start: MediaTime(seconds: 100), end: MediaTime(seconds: 7300),
            position: MediaTime(seconds: 7300 - (behind ?? 0)),
            target: target.map { MediaTime(seconds: 7300 - $0) })
        state.clock = clock
        state.quality = "1080p"
        state.tracks = "English (audio description)"
        return state
    }

    private static var film: TransportState {
        var state = TransportState(channel: long, isLive: false, isPaused: false)
        state.timeline = TransportState.Timeline(
            start: .zero, end: MediaTime(seconds: 6000), position: MediaTime(seconds: 4000))
        return state
    }

    private static func at(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    /// A programme of a channel whose server has all of it so far, while the viewer looks for a place.
    static var scrubbing: TransportState {
        var state = TransportState(channel: one, isLive: true, isPaused: false)
        state.title = "The Long Evening"
        state.subtitle = "Aurora 7 HD · S2 E4 “Low Water” · 20:15–21:00"
        state.timeline = TransportState.Timeline(
            start: at(0), end: at(2000), position: at(700), target: at(1220), scale: at(0)...at(2700),
            buffered: at(1900))
        state.startClock = "20:15"
        state.targetText = "20:29:40"
        state.breaks = [at(485)...at(580)]
        state.marks = [
            .init(.programme, at: at(0), "The Long Evening"), .init(.programme, at: at(895)),
            .init(.programme, at: at(1570)),
        ]
        state.preview = .picture(1)
        return state
    }

    /// The first moments of a window, in the programme before; there is no picture of it.
    private static var scrubbingAtStart: TransportState {
        var state = scrubbing
        state.timeline?.target = at(3)
        state.targetText = "20:15:03"
        state.marks[0].title = longProgramme.title
        state.preview = .artwork
        return state
    }

    private static var filmWithMenus: TransportState {
        var state = film
        state.title = longProgramme.title
        state.subtitle = "Aurora Films"
        state.speedPercent = 125
        state.marks = [0, 900, 2400, 5000].map { .init(.chapter, at: at($0), "Chapter") }
        state.timeline?.buffered = at(4090)
        state.menus = [
            BarMenu(
                "Subtitles", value: "English (SDH)",
                entries: [
                    .init("Off", .subtitles(.off)), .init("English (SDH)", isChosen: true, .subtitles(.number(1))),
                    .init("Portuguese (BR)", .subtitles(.number(2))),
                ]),
            BarMenu("What did she say?", entries: [.init("What did she say?", .whatDidSheSay)]),
            BarMenu(
                "Speed", value: "1.25×",
                entries: [.init("1×", .speed(.percent(100))), .init("1.25×", isChosen: true, .speed(.percent(125)))]),
            BarMenu("Start over", entries: [.init("Start over", .startOver)]),
            BarMenu("House", entries: [.init("Lights", owner: .program("lights")), .init("Close", owner: .close)]),
        ]
        return state
    }

    static let hints = [
        KeyHint(.up, .favourites), KeyHint(.channelKeys, .channels), KeyHint(.down, .information),
        KeyHint(.heldOK, .menu),
        KeyHint(.heldBack, .channelList),
    ]

    static func channels(_ count: Int, current: Int, standing: ListState.Standing = .playing) -> ListState {
        let rows = numbered(count).enumerated().map { index, channel in
            var row = ListState.Row(id: channel.id, title: channel.name)
            if index % 3 != 2 { (row.progress, row.next) = (Double(index % 5) / 5, "20:55 The Long Evening") }
            row.lead = channel.number
            row.logo = channel.logo
            return row
        }
        return ListState(.channels, rows: rows, current: rows[current].id, standing: standing)
    }

    private static let unreachableKeeper =
        "the keeper of keymaps does not answer (connect /run/hearth-keymaps.sock: No such file or directory (errno 2)): "
        + "systemctl enable --now hearth-keymaps.socket"

    static let learning = LearningState(
        remote: "living-room", count: 34, phase: .asking(key: "channel_up", number: 7),
        note: .learnt(key: "back", code: "rc-6-mce 0x800f0422"))

    static func keyTest(_ count: Int) -> KeyTestState {
        var state = KeyTestState()
        for number in 0..<count {
            state.add(
                KeyTestState.Line(
                    code: "KEY_10CHANNELSDOWN", meaning: "hold_KEY_10CHANNELSDOWN: tune BBC News \(number)"))
        }
        return state
    }

    static let groups: ListState = {
        let rows = ["All channels", "Nachrichten", "الأخبار", "Film & Serien | HD | Österreich und die Schweiz", "子供"]
            .enumerated().map { index, title in
                var row = ListState.Row(id: "group:\(title)", title: title)
                row.note = "\(2_050 >> index)"
                row.staysOpen = true
                return row
            }
        return ListState(.groups, rows: rows, current: rows[1].id)
    }()

    static let grouped: ListState = {
        var state = channels(4, current: 1)
        state.group = "Film & Serien | HD | Österreich und die Schweiz"
        return state
    }()

    /// More rows than are seen, so that their count stands beside what the keys do.
    static let longMenu = ListState(
        .menu,
        rows: [
            "Home", "Guide", "Search", "Channel list", "Groups", "Favourites", "Info", "Channel before", "Pause",
            "Speed", "What did she say?", "Sound", "Subtitles",
        ].map { ListState.Row(id: $0, title: $0) })

    static let menu: ListState = {
        func row(_ id: String, _ title: String, _ note: String? = nil, isEnabled: Bool = true) -> ListState.Row {
            var row = ListState.Row(id: id, title: title)
            row.note = note
            row.isEnabled = isEnabled
            row.staysOpen = id == "volume"
            row.isAdjustable = id == "volume"
            return row
        }
        return ListState(
            .menu,
            rows: [
                row("channels", "Channel list"), row("favourites", "Favourites"),
                row("pause", "Pause", "Nothing plays", isEnabled: false),
                row("sound", "Sound", "Portuguese (Brazil) with audio description"), row("volume", "Volume", "80"),
                row("standby", "Standby"),
            ])
    }()

    private static func step(_ kind: FlipFigures.Step.Kind, _ start: Int, _ length: Int) -> FlipFigures.Step {
        FlipFigures.Step(kind: kind, start: .milliseconds(start), length: .milliseconds(length))
    }

    private static func usual(_ isOfChannel: Bool, _ isWarm: Bool, _ p50: Int) -> FlipFigures.Usual {
        FlipFigures.Usual(
            isOfChannel: isOfChannel, isWarm: isWarm, count: 214, p50: .milliseconds(p50), p95: .milliseconds(p50 * 2),
            p99: .milliseconds(p50 * 4))
    }

    private static var figures: DiagnosticsState {
        var playing = PlayingFigures()
        playing.channel = one
        playing.size = "1920×1080"
        playing.framesPerSecond = 29.97
        playing.videoCodec = "h264"
        playing.decoder = "software"
        playing.audioCodec = "aac"
        playing.bandwidth = 5_200_000
        playing.variant = 3
        playing.variantCount = 4
        playing.buffer = .milliseconds(6240)
        playing.latency = .milliseconds(7410)
        playing.rate = 1.02
        playing.throughput = 18_300_000
        playing.framesDropped = 3
        playing.stalls = 1
        playing.neighbours = [
            .init(channel: arabic, readiness: .picture, isOnItsWay: false),
            .init(channel: two, readiness: .picture, isOnItsWay: false),
            .init(channel: japanese, readiness: .media, isOnItsWay: true),
        ]
        let flip = FlipFigures.Flip(
            to: one, isWarm: false, hasFailed: false, isSlow: true,
            steps: [
                step(.settle, 0, 2), step(.playlist, 2, 312), step(.media, 314, 66), step(.decode, 380, 90),
                step(.reveal, 470, 1),
                step(.scanout, 471, 18), step(.motion, 489, 40), step(.sound, 489, 22),
            ], slowest: .playlist, total: .milliseconds(529))
        return DiagnosticsState(
            playing: playing,
            flips: FlipFigures(
                last: flip,
                usual: [
                    usual(true, true, 18), usual(true, false, 210), usual(false, true, 19), usual(false, false, 240),
                ]))
    }

    private static var longFigures: DiagnosticsState {
        var state = figures
        state.playing.channel = long
        state.playing.decoder = "V4L2 stateful decoder rpi-hevc-dec on /dev/video19"
        state.playing.neighbours = [long, long, arabic, hebrew, japanese, two].map {
            .init(channel: $0, readiness: .full, isOnItsWay: true)
        }
        state.playing.notes = [
            "provider.example: 429 Too Many Requests, again in 24 s; no more than one connection meanwhile"
        ]
        state.flips.last = FlipFigures.Flip(
            to: long, isWarm: true, hasFailed: true, isSlow: false, steps: [step(.settle, 0, 123_456)],
            slowest: .playlist, total: nil)
        return state
    }

    /// The screens with the words that fit worst, and each other screen as it is opened.
    static let entries =
        chosen
        + ScreenID.allCases.filter { id in
            !chosen.contains { $0.interface[id].isPresented }
        }.flatMap { id in Samples.openings(id).prefix(1).map { entry("\(id)", at: 1, $0) } }

    /// The next piece has begun where nobody looks.
    private static var quietBadge: Entry {
        var interface = Interface()
        _ = interface.handle(.soundOnly(SoundOnlyState(channel: one, programme: programme)), at: time - .seconds(300))
        _ = interface.handle(.soundOnly(SoundOnlyState(channel: one, programme: piece)), at: time)
        _ = interface.handle(.itemBegan(SoundOnlyState(channel: one, programme: piece)), at: time)
        return Entry(name: "sound-only-badge", interface: interface)
    }

    private static let flipToOne = InterfaceEvent.interstitial(InterstitialState(to: one, programme: programme))

    private static let chosen: [Entry] = [
        entry(
            "flip",
            .interstitial(InterstitialState(from: two, to: one, programme: programme, above: arabic, below: two))),
        entry("flip-slow", at: 2, .interstitial(InterstitialState(from: one, to: two, above: one, below: hebrew))),
        entry(
            "flip-long",
            .interstitial(InterstitialState(from: one, to: long, programme: longProgramme, above: long, below: arabic))),
        entry(
            "flip-rtl",
            .interstitial(
                InterstitialState(
                    from: hebrew, to: arabic,
                    programme: ProgrammeLabel(title: "نشرة الأخبار المسائية مع آخر التطورات", times: "20:00 – 21:00"),
                    above: hebrew,
                    below: japanese))),
        entry("flip-bare", .interstitial(InterstitialState(to: bare))),
        entry(
            "flip-failed",
            .interstitial(
                InterstitialState(
                    from: two, to: one, above: arabic, below: two,
                    phase: .failed(.refused(status: 403), retryAt: time + .seconds(5))))),
        entry(
            "flip-settled", .interstitial(InterstitialState(from: two, to: one, programme: programme)),
            .interstitial(nil)),
        entry(
            "flip-next",
            .interstitial(
                InterstitialState(from: two, to: one, programme: programme, next: longProgramme, above: two, below: two)
            )),
        entry("resume", .resumed(ResumeOffer(channel: one, place: .seconds(2480)))),
        entry("resume-long", .resumed(ResumeOffer(channel: long, place: .seconds(36_000)))),
        entry("resume-rtl", .resumed(ResumeOffer(channel: arabic, place: .seconds(61)))),
        entry("break", .breakNotice(breakNotice)), entry("break-skippable", .breakNotice(skippableBreak)),
        entry("transport-break", .breakNotice(breakNotice), .showTransport(transportInBreak)),
        entry("proposal", .proposal(proposal)),
        entry("proposal-bare", .proposal(ProposalState(kind: .other, channel: one, title: "Bread and Salt"))),
        entry(
            "proposal-long",
            .proposal(
                ProposalState(
                    kind: .episode, channel: long, title: longProgramme.title, subtitle: longProgramme.title,
                    acceptsAt: time + .seconds(3601)))),
        entry("typing", .interstitial(InterstitialState(from: two, to: one, phase: .typing("12")))),
        entry("typing-huge", .interstitial(InterstitialState(from: two, to: long, phase: .typing("1234567890")))),
        entry("typing-unknown", .interstitial(InterstitialState(from: two, to: nil, phase: .unknownNumber("999")))),
        entry("info", .clock("21:07"), .info(info)),
        entry("info-button", .clock("21:07"), .info(info), .move(.down)),
        entry("info-tracks", .clock("21:07"), .info(info), .move(.right), .move(.down), .move(.down)),
        entry("info-picture", .info(info), .move(.right), .move(.right), .move(.down), .move(.down), .move(.down)),
        entry(
            "info-owner", .clock("21:07"), .info(info), .move(.right), .move(.right), .move(.right), .move(.right),
            .move(.down)),
        entry("info-details", .info(info), .move(.right), .move(.right), .move(.right)),
        entry("info-long", .clock("21:07"), .info(longInfo)),
        entry("info-rtl", .clock("21:07"), .info(arabicInfo)),
        entry("transport-live", .showTransport(transport(nil, clock: "21:07"))),
        entry("transport-wound", .showTransport(transport(1800, clock: "20:37"))),
        entry("transport-looking", .showTransport(transport(1800, target: 3725))),
        entry("transport-paused", .showTransport(transport(300, clock: "21:02", isPaused: true))),
        entry("transport-film", .showTransport(film)),
        entry("transport-scrub", .showTransport(scrubbing)),
        entry("transport-scrub-start", .showTransport(scrubbingAtStart)),
        entry("transport-menus", .showTransport(filmWithMenus), .move(.up), .move(.right)),
        entry("transport-menu", .showTransport(filmWithMenus), .move(.up), .confirm),
        entry("transport-stream", .showTransport(TransportState(channel: long, isLive: true, isPaused: false))),
        entry("info-nothing-known", .info(InfoState(channel: two))),
        entry("overlay", .showOverlay(favourites(numbered(5), current: numbered(5)[1])), .move(.right)),
        entry(
            "overlay-many", .showOverlay(favourites(numbered(20), current: numbered(20)[9])), .move(.right),
            .move(.right)),
        entry("overlay-none", .showOverlay(favourites([]))),
        entry("overlay-add", .showOverlay(favourites([], current: long))),
        entry(
            "overlay-remove", .showOverlay(favourites(numbered(2), current: numbered(2)[1])), .move(.right)),
        entry("overlay-next", .showOverlay(owner(page: "up-next"))),
        entry("overlay-pages", .showOverlay(owner), .move(.up)),
        entry("overlay-house", .showOverlay(owner(page: "house")), .move(.right)),
        entry("marks", .clock("20:15"), .marks(marks)),
        entry("corner", .corner(CornerState(channel: one)), .volume(level: 0.4, isMuted: false)),
        entry(
            "corner-flip", .corner(CornerState(channel: two, place: .bottomLeft, size: .large, isHeard: true)),
            .interstitial(InterstitialState(from: two, to: one))),
        entry("corner-half", at: 2, .corner(CornerState(channel: long, size: .half))),
        entry("words", .track(TrackNotice(.words, "lights: it ended with 3"))),
        entry("channels", .showList(channels(20, current: 13)), .move(.down), .move(.down)),
        entry("channels-few", .showList(channels(3, current: 0))),
        entry("channels-none", .showList(ListState(.channels, rows: []))),
        entry("groups", .showList(groups), .move(.down)),
        entry("channels-group", .showList(grouped)),
        entry("settings", .showList(settings), .move(.down)),
        entry("settings-captions", .showList(captionSettings)),
        entry("settings-fact", .showList(settings), .move(.up)),
        entry("settings-sections", .showList(settings), .back),
        entry("renderers", .showList(renderers), .move(.down), .move(.down)),
        entry("menu-long", .showList(longMenu), .move(.up)),
        entry("menu", .showList(menu), .move(.up), .move(.up), .move(.up)),
        entry("guide", .clock("20:32"), .showGuide(guide())),
        entry(
            "guide-later", .clock("20:32"), .showGuide(guide()), .move(.right), .move(.down), .move(.down), .move(.down)
        ),
        entry("guide-groups", .clock("20:32"), .showGuide(guide()), .showGuideFilters, .move(.right), .move(.right)),
        entry("guide-genre", .clock("20:32"), .showGuide(guideOfGenre())),
        entry("guide-empty", .clock("20:32"), .showGuide(guide(withProgrammes: false)), .page(.right)),
        entry("programme", .clock("20:32"), .showGuide(guide()), .showProgramme(programmePage())),
        entry(
            "programme-long", .showProgramme(programmePage(isLong: true)), .move(.down), .move(.down), .move(.down)),
        entry("reminder", .reminder(reminder)),
        entry("reminder-long", .reminder(ReminderNotice(channel: long, title: longProgramme.title, time: "8:15 PM"))),
        entry("home", .clock("20:32"), .showHome(home())),
        entry("home-row", .clock("20:32"), .showHome(home()), .move(.down), .move(.right)),
        entry("home-buttons", .showHome(home()), .move(.down), .move(.down), .move(.down), .move(.down)),
        entry("home-bare", .showHome(HomeState())),
        entry("search", .showSearch(SearchState())),
        entry("search-found", .showSearch(search), .move(.down), .move(.right)),
        entry(
            "search-result", .showSearch(search), .move(.right), .move(.right), .move(.right), .move(.right),
            .move(.right),
            .move(.right), .move(.down)),
        entry("search-nothing", .showSearch(SearchState("zzyzx"))),
        entry("passcode", .passcode(PasscodePrompt(channel: one)), .digit(1), .digit(2)),
        entry(
            "passcode-wrong", .passcode(PasscodePrompt(channel: long, length: 8)), .move(.down), .move(.down),
            .passcodeResult(.wrong(attemptsLeft: 2))),
        entry("passcode-locked", .passcode(PasscodePrompt(channel: arabic, lockedUntil: time + .seconds(95)))),
        entry("failure", .failure(FailureState(channel: one, reason: .unreachable, retryAt: time + .seconds(5)))),
        entry(
            "failure-long",
            .failure(
                FailureState(
                    channel: long,
                    reason: .other(String(repeating: "It went wrong in a way nobody has words for. ", count: 9)),
                    retryAt: nil))),
        entry("lineup-empty", .lineup(.empty)),
        entry("lineup-loading", .lineup(.loading)),
        entry("lineup-unreadable", .lineup(.unreadable("channels.m3u, line 3: no address follows the name."))),
        entry("poster-logo", .poster(PosterState(channel: one)), flipToOne),
        entry("poster-picture", .poster(PosterState(channel: one, picture: "poster")), flipToOne),
        entry("poster-letters", .poster(PosterState(channel: two))),
        entry("poster-locked", .poster(PosterState(channel: nil)), .passcode(PasscodePrompt(channel: one))),
        entry(
            "poster-failed", .poster(PosterState(channel: one, picture: "poster")),
            .failure(FailureState(channel: one, reason: .unreachable, retryAt: time + .seconds(5)))),
        entry("sound-only", .soundOnly(SoundOnlyState(channel: one))),
        entry("sound-only-letters", .soundOnly(SoundOnlyState(channel: arabic))),
        entry("sound-only-programme", .soundOnly(SoundOnlyState(channel: one, programme: piece, picture: "poster"))),
        entry("sound-only-cover", .soundOnly(cover)),
        entry("sound-only-long", .soundOnly(SoundOnlyState(channel: long, programme: longPiece))),
        entry(
            "sound-only-quiet", at: 400,
            .soundOnly(SoundOnlyState(channel: one, programme: piece, picture: "poster"))),
        quietBadge,
        entry("hint-volume", .hint(hints), .volume(level: 0.35, isMuted: false)),
        entry(
            "hint-other",
            .hint([
                KeyHint(.left, .channelList), KeyHint(.right, .lastChannel), KeyHint(.heldOK, .menu),
                KeyHint(.channelKeys, .channels),
            ])),
        entry("sound", .track(TrackNotice(.sound, "English (audio description)"))),
        entry("left-out", .track(TrackNotice(.live, Strings.leftOut(seconds: 12)))),
        entry("unplayable", .track(TrackNotice(.unplayable, Strings.unplayable(sound: "AC-4", picture: nil)))),
        entry("subtitles-off", .volume(level: 0.5, isMuted: false), .track(TrackNotice(.subtitles, nil))),
        entry("muted", .volume(level: 0.35, isMuted: true)),
        entry("stalled", at: 1, .stalled(true)),
        entry(
            "key-test", .keyTest(keyTest(6)), .volume(level: 0.5, isMuted: false), .track(TrackNotice(.sound, "German"))
        ),
        entry("key-test-first", .diagnostics(figures), .keyTest(keyTest(0))),
        entry("learning", .learning(learning)),
        entry(
            "learning-undecodable",
            .learning(
                LearningState(
                    remote: "living-room-of-the-grandparents", count: 34,
                    phase: .asking(key: "KEY_MEDIA_TOP_MENU", number: 34),
                    note: .undecodable))),
        entry(
            "learning-kept", .learning(LearningState(remote: "living-room", count: 34, phase: .over(.kept(keys: 31))))),
        entry(
            "learning-failed",
            .learning(LearningState(remote: "living-room", count: 0, phase: .over(.failed(unreachableKeeper))))),
        entry("pairing", .pairing(pairing)),
        entry("paired", .pairing(PairingState(.paired("Anna’s phone")))),
        entry("pairing-refused", .pairing(PairingState(.refused))),
        entry("cast", .cast(cast)),
        entry("cast-long", .cast(longCast), .move(.down)),
        entry(
            "battery", .battery(BatteryNotice(remote: "Remote of the living room", percent: 9)),
            .volume(level: 0.5, isMuted: false)),
        entry("figures", .diagnostics(figures)),
        entry(
            "figures-flip", .diagnostics(figures),
            .interstitial(InterstitialState(from: two, to: one, programme: programme, above: arabic, below: two))),
        entry("figures-unknown", .diagnostics(DiagnosticsState())),
        entry("figures-long", .diagnostics(longFigures), .volume(level: 0.5, isMuted: false)),
    ]
}
