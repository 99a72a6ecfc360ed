import MediaCore
import Playback
import Testing

@testable import Appliance

@Suite("What the player's items told")
struct PlayoutTests {
    private let refused = PlaybackFailure.httpStatus(403, url: "http://origin/", retryAfter: nil)

    private func begun() -> Playout {
        var playout = Playout()
        _ = playout.handle(.began(Sample.item, Sample.channel(1)), at: Sample.now)
        return playout
    }

    @Test("It is known of an item from its beginning until it is let go of, and of no other")
    func facts() {
        var playout = begun()
        for event: Playout.Event in [
            .info(Sample.item, Sample.info), .throughput(Sample.item, 5), .leftOut(Sample.item, .seconds(1)),
            .leftOut(Sample.item, .seconds(2)), .info(Playback.ItemID(9), Sample.info),
        ] { #expect(playout.handle(event, at: Sample.now).isEmpty) }
        #expect(playout[Sample.item]?.info == Sample.info && playout[Sample.item]?.leftOut == .seconds(3))
        #expect(playout[Sample.item]?.throughput == 5 && playout.known.count == 1)
        _ = playout.handle(.discarded(Sample.item), at: Sample.now)
        #expect(playout.known.isEmpty)
    }

    @Test("Blamed is the failure, else the last trouble, else time; nothing once another channel is aimed for")
    func blame() {
        var playout = begun()
        func blame(_ event: Playout.Event) -> PlaybackFailure? {
            _ = playout.handle(event, at: Sample.now)
            return playout.blame
        }
        #expect(blame(.blamed(Sample.item)) == .timeout(url: "http://origin/1.m3u8"))
        #expect(blame(.troubled(Sample.item, refused)) == .timeout(url: "http://origin/1.m3u8"))
        #expect(blame(.blamed(Sample.item)) == refused)
        #expect(blame(.aimed) == nil)
        #expect(blame(.adopted(Sample.item)) == refused)
        #expect(blame(.troubled(Sample.item, nil)) == refused)
        #expect(blame(.adopted(Sample.item)) == nil)
        #expect(blame(.failed(Sample.item, .notMedia(reason: "u"))) == nil)
        #expect(blame(.blamed(Sample.item)) == .notMedia(reason: "u"))
        #expect(blame(.blamed(nil)) == nil)
        #expect(blame(.blamed(Playback.ItemID(9))) == nil)
    }

    @Test("What can't be played is told once to who watches, and again when it is something else")
    func unplayable() {
        var playout = begun()
        var info = Sample.info
        info.unplayable = Unplayable(sound: "ac-4")
        #expect(playout.handle(.info(Sample.item, info), at: Sample.now).isEmpty)
        let first = playout.handle(.watched(Sample.item), at: Sample.now)
        #expect(first.count == 1)
        #expect(playout.handle(.watched(Sample.item), at: Sample.now).isEmpty)
        info.unplayable = Unplayable(picture: "vvc1")
        _ = playout.handle(.info(Sample.item, info), at: Sample.now)
        let second = playout.handle(.watched(Sample.item), at: Sample.now)
        #expect(second.count == 1 && second != first)
        _ = playout.handle(.info(Sample.item, Sample.info), at: Sample.now)
        #expect(playout.handle(.watched(Sample.item), at: Sample.now).isEmpty)
    }
}
