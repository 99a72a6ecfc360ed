import GuideStore
import MediaCore
import Screens
import Testing

@testable import Appliance

@Suite struct ListingsTests {
    private let news = Programme(start: 1000, stop: 2000, title: "News")
    private let film = Programme(start: 2000, stop: 5000, title: "Film")
    private let start = HostTime.zero + .seconds(100)

    private func at(_ seconds: Int) -> HostTime { start + .seconds(seconds) }

    @Test func `what is looked at is asked for once`() {
        var listings = Listings()
        #expect(listings.handle(.look(["a", "b"]), at: start, wall: 1000) == [.ask(["a", "b"], edition: 0)])
        #expect(listings.handle(.look(["a", "b", "c"]), at: start, wall: 1000) == [.ask(["c"], edition: 0)])
        #expect(
            listings.handle(
                .answer(["a": NowAndNext(now: news, next: film)], of: ["a", "b"], edition: 0), at: start, wall: 1000)
                == [.changed(["a"])])
        #expect(listings["a"]?.now == news)
        #expect(listings["b"] == NowAndNext())
        #expect(listings.handle(.look(["a", "b", "c"]), at: at(1), wall: 1001) == [])
    }

    @Test func `a programme that ends is asked for anew, by the wall's clock`() {
        var listings = Listings()
        _ = listings.handle(.look(["a"]), at: start, wall: 1990)
        _ = listings.handle(
            .answer(["a": NowAndNext(now: news, next: film)], of: ["a"], edition: 0), at: start, wall: 1990)
        #expect(listings.nextWake == at(10))
        #expect(listings.handle(.wake, at: at(10), wall: 1999) == [])
        #expect(listings.nextWake == at(11))
        #expect(listings.handle(.wake, at: at(11), wall: 2000) == [.ask(["a"], edition: 0)])
        #expect(listings.nextWake == nil)
        #expect(
            listings.handle(.answer(["a": NowAndNext(now: film)], of: ["a"], edition: 0), at: at(11), wall: 2000)
                == [.changed(["a"])])
    }

    @Test func `a clock that is set is noticed within a minute`() {
        var listings = Listings()
        _ = listings.handle(.look(["a"]), at: start, wall: 2000)
        _ = listings.handle(.answer(["a": NowAndNext(now: film)], of: ["a"], edition: 0), at: start, wall: 2000)
        #expect(listings.nextWake == at(60))
        #expect(listings.handle(.wake, at: at(60), wall: 6000) == [.ask(["a"], edition: 0)])
    }

    @Test func `a gap ends where the next programme begins`() {
        var listings = Listings()
        _ = listings.handle(.look(["a"]), at: start, wall: 1980)
        _ = listings.handle(.answer(["a": NowAndNext(next: film)], of: ["a"], edition: 0), at: start, wall: 1940)
        #expect(listings.handle(.wake, at: at(59), wall: 1999) == [])
        #expect(listings.handle(.wake, at: at(60), wall: 2000) == [.ask(["a"], edition: 0)])
    }

    @Test func `a guide that answers with what is over is not asked at once again`() {
        var listings = Listings()
        _ = listings.handle(.look(["a"]), at: start, wall: 9000)
        #expect(
            listings.handle(.answer(["a": NowAndNext(now: news)], of: ["a"], edition: 0), at: start, wall: 9000)
                == [.changed(["a"])])
        #expect(listings.nextWake == at(30))
    }

    @Test func `another guide counts at once, and what was known stands until its answer`() {
        var listings = Listings()
        _ = listings.handle(.look(["a"]), at: start, wall: 1000)
        _ = listings.handle(.answer(["a": NowAndNext(now: news)], of: ["a"], edition: 0), at: start, wall: 1000)
        #expect(listings.handle(.renewed, at: at(1), wall: 1001) == [.ask(["a"], edition: 1)])
        #expect(listings["a"]?.now == news)
        #expect(listings.handle(.answer([:], of: ["a"], edition: 1), at: at(1), wall: 1001) == [.changed(["a"])])
        // What the guide before was asked for comes late.
        #expect(
            listings.handle(.answer(["a": NowAndNext(now: news)], of: ["a"], edition: 0), at: at(1), wall: 1001) == [])
        #expect(listings["a"]?.now == nil)
        #expect(listings.nextWake == nil)
    }

    @Test func `times at the ends of the calendar do no harm`() {
        var listings = Listings()
        _ = listings.handle(.look(["a"]), at: start, wall: .min)
        let odd = Programme(start: .min, stop: .max, title: "odd")
        _ = listings.handle(
            .answer(["a": NowAndNext(now: odd, next: odd)], of: ["a"], edition: 0), at: start, wall: .max)
        _ = listings.handle(.wake, at: start, wall: .min)
        #expect(ProgrammeLabel(odd, at: .min).progress == 0)
    }

    @Test func `however many channels were looked at, few are kept`() {
        var listings = Listings()
        for page in 0..<30 {
            let channels = (0..<100).map { "\(page)-\($0)" }
            _ = listings.handle(.look(channels), at: start, wall: 1000)
            _ = listings.handle(.answer([:], of: channels, edition: 0), at: start, wall: 1000)
        }
        #expect(listings["0-0"] == nil)
        #expect(listings["29-0"] != nil)
    }
}
