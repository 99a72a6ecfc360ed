import Commands
import Devices
import HLS
import MediaCore
import Playback
import Testing

@testable import Appliance

@Suite("Looking for another place in what plays")
struct PlaceSearchTests {
    private static let now = Sample.now

    private static func film(at seconds: Double) -> NowPlaying {
        var playing = Sample.playing
        playing.status = Sample.status(Sample.film, at: seconds)
        return playing
    }

    @Test("Steps add up, and are gone to once they have come to rest")
    func steps() {
        var search = PlaceSearch()
        let film = Self.film(at: 100)
        for _ in 0..<3 { #expect(search.handle(.step(.seconds(10)), in: film, at: Self.now) == [.show]) }
        #expect(search.target == MediaTime(seconds: 130) && search.isUnconfirmed && search.result == .done)
        let rest = Self.now + Scrub.rest
        #expect(search.nextWake == rest)
        #expect(search.handle(.wake, in: film, at: rest) == [.play(.offset(.seconds(130)))])
        #expect(!search.isUnconfirmed && search.isUnderWay && search.nextWake == rest + PlaceSearch.patience)
        #expect(search.handle(.arrived, in: film, at: rest).isEmpty)
        #expect(!search.isUnderWay && search.nextWake == nil && search.target == nil)
    }

    @Test("A place that is named is gone to at once; OK goes to one that was stepped to")
    func named() {
        var search = PlaceSearch()
        let film = Self.film(at: 100)
        #expect(
            search.handle(.go(.beforeEnd(.seconds(97))), in: film, at: Self.now)
                == [.play(.offset(.seconds(500))), .show])
        _ = search.handle(.left, in: film, at: Self.now)
        _ = search.handle(.step(.seconds(-10)), in: film, at: Self.now)
        #expect(search.handle(.confirm, in: film, at: Self.now) == [.play(.offset(.seconds(90)))])
    }

    @Test("At the end there is no step further, and one that moved nothing says so")
    func ends() {
        var search = PlaceSearch()
        #expect(search.handle(.step(.seconds(-10)), in: Self.film(at: 0), at: Self.now) == [.show])
        #expect(search.result == .nothingToDo && !search.isUnderWay)
        #expect(search.handle(.step(.seconds(10)), in: Sample.playing, at: Self.now) == [.show])
        #expect(search.result == .done)
        var live = Sample.playing
        live.status = Sample.status(at: 114)
        var other = PlaceSearch()
        #expect(other.handle(.step(.seconds(10)), in: live, at: Self.now) == [.show])
        #expect(other.result == .nothingToDo)
        #expect(other.handle(.go(.live), in: live, at: Self.now).isEmpty && other.result == .nothingToDo)
        #expect(other.handle(.go(.live), in: Self.film(at: 0), at: Self.now).isEmpty)
        #expect(other.result == .failed("it is not live"))
    }

    @Test("What does not come is given up after its time, and the viewer is told; playing goes on")
    func patience() {
        var search = PlaceSearch()
        let film = Self.film(at: 100)
        _ = search.handle(.go(.at(.seconds(300))), in: film, at: Self.now)
        let end = Self.now + PlaceSearch.patience
        #expect(search.nextWake == end)
        #expect(search.handle(.wake, in: film, at: end) == [.stay, .notThere(waited: PlaceSearch.patience)])
        #expect(!search.isUnderWay && search.nextWake == nil)
        _ = search.handle(.go(.at(.seconds(300))), in: film, at: Self.now)
        #expect(search.handle(.failed, in: film, at: Self.now) == [.stay, .notThere(waited: nil)])
    }

    @Test("Where nothing plays nothing is looked for; what was found is let be when the channel is left")
    func obstacles() {
        var search = PlaceSearch()
        for event in [PlaceSearch.Event.step(.seconds(10)), .go(.live)] {
            #expect(search.handle(event, in: Sample.idle, at: Self.now).isEmpty)
            #expect(search.result == .notNow("nothing plays"))
        }
        _ = search.handle(.step(.seconds(10)), in: Self.film(at: 100), at: Self.now)
        var leaving = Self.film(at: 100)
        leaving.isSettled = false
        #expect(search.handle(.wake, in: leaving, at: Self.now + Scrub.rest) == [.stay])
        #expect(!search.isUnderWay && search.nextWake == nil)
    }

