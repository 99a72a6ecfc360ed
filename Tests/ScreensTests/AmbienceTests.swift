import Commands
import Layout
import MediaCore
import Testing

@testable import Screens

@Suite("Screens at which nobody looks")
struct AmbienceTests {
    private let start = HostTime(nanoseconds: 1_000_000_000)

    private func ambience() -> Ambience { Ambience(x: 180, y: 180, opacity: 0.6, since: start) }

    @Test("Nothing moves or dims while somebody may look")
    func awake() {
        let motion = ambience().motion(at: start + .seconds(19))
        #expect(motion == .still() && ambience().begins == start + .seconds(20))
    }

    @Test("It begins where it stands, as bright as it was, and is dim a minute later")
    func begins() {
        let begin = start + .seconds(20)
        let motion = ambience().motion(at: begin)
        #expect(motion.value(at: begin) == .rest && !motion.isSettled(at: begin + .seconds(100_000)))
        #expect(motion.value(at: begin + .seconds(60)).opacity == 0.6)
        #expect(motion.value(at: begin + .seconds(86_400)).opacity == 0.6)
    }

    @Test("Over a day no point of it stands still for a minute, and none goes further than it may, or fast")
    func wanders() {
        let begin = start + .seconds(20)
        let motion = ambience().motion(at: begin)
        var least = Double.infinity
        var fastest = 0.0
        for minute in 0..<(24 * 60) {
            let poses = (0...60).map { motion.value(at: begin + .seconds(minute * 60 + $0)) }
            let (xs, ys) = (poses.map(\.x), poses.map(\.y))
            let (width, height) = ((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
            least = min(least, max(width, height))
            for (one, next) in zip(poses, poses.dropFirst()) {
                fastest = max(fastest, abs(next.x - one.x), abs(next.y - one.y))
            }
            #expect(poses.allSatisfy { abs($0.x) <= 180 && abs($0.y) <= 180 })
        }
        // Twice a thick stroke of the largest letters.
        #expect(least >= 16, "\(least)")
        #expect(fastest <= 6, "\(fastest)")
    }

    @Test("A key brings it back within half a second, without a jump, and it begins anew later")
    func wakes() {
        var ambience = ambience()
        let key = start + .seconds(400)
        let before = ambience.motion(at: key).value(at: key)
        ambience.wake(at: key)
        let motion = ambience.motion(at: key)
        #expect(motion.value(at: key) == before && before != .rest)
        #expect(motion.value(at: key + .milliseconds(400)) == .rest)
        #expect(ambience.begins == key + .seconds(20))
    }

    @Test("A key that has to do with something else wakes it too; what the box tells by itself does not")
    func keys() throws {
        var interface = Interface()
        _ = interface.handle(.soundOnly(SoundOnlyState(channel: Gallery.one)), at: start)
        func begins() throws -> HostTime {
            let screen = try #require(interface.presented(SoundOnlyScreen.self))
            #expect(interface.presented(BackdropScreen.self)?.ambience.begins == screen.ambience.begins)
            return screen.ambience.begins
        }
        #expect(try begins() == start + .seconds(20) && interface.nextWake != nil)
        _ = interface.handle(.clock("21:00"), at: start + .seconds(5))
        _ = interface.handle(
            .soundOnly(SoundOnlyState(channel: Gallery.one, programme: Gallery.programme)), at: start + .seconds(6))
        #expect(try begins() == start + .seconds(20))
        _ = interface.handle(.volume(level: 0.5, isMuted: false), at: start + .seconds(7))
        #expect(try begins() == start + .seconds(27))
    }

    @Test("What begins next is said by a badge once the screen is dim, for a while, and only then")
    func badge() {
        var interface = Interface()
        let state = SoundOnlyState(channel: Gallery.one, programme: Gallery.programme)
        _ = interface.handle(.soundOnly(state), at: start)
        _ = interface.handle(.itemBegan(state), at: start + .seconds(10))
        #expect(!interface[.itemBadge].isPresented)
        _ = interface.handle(.itemBegan(state), at: start + .seconds(60))
        #expect(interface[.itemBadge].isPresented)
        _ = interface.handle(.wake, at: start + .seconds(66))
        #expect(!interface[.itemBadge].isPresented)
    }

    @Test("The ground stays while the poster gives way to a channel without a picture, and goes with the last of both")
    func ground() {
        var interface = Interface()
        _ = interface.handle(.poster(PosterState(channel: Gallery.one)), at: start)
        #expect(interface[.backdrop].isPresented && interface[.poster].isPresented)
        _ = interface.handle(.soundOnly(SoundOnlyState(channel: Gallery.one)), at: start + .seconds(1))
        _ = interface.handle(.poster(nil), at: start + .seconds(1))
        #expect(interface[.backdrop].isPresented && !interface[.poster].isPresented)
        _ = interface.handle(.soundOnly(nil), at: start + .seconds(2))
        #expect(!interface[.backdrop].isPresented)
        _ = interface.handle(.wake, at: start + .seconds(2) + .milliseconds(400))
        #expect(interface[.backdrop].screen == nil && interface.nextWake == nil)
    }

    @Test("A locked channel shows no artwork: a plain ground")
    func locked() {
        var interface = Interface()
        _ = interface.handle(.poster(PosterState(channel: nil)), at: start)
        let keys = interface.layers(size: PixelSize(width: 1920, height: 1080)).flatMap(\.frames).map(\.node.imageKeys)
        #expect(keys == [[]])
    }
}
