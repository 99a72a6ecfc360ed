import ControlProtocol
import MediaCore
import Testing

@testable import Sessions

@Suite("When followers are told what is on")
struct NowPlayingSessionTests {
    private var clock = HostTime.zero + .seconds(100)
    private var session = NowPlayingSession()

    private static func film(at position: Double?, _ state: PlayState = .playing, rate: Double = 1) -> NowPlayingInfo {
        var item = NowPlayingInfo.Item(id: "film", isLive: false, title: "A film")
        item.subtitle = "Its second part"
        return NowPlayingInfo(
            item: item, playback: .init(state: state, position: position, duration: 5400, rate: rate),
            sound: SoundLevel(volume: 40, muted: false), commands: [.init(.play), .init(.position)])
    }

    private mutating func see(_ info: NowPlayingInfo, after pause: Duration = .zero) -> NowPlayingSession.News? {
        clock = clock + pause
        return session.see(info, at: clock)
    }

    @Test("An uneventful minute tells nothing, however often it is looked at")
    mutating func uneventful() {
        #expect(see(Self.film(at: 10)) == .init(info: Self.film(at: 10), isJump: false))
        for second in 1...60 {
            #expect(see(Self.film(at: 10 + Double(second)), after: .seconds(1)) == nil)
        }
        // … and looked at once.
        #expect(see(Self.film(at: 130), after: .seconds(60)) == nil)
    }

    @Test("What is played three per cent slower to be where it should be is no jump, and a second is")
    mutating func drift() {
        _ = see(Self.film(at: 10))
        #expect(see(Self.film(at: 10 + 120 * 0.97), after: .seconds(120)) == nil)
        let jumped = Self.film(at: 10 + 120 * 0.97 + 2)
        // A second more than it would have come to.
        #expect(see(jumped, after: .seconds(1)) == .init(info: jumped, isJump: true))
        let far = Self.film(at: 3000)
        #expect(see(far, after: .seconds(1)) == .init(info: far, isJump: true))
        let back = Self.film(at: 0)
        #expect(see(back) == .init(info: back, isJump: true))
    }

    @Test("A pause is told once, and the place stands from then on")
    mutating func pause() {
        _ = see(Self.film(at: 10))
        let paused = Self.film(at: 12, .paused, rate: 0)
        #expect(see(paused, after: .seconds(2)) == .init(info: paused, isJump: false))
        #expect(see(paused, after: .seconds(3600)) == nil)
        let resumed = Self.film(at: 12)
        #expect(see(resumed) == .init(info: resumed, isJump: false))
        #expect(see(Self.film(at: 13), after: .seconds(1)) == nil)
    }

    @Test("Another item is told whole, and begins where it begins without a jump")
    mutating func next() {
        _ = see(Self.film(at: 10))
        var other = Self.film(at: 900)
        other.item?.id = "other"
        #expect(see(other, after: .seconds(1)) == .init(info: other, isJump: false))
    }

    @Test("What can be done is told when it changes; other words for why not are no news")
    mutating func abilities() {
        var info = Self.film(at: 10)
        info.commands = [.init(.position, reason: "its server keeps no more than 11 s of it")]
        #expect(see(info) == .init(info: info, isJump: false))
        info.commands = [.init(.position, reason: "its server keeps no more than 13 s of it")]
        #expect(see(info) == nil)
        info.commands = [.init(.position)]
        #expect(see(info) == .init(info: info, isJump: false))
    }

    @Test("It is cleared when it ends, once")
    mutating func cleared() {
        _ = see(Self.film(at: 10))
        let nothing = NowPlayingInfo(playback: .init(state: .idle), sound: SoundLevel(volume: 40, muted: false))
        #expect(see(nothing) == .init(info: nothing, isJump: false))
        #expect(see(nothing, after: .seconds(60)) == nil)
        // The same item from where it was is no jump: nobody waited for it.
        #expect(see(Self.film(at: 10), after: .seconds(60)) == .init(info: Self.film(at: 10), isJump: false))
    }

    @Test("Volume, speed, languages and a range that opens are news; where a range lies is not")
    mutating func parts() {
        var info = Self.film(at: 10)
        _ = see(info)
        info.sound.volume = 44
        #expect(see(info) == .init(info: info, isJump: false))
        info.languages.text = [.init(name: "English", language: "en", isChosen: false)]
        #expect(see(info) == .init(info: info, isJump: false))
        info.languages.text[0].isChosen = true
        #expect(see(info) == .init(info: info, isJump: false))
        info.playback.range = .init(start: 0, end: 40)
        #expect(see(info) == nil)
        info.playback.range = .init(start: 1, end: 41)
        #expect(see(info) == nil)
    }
}