    @Test("A key that runs, and a finger that turns, wait for OK; Back, or 20 s without a press, stay where it was")
    func browsing() {
        let film = Self.film(at: 100)
        func run() -> PlaceSearch {
            var search = PlaceSearch()
            for number in 0..<5 {
                _ = search.handle(.hand(.press(.right)), in: film, at: Self.now + .milliseconds(100 * number))
            }
            return search
        }
        var search = run()
        let end = Self.now + .milliseconds(400) + PlaceSearch.attention
        #expect(search.isBrowsing && search.nextWake == end)
        #expect(search.handle(.wake, in: film, at: end) == [.stay] && !search.isUnderWay)
        search = run()
        #expect(search.handle(.left, in: film, at: Self.now) == [.stay] && !search.isUnderWay)
        search = run()
        let target = search.target
        guard case .play(.offset(let offset))? = search.handle(.confirm, in: film, at: Self.now).first else {
            Issue.record("OK does not go there")
            return
        }
        #expect(MediaTime.zero + offset == target && !search.isBrowsing)
        search = PlaceSearch()
        _ = search.handle(.hand(.turn(-3)), in: film, at: Self.now)
        #expect(search.isBrowsing && search.target == MediaTime(seconds: 97))
        // While it is paused the first press waits, too.
        var paused = film
        paused.status?.isPaused = true
        search = PlaceSearch()
        _ = search.handle(.hand(.press(.right)), in: paused, at: Self.now)
        #expect(search.isBrowsing && search.target == MediaTime(seconds: 110))
        // OK plays there, once it is there; who gives it up stays paused.
        #expect(search.handle(.confirm, in: paused, at: Self.now) == [.play(.offset(.seconds(110)))])
        var given = search
        #expect(given.handle(.left, in: paused, at: Self.now) == [.stay])
        #expect(given.handle(.arrived, in: paused, at: Self.now) == [])
        #expect(search.handle(.arrived, in: paused, at: Self.now) == [.resume])
        #expect(search.handle(.arrived, in: paused, at: Self.now) == [])
        search = PlaceSearch(step: .seconds(30))
        _ = search.handle(.hand(.press(.right)), in: film, at: Self.now)
        #expect(!search.isBrowsing && search.target == MediaTime(seconds: 130))
    }

    @Test("What must be watched is not jumped, stepped or run over: it comes first, then the place; once it is enough")
    func limits() {
        var film = Self.film(at: 100)
        let held = TimelineBreak(
            id: "ad", start: MediaTime(seconds: 150), end: MediaTime(seconds: 180), restrictsSkip: true,
            restrictsJump: true)
        film.status?.window?.breaks = [held]
        var turned = PlaceSearch()
        _ = turned.handle(.hand(.turn(80)), in: film, at: Self.now)
        #expect(turned.target.map { $0 > MediaTime(seconds: 150) } == true)
        #expect(turned.handle(.confirm, in: film, at: Self.now) == [.play(.offset(.seconds(150)))])
        for event in [PlaceSearch.Event.step(.seconds(300)), .go(.at(.seconds(400)))] {
            var search = PlaceSearch()
            var effects = search.handle(event, in: film, at: Self.now)
            if case .go = event {
            } else {
                #expect(search.target == MediaTime(seconds: 400), "\(event)")
                effects = search.handle(.confirm, in: film, at: Self.now)
            }
            #expect(effects.first == .play(.offset(.seconds(150))) && search.target == MediaTime(seconds: 150))
            // A step further, while it is on its way, counts from where he wanted to be.
            var further = search
            _ = further.handle(.step(.seconds(10)), in: film, at: Self.now)
            #expect(further.target == MediaTime(seconds: 410))
            #expect(further.handle(.confirm, in: film, at: Self.now) == [.play(.offset(.seconds(150)))])
            // He watches it.
            #expect(search.handle(.arrived, in: Self.at(150, film), at: Self.now).isEmpty && !search.isUnderWay)
            for second in [151.0, 165, 179] {
                #expect(search.handle(.wake, in: Self.at(second, film), at: Self.now).isEmpty)
                var hasty = search
                _ = hasty.handle(.step(.seconds(100)), in: Self.at(second, film), at: Self.now)
                #expect(hasty.result == .notNow("this has to be watched first") && hasty.target == nil)
            }
            #expect(search.nextWake != nil)
            var back = search
            let past = Self.at(181, film)
            #expect(search.handle(.wake, in: past, at: Self.now) == [.play(.offset(.seconds(400)))])
            #expect(search.handle(.arrived, in: Self.at(400, film), at: Self.now).isEmpty && search.nextWake == nil)
            // Who goes elsewhere meanwhile wants to be there.
            _ = back.handle(.go(.at(.seconds(20))), in: Self.at(160, film), at: Self.now)
            _ = back.handle(.arrived, in: Self.at(20, film), at: Self.now)
            #expect(back.nextWake == nil)
        }
        var inside = film
        inside.status?.position = MediaTime(seconds: 160)
        for event in [PlaceSearch.Event.step(.seconds(5)), .go(.at(.seconds(400)))] {
            var search = PlaceSearch()
            _ = search.handle(event, in: inside, at: Self.now)
            #expect(!search.isUnderWay && search.result == .notNow("this has to be watched first"))
        }
        var search = PlaceSearch()
        var behind = film
        behind.status?.position = MediaTime(seconds: 181)
        _ = search.handle(.go(.at(.seconds(100))), in: behind, at: Self.now)
        _ = search.handle(.arrived, in: film, at: Self.now)
        _ = search.handle(.go(.at(.seconds(400))), in: film, at: Self.now)
        #expect(search.target == MediaTime(seconds: 400))
    }

