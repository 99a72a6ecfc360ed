import Layout
import MediaCore
import Screens
import Testing

@Suite("Interface")
struct InterfaceTests {
    private let start = HostTime(nanoseconds: 1_000_000_000_000)
    private let size = PixelSize(width: 1920, height: 1080)

    private func at(_ milliseconds: Int) -> HostTime { start + .milliseconds(milliseconds) }
    private func ids(_ interface: Interface) -> [InterfaceLayer.ID] { interface.layers(size: size).map(\.id) }

    private let flip = InterstitialState(from: Gallery.two, to: Gallery.one)
    private let failure = FailureState(
        channel: Gallery.one, reason: .timedOut, retryAt: HostTime(nanoseconds: 1_005_000_000_000))
    private let cards = [FavouriteCard(channel: Gallery.one), FavouriteCard(channel: Gallery.two)]

    /// The texts of a layer, as a viewer reads them.
    private func texts(_ interface: Interface, _ id: InterfaceLayer.ID) -> [String] {
        guard let picture = interface.layers(size: size).first(where: { $0.id == id })?.frames.first else { return [] }
        let arranger = Arranger { text, _ in Size(width: Double(text.string.count), height: 1) }
        return arranger.placements(of: picture.node, in: picture.extent).compactMap {
            if case .text(let text) = $0.element { text.string } else { nil }
        }
    }

    @Test("A flip is seen at the next vblank after its key, already readable")
    func flipAtOnce() throws {
        var interface = Interface()
        _ = interface.handle(.flip(flip), now: start)
        let layer = try #require(interface.layers(size: size).first { $0.id == .interstitial })
        #expect(layer.opacity(at: start) >= 0.6)
        #expect(interface.focus == .interstitial)
        #expect(texts(interface, .interstitial).contains("BBC One HD"))
    }

    @Test("Every further press changes the panel without moving it again")
    func presses() throws {
        var interface = Interface()
        _ = interface.handle(.flip(flip), now: start)
        _ = interface.handle(.flip(InterstitialState(from: Gallery.two, to: Gallery.arabic)), now: at(300))
        let layer = try #require(interface.layers(size: size).first { $0.id == .interstitial })
        #expect(layer.motion.value(at: at(300)) == .rest)
        #expect(texts(interface, .interstitial).contains("قناة الجزيرة الإخبارية"))
    }

    @Test("The picture dims under a flip and is bright again when it has settled; the name stays a little")
    func settle() {
        var interface = Interface()
        _ = interface.handle(.flip(flip), now: start)
        #expect(interface.video.motion.value(at: at(500)).opacity == 0.45)
        #expect(interface.handle(.flip(nil), now: at(500)) == [.wake(at: at(3000))])
        #expect(interface.focus == .video)
        #expect(interface.video.motion.value(at: at(700)).opacity == 1)
        #expect(ids(interface) == [.interstitial])
        let fading = interface.handle(.wake, now: at(3000))
        #expect(fading == [.wake(at: at(3260))])
        #expect(interface.handle(.wake, now: at(3260)) == [])
        #expect(ids(interface) == [])
    }

    @Test("A flip that takes long says so after two seconds")
    func slow() {
        var interface = Interface()
        #expect(interface.handle(.flip(flip), now: start) == [.wake(at: at(2000))])
        #expect(texts(interface, .interstitial).contains("From 11 Das Erste"))
        #expect(interface.handle(.wake, now: at(2000)) == [])
        #expect(texts(interface, .interstitial).contains("Waiting for the channel…"))
        _ = interface.handle(.flip(InterstitialState(from: Gallery.two, to: Gallery.arabic)), now: at(2500))
        #expect(!texts(interface, .interstitial).contains("Waiting for the channel…"))
    }

    @Test("Back gives a flip up")
    func giveUp() {
        var interface = Interface()
        _ = interface.handle(.flip(flip), now: start)
        let actions = interface.handle(.back, now: at(10))
        #expect(actions.prefix(2) == [.goBack, .closed(.interstitial)])
        #expect(interface.focus == .video)
    }

