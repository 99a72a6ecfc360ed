import Commands
import Devices
import Layout
import MediaCore
import Screens
import Testing

@Suite("Interface")
struct InterfaceTests {
    private let start = HostTime(nanoseconds: 1_000_000_000_000)
    private let size = PixelSize(width: 1920, height: 1080)

    private func at(_ milliseconds: Int) -> HostTime { start + .milliseconds(milliseconds) }
    private func screens(_ interface: Interface) -> [ScreenID] { interface.panels(size: size).map(\.screen) }

    private let flip = InterstitialState(from: Gallery.two, to: Gallery.one)
    private let failure = FailureState(
        channel: Gallery.one, reason: .timedOut, retryAt: HostTime(nanoseconds: 1_005_000_000_000))
    private let channels = [Gallery.one, Gallery.two]

    /// The texts of a layer, as a viewer reads them.
    private func texts(_ interface: Interface, _ id: ScreenID) -> [String] {
        interface.texts(of: id, size: size)
    }

    @Test("A flip is seen at the next vblank after its key, already readable")
    func flipAtOnce() throws {
        var interface = Interface()
        _ = interface.handle(.interstitial(flip), at: start)
        let layer = try #require(interface.panels(size: size).first { $0.screen == .interstitial })
        #expect(layer.opacity(at: start) >= 0.6)
        #expect(interface.top == .interstitial)
        #expect(texts(interface, .interstitial).contains("BBC One HD"))
    }

    @Test("The interstitial says what is on and what is next; where that is not known, where the flip came from")
    func next() {
        var interface = Interface()
        var state = flip
        _ = interface.handle(.interstitial(state), at: start)
        #expect(texts(interface, .interstitial).contains("From 11 Das Erste"))
        state.programme = ProgrammeLabel(title: "Morning Harbour", times: "20:00 – 21:00")
        state.next = ProgrammeLabel(title: "Deep Water", times: "21:00 – 22:00")
        _ = interface.handle(.interstitial(state), at: at(100))
        let said = texts(interface, .interstitial)
        for text in ["Morning Harbour", "20:00 – 21:00", "then 21:00 – 22:00 Deep Water"] {
            #expect(said.contains(text), "\(text)")
        }
        #expect(!said.contains("From 11 Das Erste"))
    }

    @Test("Every further press changes the panel without moving it again")
    func presses() throws {
        var interface = Interface()
        _ = interface.handle(.interstitial(flip), at: start)
        _ = interface.handle(.interstitial(InterstitialState(from: Gallery.two, to: Gallery.arabic)), at: at(300))
        let layer = try #require(interface.panels(size: size).first { $0.screen == .interstitial })
        #expect(layer.motion.pose(at: at(300)) == .rest)
        #expect(texts(interface, .interstitial).contains("قناة الجزيرة الإخبارية"))
    }

    @Test("The picture dims under a flip and is bright again when it has settled; the name stays a little")
    func settle() {
        var interface = Interface()
        _ = interface.handle(.interstitial(flip), at: start)
        #expect(interface.picture.value(at: at(500)).opacity == 0.45)
        #expect(interface.nextWake(after: .interstitial(nil), at: at(500)) == at(3000))
        #expect(interface.top == nil)
        #expect(interface.picture.value(at: at(700)).opacity == 1)
        #expect(screens(interface) == [.interstitial])
        #expect(interface.nextWake(after: .wake, at: at(3000)) == at(3260))
        #expect(interface.nextWake(after: .wake, at: at(3260)) == nil)
        #expect(screens(interface) == [])
    }

    @Test("A flip that takes long says so after two seconds")
    func slow() {
        var interface = Interface()
        #expect(interface.nextWake(after: .interstitial(flip), at: start) == at(2000))
        #expect(texts(interface, .interstitial).contains("From 11 Das Erste"))
        #expect(interface.nextWake(after: .wake, at: at(2000)) == nil)
        #expect(texts(interface, .interstitial).contains("Waiting for the channel…"))
        _ = interface.handle(.interstitial(InterstitialState(from: Gallery.two, to: Gallery.arabic)), at: at(2500))
        #expect(!texts(interface, .interstitial).contains("Waiting for the channel…"))
    }

    @Test("Back gives a flip up")
    func giveUp() {
        var interface = Interface()
        _ = interface.handle(.interstitial(flip), at: start)
        let actions = interface.handle(.back, at: at(10))
        #expect(actions == [.goBack])
        #expect(interface.top == nil)
    }

