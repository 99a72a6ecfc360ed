import Layout
import MediaCore
import Screens
import Testing

/// Every screen in states a viewer may meet, with the names real playlists have.
struct Gallery {
    struct Entry: Sendable, CustomTestStringConvertible {
        var name: String
        var interface: Interface
        var testDescription: String { name }
    }

    static let time = HostTime(nanoseconds: 100_000_000_000)
    /// By when everything has arrived.
    static let settled = time + .milliseconds(500)

    static let one = ChannelLabel(id: "one", number: "12", name: "BBC One HD", group: "Entertainment", logo: "logo")
    static let two = ChannelLabel(id: "two", number: "11", name: "Das Erste", group: "News")
    static let arabic = ChannelLabel(id: "arabic", number: "13", name: "قناة الجزيرة الإخبارية", group: "أخبار")
    static let hebrew = ChannelLabel(id: "hebrew", number: "14", name: "כאן 11 חדשות", group: "חדשות")
    static let japanese = ChannelLabel(id: "japanese", number: "15", name: "テレビ東京ニュース", group: "ニュース")
    static let long = ChannelLabel(
        id: "long", number: "1234567890",
        name: "The Extraordinarily Long-Winded International Documentary and Wildlife Channel +1 (1080p) [Geo-blocked] UHD",
        group: "Documentaries; Wildlife; Everything Else That Has Ever Been Broadcast Anywhere On Earth; And More", logo: "broken")
    static let bare = ChannelLabel(id: "bare", number: "", name: "")
    static let programme = ProgrammeLabel(title: "The Ten O’Clock News", times: "22:00 – 22:30", progress: 0.4)
    static let longProgramme = ProgrammeLabel(
        title: "Planet Earth III: The Frozen Worlds and the Creatures That Have Learned to Live in Them, Part Two of Nine",
        times: "22:00 – 23:45", progress: 1.7)

    /// - Parameter seconds: how long ago the events were.
    private static func entry(_ name: String, at seconds: Int = 0, _ events: InterfaceEvent...) -> Entry {
        var interface = Interface()
        for event in events { _ = interface.handle(event, now: time - .seconds(seconds)) }
        _ = interface.handle(.wake, now: time)
        return Entry(name: name, interface: interface)
    }

    private static func cards(_ count: Int) -> [FavouriteCard] {
        let all = [one, two, arabic, long, japanese, hebrew, bare]
        return (0..<count).map { index in
            var label = all[index % all.count]
            label.id += "\(index / all.count)"
            return FavouriteCard(channel: label, programme: index.isMultiple(of: 3) ? longProgramme.title : "News")
        }
    }

    static let entries: [Entry] = [
        entry("flip", .flip(InterstitialState(from: two, to: one, programme: programme, above: arabic, below: two))),
        entry("flip-slow", at: 2, .flip(InterstitialState(from: one, to: two, above: one, below: hebrew))),
        entry(
            "flip-long",
            .flip(InterstitialState(from: one, to: long, programme: longProgramme, above: long, below: arabic))),
        entry(
            "flip-rtl",
            .flip(
                InterstitialState(
                    from: hebrew, to: arabic,
                    programme: ProgrammeLabel(title: "نشرة الأخبار المسائية مع آخر التطورات", times: "20:00 – 21:00"), above: hebrew,
                    below: japanese))),
        entry("flip-bare", .flip(InterstitialState(to: bare))),
        entry(
            "flip-failed",
            .flip(
                InterstitialState(
                    from: two, to: one, above: arabic, below: two,
                    phase: .failed(.refused(status: 403), retryAt: time + .seconds(5))))),
        entry("flip-settled", .flip(InterstitialState(from: two, to: one, programme: programme)), .flip(nil)),
        entry("typing", .flip(InterstitialState(from: two, to: one, phase: .typing("12")))),
        entry("typing-huge", .flip(InterstitialState(from: two, to: long, phase: .typing("1234567890")))),
        entry("typing-unknown", .flip(InterstitialState(from: two, to: nil, phase: .unknownNumber("999")))),
        entry("info", .clock("21:07"), .info(InfoState(channel: one, now: programme, next: longProgramme, quality: "1080p"))),
        entry(
            "info-long", .clock("21:07"),
            .info(InfoState(channel: long, now: longProgramme, next: longProgramme, quality: "2160p HDR10+ 59.94", tracks: "English (audio description) · Subtitles: Portuguese (BR)"))),
        entry("info-nothing-known", .info(InfoState(channel: two))),
        entry("favourites", .showFavourites(cards(5), current: cards(2)[1].channel), .move(.right)),
        entry(
            "favourites-many", .showFavourites(cards(20), current: cards(1)[0].channel), .move(.right), .move(.right), .move(.right),
            .move(.right), .move(.right), .move(.right), .move(.right), .move(.right)),
        entry("favourites-none", .showFavourites([], current: nil)),
        entry("favourites-add", .showFavourites([], current: long)),
        entry("favourites-remove", .showFavourites(cards(2), current: cards(2)[1].channel), .move(.right)),
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
                    channel: long, reason: .other(String(repeating: "It went wrong in a way nobody has words for. ", count: 9)),
                    retryAt: nil))),
        entry("lineup-empty", .lineup(.empty)),
        entry("lineup-loading", .lineup(.loading)),
        entry("lineup-unreadable", .lineup(.unreadable("channels.m3u, line 3: no address follows the name."))),
        entry("hint-volume", .hint, .volume(level: 0.35, isMuted: false)),
        entry("sound", .track(TrackNotice(.sound, "English (audio description)"))),
        entry("subtitles-off", .volume(level: 0.5, isMuted: false), .track(TrackNotice(.subtitles, nil))),
        entry("muted", .volume(level: 0.35, isMuted: true)),
        entry("stalled", at: 1, .stalled(true)),
    ]
}