    @Test("Whoever gives no passcode, or gives the flip up, does not see its channel's name linger")
    func refused() {
        var interface = Interface()
        _ = interface.handle(.flip(flip), now: start)
        var other = interface
        _ = interface.handle(.passcode(PasscodePrompt(channel: Gallery.one)), now: at(10))
        _ = interface.handle(.back, now: at(20))
        _ = interface.handle(.flip(nil), now: at(30))
        _ = interface.handle(.wake, now: at(400))
        #expect(ids(interface) == [])
        _ = other.handle(.flipGivenUp, now: at(30))
        _ = other.handle(.wake, now: at(400))
        #expect(ids(other) == [])
    }

    @Test("Typing a number leaves the picture bright, for it still plays")
    func typing() {
        var interface = Interface()
        _ = interface.handle(.flip(InterstitialState(to: nil, phase: .typing("1"))), now: start)
        #expect(interface.focus == .numberEntry)
        #expect(interface.video.motion.value(at: at(900)).opacity == 1)
        #expect(texts(interface, .interstitial) == ["1–", "Type on, or press OK"])
    }

    @Test("A failure counts down second by second, and says when it is tried")
    func countdown() {
        var interface = Interface()
        #expect(interface.handle(.failure(failure), now: start) == [.wake(at: at(1000))])
        #expect(texts(interface, .failure).contains("Trying again in 5 s"))
        #expect(interface.handle(.wake, now: at(1000)) == [.wake(at: at(2000))])
        #expect(texts(interface, .failure).contains("Trying again in 4 s"))
        #expect(interface.handle(.wake, now: at(4999)) == [.wake(at: at(5000))])
        #expect(texts(interface, .failure).contains("Trying again in 1 s"))
        #expect(interface.handle(.wake, now: at(5000)) == [])
        #expect(texts(interface, .failure).contains("Trying again now…"))
        #expect(ids(interface) == [.failure, .failureWheel])
    }

    @Test("On a failure OK tries at once and Back leads to the channel before")
    func failureKeys() {
        var interface = Interface()
        _ = interface.handle(.failure(failure), now: start)
        #expect(interface.handle(.confirm, now: at(100)) == [.retry])
        #expect(texts(interface, .failure).contains("Trying again now…"))
        #expect(interface.handle(.back, now: at(200)).prefix(2) == [.goBack, .closed(.failure)])
        #expect(interface.focus == .video)
    }

    @Test("Arrows move along the favourites, OK tunes the one in focus and closes them")
    func favourites() {
        var interface = Interface()
        _ = interface.handle(.showFavourites(cards, current: Gallery.one), now: start)
        #expect(interface.focus == .favourites)
        _ = interface.handle(.move(.right), now: at(10))
        let actions = interface.handle(.confirm, now: at(30))
        #expect(actions.prefix(2) == [.tune(channelID: "two"), .closed(.favourites)])
        #expect(interface.focus == .video)
    }

    @Test("Favourites that change while they are open keep the focus on their channel")
    func favouritesUpdate() {
        var interface = Interface()
        _ = interface.handle(.showFavourites(cards, current: Gallery.one), now: start)
        _ = interface.handle(.move(.right), now: at(10))
        _ = interface.handle(
            .showFavourites([FavouriteCard(channel: Gallery.arabic)] + cards, current: Gallery.one), now: at(20))
        #expect(interface.handle(.confirm, now: at(30)).first == .tune(channelID: "two"))
    }

    @Test("The last card makes the channel that plays a favourite, and back, with the overlay open")
    func toggleFavourite() {
        var interface = Interface()
        _ = interface.handle(.showFavourites(cards, current: Gallery.arabic), now: start)
        for _ in 0..<5 { _ = interface.handle(.move(.right), now: start) }
        #expect(interface.handle(.confirm, now: start).first == .setFavourite(channelID: "arabic", true))
        #expect(interface.focus == .favourites)
        let more = cards + [FavouriteCard(channel: Gallery.arabic)]
        _ = interface.handle(.showFavourites(more, current: Gallery.arabic), now: start)
        #expect(texts(interface, .favourites).contains("Remove this channel"))
        #expect(interface.handle(.confirm, now: start).first == .setFavourite(channelID: "arabic", false))
    }