    @Test("Whoever gives no passcode, or gives the flip up, does not see its channel's name linger")
    func refused() {
        var interface = Interface()
        _ = interface.handle(.interstitial(flip), at: start)
        var other = interface
        _ = interface.handle(.passcode(PasscodePrompt(channel: Gallery.one)), at: at(10))
        _ = interface.handle(.back, at: at(20))
        _ = interface.handle(.interstitial(nil), at: at(30))
        _ = interface.handle(.wake, at: at(400))
        #expect(screens(interface) == [])
        _ = other.handle(.flipGivenUp, at: at(30))
        _ = other.handle(.wake, at: at(400))
        #expect(screens(other) == [])
    }

    @Test("Typing a number leaves the picture bright, for it still plays")
    func typing() {
        var interface = Interface()
        _ = interface.handle(.interstitial(InterstitialState(to: nil, phase: .typing("1"))), at: start)
        #expect(interface.focus == .numberEntry)
        #expect(interface.picture.value(at: at(900)).opacity == 1)
        #expect(texts(interface, .interstitial) == ["1–", "Type on, or press OK"])
    }

    @Test("A failure counts down second by second, and says when it is tried")
    func countdown() {
        var interface = Interface()
        #expect(interface.nextWake(after: .failure(failure), at: start) == at(1000))
        #expect(texts(interface, .failure).contains("Trying again in 5 s"))
        #expect(interface.nextWake(after: .wake, at: at(1000)) == at(2000))
        #expect(texts(interface, .failure).contains("Trying again in 4 s"))
        #expect(interface.nextWake(after: .wake, at: at(4999)) == at(5000))
        #expect(texts(interface, .failure).contains("Trying again in 1 s"))
        #expect(interface.nextWake(after: .wake, at: at(5000)) == nil)
        #expect(texts(interface, .failure).contains("Trying again now…"))
        #expect(screens(interface) == [.failure, .failure])
    }

    @Test("On a failure OK tries at once and Back leads to the channel before")
    func failureKeys() {
        var interface = Interface()
        _ = interface.handle(.failure(failure), at: start)
        #expect(interface.handle(.confirm, at: at(100)) == [.retry] && interface.nextWake == nil)
        #expect(texts(interface, .failure).contains("Trying again now…"))
        #expect(interface.handle(.back, at: at(200)) == [.goBack])
        #expect(interface.top == nil)
    }

    @Test("Arrows move along the favourites, OK tunes the one in focus and closes them")
    func favourites() {
        var interface = Interface()
        _ = interface.handle(.showOverlay(Gallery.favourites(channels, current: Gallery.one)), at: start)
        #expect(interface.top == .overlay)
        _ = interface.handle(.move(.right), at: at(10))
        let actions = interface.handle(.confirm, at: at(30))
        #expect(actions == [.tune(channelID: "two"), .overlayLeft])
        #expect(interface.top == nil)
    }

    @Test("Favourites that change while they are open keep the focus on their channel")
    func favouritesUpdate() {
        var interface = Interface()
        _ = interface.handle(.showOverlay(Gallery.favourites(channels, current: Gallery.one)), at: start)
        _ = interface.handle(.move(.right), at: at(10))
        _ = interface.handle(
            .overlay(Gallery.favourites([Gallery.arabic] + channels, current: Gallery.one)), at: at(20))
        #expect(interface.handle(.confirm, at: at(30)).first == .tune(channelID: "two"))
    }

    @Test("The last card makes the channel that plays a favourite, and back, with the overlay open")
    func toggleFavourite() {
        var interface = Interface()
        _ = interface.handle(.showOverlay(Gallery.favourites(channels, current: Gallery.arabic)), at: start)
        for _ in 0..<5 { _ = interface.handle(.move(.right), at: start) }
        #expect(interface.handle(.confirm, at: start).first == .setFavourite(channelID: "arabic", true))
        #expect(interface.top == .overlay)
        let more = channels + [Gallery.arabic]
        _ = interface.handle(.overlay(Gallery.favourites(more, current: Gallery.arabic)), at: start)
        #expect(texts(interface, .overlay).contains("Remove this channel"))
        #expect(interface.handle(.confirm, at: start).first == .setFavourite(channelID: "arabic", false))
    }

    @Test("Without favourites the overlay says how to get one, and OK closes it")
    func noFavourites() {
        var interface = Interface()
        _ = interface.handle(.showOverlay(Gallery.favourites([])), at: start)
        #expect(texts(interface, .overlay).contains { $0.hasPrefix("No favourites yet") })
        #expect(interface.handle(.confirm, at: at(30)) == [.overlayLeft] && interface.top == nil)
    }

