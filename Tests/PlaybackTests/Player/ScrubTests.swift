import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite("A hand that looks for a place")
struct ScrubTests {
    private static let start = HostTime(nanoseconds: 5_000_000_000)
    /// Two hours with an end.
    private static let film = PresentationWindow(
        start: .zero, end: MediaTime(seconds: 7203), isLive: false, targetLatency: .zero)

    private func range() throws -> SeekableRange { try #require(SeekableRange(Self.film, at: Self.start)) }

    private func scrub(_ isBrowsing: Bool = false) -> Scrub {
        Scrub(from: MediaTime(seconds: 3600), step: .seconds(10), isBrowsing: isBrowsing)
    }

    /// Presses a key as it repeats while it is held: after 450 ms every 120 ms, then faster.
    private func hold(_ scrub: inout Scrub, _ direction: Direction, repeats: Int) throws -> HostTime {
        var now = Self.start
        _ = scrub.move(.press(direction), in: try range(), at: now)
        for number in 0..<repeats {
            let gap = number == 0 ? 450 : number <= 10 ? 120 : number <= 30 ? 60 : 33
            now = now + .milliseconds(gap)
            _ = scrub.move(.press(direction), in: try range(), at: now)
        }
        return now
    }

    @Test("Presses are steps that add up, and one back takes from those before; they are meant as they come to rest")
    func presses() throws {
        var scrub = scrub()
        for (number, direction) in [Direction.right, .right, .right, .left].enumerated() {
            #expect(scrub.move(.press(direction), in: try range(), at: Self.start + .milliseconds(300 * number)))
        }
        #expect(
            scrub.target == MediaTime(seconds: 3620) && !scrub.isBrowsing && scrub.origin == MediaTime(seconds: 3600))
    }

    @Test("A key that is held runs ever faster, crosses two hours in seconds, and is browsing from its third repeat on")
    func held() throws {
        var scrub = scrub()
        _ = try hold(&scrub, .right, repeats: 3)
        #expect(!scrub.isBrowsing)
        let few = scrub.target
        scrub = self.scrub()
        _ = try hold(&scrub, .right, repeats: 4)
        #expect(scrub.isBrowsing && scrub.target > few)
        var distances: [Double] = []
        var last = scrub.target
        var ends: HostTime?
        for count in stride(from: 5, through: 200, by: 1) {
            scrub = self.scrub()
            let end = try hold(&scrub, .right, repeats: count)
            distances.append((scrub.target - last).inSeconds)
            last = scrub.target
            if last == MediaTime(seconds: 7200) {
                ends = end
                break
            }
        }
        let firstSecond = distances.prefix(5).reduce(0, +)
        #expect(firstSecond < 120, "\(firstSecond) s in its first repeats can be followed")
        let taken = try #require(ends) - Self.start
        #expect(taken > .seconds(3) && taken < .seconds(8), "an hour took \(taken)")
    }

    @Test("Once a run has slowed a deliberate press is a second; quick ones are steps")
    func fine() throws {
        var scrub = scrub()
        var now = try hold(&scrub, .right, repeats: 12)
        let place = scrub.target
        now = now + .milliseconds(800)
        _ = scrub.move(.press(.right), in: try range(), at: now)
        #expect(scrub.target == place + .seconds(1))
        now = now + .milliseconds(250)
        _ = scrub.move(.press(.right), in: try range(), at: now)
        #expect(scrub.target == place + .seconds(11))
        // Another direction is another stroke, however soon.
        now = now + .milliseconds(60)
        _ = scrub.move(.press(.left), in: try range(), at: now)
        #expect(scrub.target == place + .seconds(10))
    }

    @Test("A finger that turns slowly goes by seconds, one that turns quickly far; back is as far as forth")
    func turns() throws {
        var slow = scrub()
        for number in 1...5 {
            _ = slow.move(.turn(1), in: try range(), at: Self.start + .milliseconds(200 * number))
        }
        #expect(slow.target == MediaTime(seconds: 3605) && slow.isBrowsing)
        var fast = scrub()
        for number in 1...5 {
            _ = fast.move(.turn(1), in: try range(), at: Self.start + .milliseconds(30 * number))
        }
        #expect(fast.target > MediaTime(seconds: 3640))
        let far = fast.target
        _ = fast.move(.turn(1), in: try range(), at: Self.start + .milliseconds(180))
        _ = fast.move(.turn(-1), in: try range(), at: Self.start + .milliseconds(210))
        #expect(fast.target == far)
    }

    @Test("What is gone to ends the search; what the hand does then begins anew")
    func commits() throws {
        var scrub = scrub(true)
        _ = try hold(&scrub, .left, repeats: 12)
        scrub.commit()
        #expect(scrub.isCommitted && !scrub.isBrowsing)
        let place = scrub.target
        _ = scrub.move(.press(.right), in: try range(), at: Self.start + .seconds(9))
        #expect(!scrub.isCommitted && scrub.target == place + .seconds(10))
    }

    @Test("At the ends there is nothing further, whatever the hand does")
    func ends() throws {
        var scrub = Scrub(from: .zero)
        #expect(!scrub.move(.press(.left), in: try range(), at: Self.start))
        #expect(!scrub.move(.turn(-30), in: try range(), at: Self.start + .seconds(1)))
        #expect(scrub.target == .zero)
    }

    @Test("Breaks that must be watched stop who comes before them, hold who is in them, and count once")
    func limits() {
        func at(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }
        let held = TimelineBreak(id: "held", start: at(100), end: at(130), restrictsSkip: true)
        let jump = TimelineBreak(id: "jump", start: at(200), end: at(230), restrictsJump: true)
        let free = TimelineBreak(id: "free", start: at(300), end: at(330))
        let breaks = [held, jump, free]
        var limits = SeekLimits()
        limits.note(at(50), of: ItemID(1), in: breaks)
        #expect(limits.permitted(from: at(50), to: at(90), in: breaks) == at(90))
        #expect(limits.permitted(from: at(50), to: at(400), in: breaks) == at(100))
        #expect(limits.permitted(from: at(110), to: at(115), in: breaks) == at(110))
        #expect(limits.permitted(from: at(110), to: at(20), in: breaks) == at(20))
        limits.note(at(140), of: ItemID(1), in: breaks)
        #expect(limits.permitted(from: at(50), to: at(180), in: breaks) == at(180))
        #expect(limits.permitted(from: at(140), to: at(400), in: breaks) == at(200))
        // At its very beginning it is not yet watched; further in, JUMP alone does not hold.
        #expect(limits.permitted(from: at(200), to: at(400), in: breaks) == at(200))
        #expect(limits.permitted(from: at(210), to: at(400), in: breaks) == at(400))
        limits.note(at(10), of: ItemID(2), in: breaks)
        #expect(limits.permitted(from: at(10), to: at(400), in: breaks) == at(100))
        // What takes up nothing of the film is a point: it may be jumped unless it says otherwise.
        let points = [
            TimelineBreak(id: "free", start: at(20), end: at(20), restrictsSkip: true),
            TimelineBreak(id: "held", start: at(60), end: at(60), restrictsJump: true),
        ]
        #expect(limits.permitted(from: at(10), to: at(50), in: points) == at(50))
        #expect(limits.permitted(from: at(10), to: at(400), in: points) == at(60))
        limits.note(at(61), of: ItemID(2), in: points)
        #expect(limits.permitted(from: at(61), to: at(400), in: points) == at(400))
    }
}
