import HLS
import MediaCore
import Playback
import Store
import Testing

@testable import Appliance

@Suite("The places where films were left")
struct ResumePointsTests {
    private let start = HostTime(nanoseconds: 1_000_000_000)

    private func viewing(
        _ item: UInt64 = 1, _ identity: String = "film", at place: Int?, of length: Int? = 7200, isLive: Bool = false,
        isRunning: Bool = true
    ) -> ResumePoints.Viewing {
        ResumePoints.Viewing(
            item: ItemID(item), identity: identity, name: identity.uppercased(), place: place.map { .seconds($0) },
            length: length.map { .seconds($0) }, isLive: isLive, isRunning: isRunning)
    }

    private func point(_ identity: String, at place: Int, of length: Int = 7200, updated: Int64) -> ResumePoint {
        ResumePoint(
            identity: identity, position: .seconds(place), duration: .seconds(length), name: identity.uppercased(),
            updated: updated)
    }

    @Test("A film that is left in the middle begins there the next time, and is looked at every fifteen seconds before")
    func kept() {
        var points = ResumePoints()
        #expect(points.start(of: "film") == .usual)
        #expect(points.handle(.shown(viewing(at: 0)), at: start, wall: 10) == [])
        #expect(points.nextWake == start + .seconds(15))
        #expect(points.handle(.looked(viewing(at: 59)), at: start, wall: 20) == [])
        #expect(
            points.handle(.looked(viewing(at: 2480)), at: start, wall: 30)
                == [.store(point("film", at: 2480, updated: 30))])
        #expect(points.start(of: "film") == .resume(.seconds(2480), ofLength: .seconds(7200)))
        #expect(points.start(of: "other") == .usual)
    }

    @Test("Nothing is written while it stands still, and nobody looks then")
    func paused() {
        var points = ResumePoints()
        _ = points.handle(.looked(viewing(at: 100)), at: start, wall: 1)
        #expect(points.handle(.looked(viewing(at: 100, isRunning: false)), at: start, wall: 50) == [])
        #expect(points.nextWake == nil)
        #expect(points.handle(.looked(nil), at: start, wall: 60) == [])
        #expect(points.nextWake == nil)
    }

    @Test("Seen into its credits, to its end or back at its beginning it is forgotten")
    func forgotten() {
        for event in [
            ResumePoints.Event.looked(viewing(at: 7100)), .ended(ItemID(1), identity: "film", hasFailed: false),
            .looked(viewing(at: 5)), .startedOver(identity: "film"), .forgot(identity: "film"),
        ] {
            var points = ResumePoints(isOn: true, [point("film", at: 2480, updated: 1)])
            #expect(points.handle(event, at: start, wall: 9) == [.remove("film")])
            #expect(points.start(of: "film") == .usual && points.all.isEmpty)
            #expect(points.handle(event, at: start, wall: 9) == [])
        }
    }

    @Test("One that could not go on begins again where it was, though the player had nothing more of it")
    func failed() {
        var points = ResumePoints(isOn: true, [point("film", at: 2480, updated: 1)])
        #expect(points.handle(.ended(ItemID(1), identity: "film", hasFailed: true), at: start, wall: 2) == [])
        #expect(points.handle(.looked(viewing(at: 2600)), at: start, wall: 3) == [])
        #expect(points.nextWake == nil)
        #expect(points.start(of: "film") == .resume(.seconds(2480), ofLength: .seconds(7200)))
    }

    @Test("What is told of an item after its end keeps nothing")
    func afterEnd() {
        var points = ResumePoints()
        _ = points.handle(.ended(ItemID(1), identity: "film", hasFailed: false), at: start, wall: 1)
        #expect(points.handle(.looked(viewing(at: 3000)), at: start, wall: 2) == [])
        #expect(points.nextWake == nil)
        #expect(points.handle(.looked(viewing(2, at: 3000)), at: start, wall: 3).count == 1)
    }

    @Test(
        "Neither what is live, nor what was live before it ended, nor what has no length is ever kept or looked after")
    func live() {
        var points = ResumePoints()
        #expect(points.handle(.shown(viewing(at: 3000, isLive: true)), at: start, wall: 1) == [])
        #expect(points.nextWake == nil)
        #expect(points.handle(.looked(viewing(at: 3000)), at: start, wall: 2) == [])
        #expect(points.nextWake == nil)
        #expect(points.handle(.looked(viewing(2, at: 3000, of: nil)), at: start, wall: 3) == [])
        #expect(points.nextWake == nil)
        #expect(points.handle(.looked(viewing(3, at: nil)), at: start, wall: 3) == [])
    }

    @Test("An item that begins where it was left is offered from its beginning, once; one that does not is not")
    func offered() {
        var points = ResumePoints(isOn: true, [point("film", at: 2480, updated: 1)])
        #expect(
            points.handle(.shown(viewing(at: 2481)), at: start, wall: 9)
                == [.offer(ItemID(1), at: .seconds(2481)), .store(point("film", at: 2481, updated: 9))])
        #expect(points.handle(.shown(viewing(at: 2481)), at: start, wall: 9) == [])
        #expect(points.handle(.shown(viewing(2, "other", at: 2481)), at: start, wall: 9).count == 1)
        #expect(points.handle(.shown(viewing(3, at: 0)), at: start, wall: 9) == [.remove("film")])
    }

    @Test("Of too many the one that was left longest ago goes")
    func most() {
        var points = ResumePoints(
            isOn: true,
            [point("a", at: 100, updated: 5), point("b", at: 100, updated: 3), point("c", at: 100, updated: 4)],
            most: 3)
        #expect(points.all.map(\.identity) == ["a", "c", "b"])
        #expect(
            points.handle(.looked(viewing(1, "d", at: 100)), at: start, wall: 6)
                == [.store(point("d", at: 100, updated: 6)), .remove("b")])
        #expect(points.all.map(\.identity) == ["d", "a", "c"])
        // A clock that was set back makes the newest look old: it stays all the same.
        #expect(
            points.handle(.looked(viewing(2, "e", at: 100)), at: start, wall: 0)
                == [.store(point("e", at: 100, updated: 0)), .remove("c")])
        #expect(points.handle(.forgotAll, at: start, wall: 7) == [.removeAll])
        #expect(points.all.isEmpty)
    }

    @Test("Switched off, nothing is kept, nothing begins in the middle, and what was kept can still be forgotten")
    func off() {
        var points = ResumePoints(isOn: false, [point("film", at: 2480, updated: 1)])
        #expect(points.start(of: "film") == .usual)
        #expect(points.handle(.shown(viewing(at: 2480)), at: start, wall: 9) == [])
        #expect(points.handle(.looked(viewing(2, "other", at: 2480)), at: start, wall: 9) == [])
        #expect(points.nextWake == nil)
        #expect(points.handle(.forgot(identity: "film"), at: start, wall: 9) == [.remove("film")])
    }
}