    @Test("Without favourites the overlay says how to get one, and OK closes it")
    func noFavourites() {
        var interface = Interface()
        _ = interface.handle(.showFavourites([], current: nil), now: start)
        #expect(texts(interface, .favourites).contains("No favourites yet"))
        #expect(interface.handle(.confirm, now: at(30)).first == .closed(.favourites))
    }

    @Test("The info banner goes by itself, and shows the time of day as it changes")
    func info() {
        var interface = Interface()
        let wake = interface.handle(.info(InfoState(channel: Gallery.one)), now: start)
        #expect(wake == [.wake(at: at(6000))])
        _ = interface.handle(.clock("21:08"), now: at(100))
        #expect(texts(interface, .info).contains("21:08"))
        #expect(interface.focus == .info)
        _ = interface.handle(.wake, now: at(6000))
        #expect(interface.focus == .video)
    }

    @Test("What was chosen is named for three seconds, off too")
    func track() {
        var interface = Interface()
        #expect(interface.handle(.track(TrackNotice(.sound, "German")), now: start) == [.wake(at: at(3000))])
        #expect(texts(interface, .track) == ["Sound", "German"])
        _ = interface.handle(.track(TrackNotice(.subtitles, nil)), now: at(1000))
        #expect(texts(interface, .track) == ["Subtitles", "Off"])
        #expect(interface.focus == .video)
    }

    @Test("A cut that nobody asked for says for six seconds how much is missing, and why")
    func leftOut() {
        var interface = Interface()
        let notice = TrackNotice(.live, Strings.leftOut(seconds: 9))
        #expect(interface.handle(.track(notice), now: start) == [.wake(at: at(6000))])
        #expect(texts(interface, .track) == ["LIVE", "9 s left out to catch up"])
        #expect(interface.focus == .video)
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
        #expect(interface.handle(.track(TrackNotice(.unplayable, sentence)), now: start) == [.wake(at: at(8000))])
        #expect(texts(interface, .track) == [sentence])
        #expect(interface.focus == .video)
    }

    @Test("The volume shows for two seconds after the last press")
    func volume() {
        var interface = Interface()
        _ = interface.handle(.volume(level: 0.5, isMuted: false), now: start)
        #expect(interface.handle(.volume(level: 0.55, isMuted: false), now: at(1500)) == [.wake(at: at(3500))])
        #expect(texts(interface, .volume) == ["55"])
        _ = interface.handle(.volume(level: .nan, isMuted: true), now: at(1600))
        #expect(texts(interface, .volume) == ["Muted"])
        #expect(interface.focus == .video)
    }

    @Test("A stall shows its wheel only when it has lasted a second, and not over a flip")
    func stall() {
        var interface = Interface()
        #expect(interface.handle(.stalled(true), now: start) == [.wake(at: at(1000))])
        #expect(ids(interface) == [])
        _ = interface.handle(.stalled(true), now: at(900))
        _ = interface.handle(.wake, now: at(1000))
        #expect(ids(interface) == [.stall])
        _ = interface.handle(.flip(flip), now: at(1100))
        _ = interface.handle(.wake, now: at(1400))
        #expect(ids(interface) == [.interstitial, .interstitialWheel])
        _ = interface.handle(.stalled(false), now: at(1500))
        _ = interface.handle(.back, now: at(1500))
        _ = interface.handle(.wake, now: at(9000))
        #expect(ids(interface) == [])
    }

    @Test("The hint fades after its time, and at once when something is asked for")
    func hint() {
        var interface = Interface()
        #expect(interface.handle(.hint(Gallery.hints), now: start) == [.wake(at: at(7000))])
        _ = interface.handle(.showFavourites(cards, current: nil), now: at(1000))
        _ = interface.handle(.wake, now: at(1600))
        #expect(ids(interface) == [.favourites])
    }

    @Test("Time that runs backwards changes nothing")
    func backwards() {
        var interface = Interface()
        _ = interface.handle(.volume(level: 1, isMuted: false), now: at(1000))
        let before = interface
        #expect(interface.handle(.wake, now: start) == [.wake(at: at(3000))])
        #expect(interface == before)
    }
}