    @Test("A break in the place of the film is played before the place that was wanted, and each that lies between")
    func interstitials() {
        func point(_ id: String, _ second: Double) -> TimelineBreak {
            let place = MediaTime(seconds: second)
            return TimelineBreak(id: id, start: place, end: place, restrictsJump: true)
        }
        func out(_ playing: NowPlaying) -> NowPlaying {
            var playing = playing
            playing.status?.breakStatus = Player.BreakStatus(id: "one")
            return playing
        }
        var film = Self.film(at: 100)
        film.status?.window?.breaks = [point("one", 150)]
        var search = PlaceSearch()
        #expect(
            search.handle(.go(.at(.seconds(400))), in: film, at: Self.now) == [.play(.offset(.seconds(150))), .show])
        let there = Self.at(150, film)
        #expect(search.handle(.arrived, in: there, at: Self.now).isEmpty)
        #expect(search.handle(.breakChanged, in: out(there), at: Self.now) == [.goOn(at: MediaTime(seconds: 400))])
        // Told once, whatever else changes of it.
        #expect(search.handle(.breakChanged, in: out(there), at: Self.now).isEmpty)
        #expect(search.handle(.wake, in: out(there), at: Self.now).isEmpty)
        var leaving = there
        leaving.status?.isSeeking = true
        #expect(search.handle(.breakChanged, in: leaving, at: Self.now).isEmpty)
        #expect(search.handle(.arrived, in: Self.at(400, film), at: Self.now).isEmpty)
        #expect(!search.isUnderWay && search.nextWake == nil)

        // Of several each in its turn.
        film.status?.window?.breaks = [point("one", 150), point("two", 200)]
        search = PlaceSearch()
        _ = search.handle(.go(.at(.seconds(400))), in: film, at: Self.now)
        _ = search.handle(.arrived, in: Self.at(150, film), at: Self.now)
        #expect(
            search.handle(.breakChanged, in: out(Self.at(150, film)), at: Self.now)
                == [.goOn(at: MediaTime(seconds: 200))])
        #expect(search.handle(.arrived, in: Self.at(200, film), at: Self.now).isEmpty && search.nextWake != nil)
        #expect(
            search.handle(.breakChanged, in: out(Self.at(200, film)), at: Self.now)
                == [.goOn(at: MediaTime(seconds: 400))])
        #expect(search.handle(.arrived, in: Self.at(400, film), at: Self.now).isEmpty && search.nextWake == nil)

        // One that can't be had: the film plays on, and is where he wanted to be a moment later.
        film.status?.window?.breaks = [point("one", 150)]
        search = PlaceSearch()
        _ = search.handle(.go(.at(.seconds(400))), in: film, at: Self.now)
        _ = search.handle(.arrived, in: Self.at(150, film), at: Self.now)
        #expect(
            search.handle(.wake, in: Self.at(151, film), at: Self.now) == [.play(.offset(.seconds(400)))])

        // Another channel: nothing is wanted there.
        search = PlaceSearch()
        _ = search.handle(.go(.at(.seconds(400))), in: film, at: Self.now)
        _ = search.handle(.arrived, in: Self.at(150, film), at: Self.now)
        var other = film
        other.item = Playback.ItemID(99)
        #expect(search.handle(.wake, in: other, at: Self.now).isEmpty && search.nextWake == nil)
    }

    private static func at(_ seconds: Double, _ playing: NowPlaying) -> NowPlaying {
        var playing = playing
        playing.status?.position = MediaTime(seconds: seconds)
        return playing
    }

    @Test("After any events: it waits for time only while it is under way, and time alone brings it to rest")
    func laws() {
        let playing = [Sample.idle, Sample.playing, Self.film(at: 100)]
        let events: [PlaceSearch.Event] = [
            .step(.seconds(10)), .step(.seconds(-1000)), .hand(.press(.right)), .hand(.turn(5)),
            .back(.seconds(15)), .go(.live), .go(.at(.zero)), .confirm, .left, .refused,
            .failed, .arrived, .wake,
        ]
        func explore(_ search: PlaceSearch, _ depth: Int) {
            #expect((search.nextWake != nil) == search.isUnderWay)
            #expect((search.target != nil) == search.isUnderWay)
            var resting = search
            for _ in 0..<2 {
                if let wake = resting.nextWake { _ = resting.handle(.wake, in: playing[2], at: wake) }
            }
            #expect(!resting.isUnderWay)
            guard depth > 0 else { return }
            for event in events {
                for playing in playing {
                    var next = search
                    _ = next.handle(event, in: playing, at: Self.now)
                    explore(next, depth - 1)
                }
            }
        }
        explore(PlaceSearch(), 3)
    }
}
