import HLS
import MediaCore
import Playback
import Testing

@testable import Appliance

@Suite("What did she say?")
struct SaidAgainTests {
    private static let now = Sample.now

    private static func film(at seconds: Double, item: Playback.ItemID = Sample.item, isPaused: Bool = false)
        -> NowPlaying
    {
        var playing = Sample.playing
        playing.item = item
        playing.status = Sample.status(Sample.film, at: seconds)
        playing.status?.item = item
        playing.status?.rate = 1
        playing.status?.isPaused = isPaused
        return playing
    }

    private static var text: TrackChoices.Text { .rendition(RenditionChoice(Sample.tracks.texts[0].rendition)) }

    private func hearing(from seconds: Double = 100) -> SaidAgain {
        var said = SaidAgain()
        _ = said.handle(.asked, in: Self.film(at: seconds), at: Self.now)
        _ = said.handle(.arrived, in: Self.film(at: seconds - 15), at: Self.now)
        return said
    }

    @Test("Back by its distance with captions, until the old place is reached; then as before")
    func whole() {
        var said = SaidAgain()
        #expect(
            said.handle(.asked, in: Self.film(at: 100), at: Self.now)
                == [.show(Self.text), .goBack(.seconds(15))])
        #expect(said.text == Self.text && said.nextWake == nil)
        #expect(said.handle(.arrived, in: Self.film(at: 85), at: Self.now).isEmpty)
        #expect(said.nextWake == Self.now + .seconds(1))
        #expect(said.handle(.wake, in: Self.film(at: 99.5), at: Self.now).isEmpty)
        #expect(said.nextWake == Self.now + .milliseconds(500))
        #expect(said.handle(.wake, in: Self.film(at: 100), at: Self.now) == [.restore])
        #expect(!said.isUnderWay && said.text == nil && said.nextWake == nil)
    }

    @Test("Where text is shown already it stays; where there is none it goes back all the same")
    func others() {
        var playing = Self.film(at: 100)
        var info = Sample.info
        info.tracks.texts[0].isSelected = true
        playing.facts?.update(info)
        var said = SaidAgain()
        #expect(said.handle(.asked, in: playing, at: Self.now) == [.goBack(.seconds(15))])
        info.tracks.texts = []
        playing.facts?.update(info)
        said = SaidAgain()
        #expect(said.handle(.asked, in: playing, at: Self.now) == [.goBack(.seconds(15))])
        #expect(said.handle(.arrived, in: Self.film(at: 85), at: Self.now).isEmpty)
        #expect(said.handle(.wake, in: Self.film(at: 101), at: Self.now).isEmpty && !said.isUnderWay)
    }

    @Test("Near the beginning it hears as much again as there was")
    func beginning() {
        var said = SaidAgain()
        _ = said.handle(.asked, in: Self.film(at: 4), at: Self.now)
        _ = said.handle(.arrived, in: Self.film(at: 0), at: Self.now)
        #expect(said.handle(.wake, in: Self.film(at: 3), at: Self.now).isEmpty && said.isUnderWay)
        #expect(said.handle(.wake, in: Self.film(at: 4), at: Self.now) == [.restore])
    }

    @Test("Asked again meanwhile it goes back once more, and ends where it was asked first")
    func again() {
        var said = hearing()
        #expect(said.handle(.asked, in: Self.film(at: 90), at: Self.now) == [.goBack(.seconds(15))])
        _ = said.handle(.arrived, in: Self.film(at: 75), at: Self.now)
        #expect(said.handle(.wake, in: Self.film(at: 99), at: Self.now).isEmpty && said.isUnderWay)
        #expect(said.handle(.wake, in: Self.film(at: 100.1), at: Self.now) == [.restore])
    }

    @Test("A viewer who goes elsewhere, and a place that does not come, end it; his own choice of text holds")
    func ends() {
        for event in [SaidAgain.Event.left, .failed] {
            var said = hearing()
            #expect(said.handle(event, in: Self.film(at: 90), at: Self.now) == [.restore])
            #expect(!said.isUnderWay)
            #expect(said.handle(event, in: Self.film(at: 90), at: Self.now).isEmpty)
        }
        var said = hearing()
        #expect(said.handle(.chose, in: Self.film(at: 90), at: Self.now).isEmpty && !said.isUnderWay)
        // Another channel has choices of its own.
        said = hearing()
        let other = Self.film(at: 90, item: Playback.ItemID(8))
        #expect(said.handle(.wake, in: other, at: Self.now).isEmpty && !said.isUnderWay)
    }

    @Test("While it is paused it waits, and with nothing to wind nothing happens")
    func paused() {
        var said = hearing()
        #expect(said.handle(.wake, in: Self.film(at: 90, isPaused: true), at: Self.now).isEmpty)
        #expect(said.nextWake == Self.now + .seconds(1))
        said = SaidAgain()
        #expect(said.handle(.asked, in: Sample.idle, at: Self.now).isEmpty && !said.isUnderWay)
    }
}