    @Test("The info panel goes by itself, and shows the time of day as it changes")
    func info() {
        var interface = Interface()
        #expect(interface.nextWake(after: .info(InfoState(channel: Gallery.one)), at: start) == at(60_000))
        _ = interface.handle(.clock("21:08"), at: at(100))
        #expect(texts(interface, .info).contains("21:08"))
        #expect(interface.focus == .info)
        _ = interface.handle(.wake, at: at(60_000))
        #expect(interface.top == nil)
    }

    @Test("What was chosen is named for three seconds, off too")
    func track() {
        var interface = Interface()
        #expect(interface.nextWake(after: .track(TrackNotice(.sound, "German")), at: start) == at(3000))
        #expect(texts(interface, .track) == ["Sound", "German"])
        _ = interface.handle(.track(TrackNotice(.subtitles, nil)), at: at(1000))
        #expect(texts(interface, .track) == ["Subtitles", "Off"])
        #expect(interface.top == nil)
    }

    @Test("A cut that nobody asked for says for six seconds how much is missing, and why")
    func leftOut() {
        var interface = Interface()
        let notice = TrackNotice(.live, Strings.leftOut(seconds: 9))
        #expect(interface.nextWake(after: .track(notice), at: start) == at(6000))
        #expect(texts(interface, .track) == ["LIVE", "9 s left out to catch up"])
        #expect(interface.top == nil)
    }

    @Test("What of a channel can't be played is said for eight seconds, in a sentence")
    func unplayable() {
        var interface = Interface()
        let sentence = Strings.unplayable(sound: "AC-4", picture: nil)
        #expect(sentence == "This channel’s sound is AC-4, which this box has not got.")
        #expect(
            Strings.unplayable(sound: nil, picture: "VVC")
                == "This channel’s picture is VVC, which this box has not got.")
        #expect(Strings.unplayable(sound: nil, picture: nil) == nil)
        #expect(interface.nextWake(after: .track(TrackNotice(.unplayable, sentence)), at: start) == at(8000))
        #expect(texts(interface, .track) == [sentence])
        #expect(interface.top == nil)
    }

    @Test("The volume shows for two seconds after the last press")
    func volume() {
        var interface = Interface()
        _ = interface.handle(.volume(level: 0.5, isMuted: false), at: start)
        _ = interface.handle(.volume(level: 0.55, isMuted: false), at: at(1500))
        #expect(texts(interface, .volume) == ["55"])
        // The bar has come to rest by then.
        _ = interface.handle(.wake, at: at(1700))
        #expect(interface.nextWake == at(3500))
        _ = interface.handle(.volume(level: 0.55, isMuted: false), at: at(1500 + 250))
        #expect(interface.nextWake == at(3750))
        _ = interface.handle(.volume(level: .nan, isMuted: true), at: at(1800))
        #expect(texts(interface, .volume) == ["Muted"])
        #expect(interface.top == nil)
    }

    @Test("A stall shows its wheel only when it has lasted a second, and not over a flip")
    func stall() {
        var interface = Interface()
        #expect(interface.nextWake(after: .stalled(true), at: start) == at(1000))
        #expect(screens(interface) == [])
        _ = interface.handle(.stalled(true), at: at(900))
        _ = interface.handle(.wake, at: at(1000))
        #expect(screens(interface) == [.stall])
        _ = interface.handle(.interstitial(flip), at: at(1100))
        _ = interface.handle(.wake, at: at(1400))
        #expect(screens(interface) == [.interstitial, .interstitial])
        _ = interface.handle(.stalled(false), at: at(1500))
        _ = interface.handle(.back, at: at(1500))
        _ = interface.handle(.wake, at: at(9000))
        #expect(screens(interface) == [])
    }

    @Test("The hint fades after its time, and at once when something is asked for")
    func hint() {
        var interface = Interface()
        #expect(interface.nextWake(after: .hint(Gallery.hints), at: start) == at(7000))
        _ = interface.handle(.showOverlay(Gallery.favourites(channels)), at: at(1000))
        _ = interface.handle(.wake, at: at(1600))
        #expect(screens(interface) == [.overlay])
    }

    @Test("Time that runs backwards changes nothing")
    func backwards() {
        var interface = Interface()
        _ = interface.handle(.volume(level: 1, isMuted: false), at: at(1000))
        let before = interface
        #expect(interface.nextWake(after: .wake, at: start) == at(3000))
        #expect(interface == before)
    }
}
