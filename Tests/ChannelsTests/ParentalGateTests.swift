import Channels
import Guide
import MediaCore
import Testing

@Suite("Parental gate")
struct ParentalGateTests {
    private let start = HostTime(nanoseconds: 1_000_000_000)

    private func channel(_ id: String, _ rating: ContentRating) -> Channel {
        var entry = ChannelEntry(name: id, url: "http://h/")
        entry.rating = rating
        return Channel(id: id, number: 1, entry: entry)
    }

    private func gate(_ threshold: Int? = 16, hasPasscode: Bool = true, wrongCodes: Int = 0) -> ParentalGate {
        ParentalGate(
            policy: ParentalGate.Policy(threshold: threshold), hasPasscode: hasPasscode, wrongCodes: wrongCodes,
            now: start)
    }

    @Test("What is rated for the threshold's age or an older one asks; 16 is the threshold where nothing is said")
    func threshold() {
        let gate = gate()
        #expect(ParentalGate.Policy().threshold == 16)
        #expect(gate.decision(for: channel("a", .rated(AgeRating(years: 15, subscore: 3))), at: start) == .open)
        #expect(gate.decision(for: channel("a", .rated(AgeRating(years: 16))), at: start) == .ask)
        #expect(gate.policy.reason(channel("a", .rated(AgeRating(years: 18)))) == .age(18))
        #expect(gate.decision(for: channel("a", .unrated), at: start) == .open)
        #expect(gate.decision(for: channel("a", .unknown("XQ")), at: start) == .ask)
    }

    @Test("Adult channels ask whatever the threshold; without a passcode nothing does")
    func adult() {
        let adult = channel("a", .rated(.adult))
        #expect(gate(nil).decision(for: adult, at: start) == .ask)
        #expect(gate(2000).decision(for: adult, at: start) == .ask)
        #expect(gate(hasPasscode: false).decision(for: adult, at: start) == .open)
    }

    @Test("Unrated channels ask when the household wants it")
    func unrated() {
        var gate = gate()
        gate.policy.asksForUnrated = true
        gate.policy.asksForUnknown = false
        #expect(gate.decision(for: channel("a", .unrated), at: start) == .ask)
        #expect(gate.decision(for: channel("a", .unknown("XQ")), at: start) == .open)
    }

    @Test("The code opens the one channel until it is left")
    func relockOnLeaving() {
        var gate = gate()
        let (one, two) = (channel("one", .rated(.adult)), channel("two", .rated(.adult)))
        gate.acceptedCode(for: "one", at: start)
        gate.keepOpen(["one", "two"])
        #expect(gate.decision(for: one, at: start + .seconds(3600)) == .open)
        #expect(gate.decision(for: two, at: start) == .ask)
        gate.keepOpen(["two", "other"])
        #expect(gate.decision(for: one, at: start) == .ask)
    }

    @Test("It locks again in standby and after four hours")
    func relock() {
        var gate = gate()
        let one = channel("one", .rated(.adult))
        gate.acceptedCode(for: "one", at: start)
        #expect(gate.nextEnd == start + .seconds(4 * 3600))
        #expect(gate.decision(for: one, at: start + .seconds(4 * 3600)) == .ask)
        gate.lock()
        #expect(gate.nextEnd == nil)
        #expect(gate.decision(for: one, at: start) == .ask)
    }

    @Test("A code may open everything for a while")
    func relockAfter() {
        var gate = gate()
        gate.policy.relock = .after(.seconds(1800))
        gate.acceptedCode(for: "one", at: start)
        gate.keepOpen(["two"])
        let two = channel("two", .rated(.adult))
        #expect(gate.decision(for: two, at: start + .seconds(1799)) == .open)
        #expect(gate.decision(for: two, at: start + .seconds(1800)) == .ask)
    }

    @Test("Three wrong codes are free of charge to two; then the wait grows to an hour")
    func throttle() {
        var gate = gate()
        var now = start
        var delays: [Int64] = []
        for _ in 0..<9 {
            #expect(gate.decision(for: channel("a", .rated(.adult)), at: now) == .ask)
            let delay = gate.rejectedCode(at: now)
            delays.append(delay.components.seconds)
            if delay > .zero {
                for early in [now, now + delay - .milliseconds(1)] {
                    #expect(gate.decision(for: channel("a", .rated(.adult)), at: early) == .wait(until: now + delay))
                }
            }
            now = now + delay
        }
        #expect(delays == [0, 0, 30, 60, 300, 900, 3600, 3600, 3600])
        gate.acceptedCode(for: "a", at: now)
        #expect(gate.wrongCodes == 0)
        #expect(gate.rejectedCode(at: now) == .zero)
    }

    @Test("A restart begins the wait anew instead of forgetting it")
    func restart() {
        let gate = gate(wrongCodes: 4)
        let end = start + .seconds(60)
        #expect(gate.decision(for: channel("a", .rated(.adult)), at: start + .seconds(59)) == .wait(until: end))
        #expect(gate.decision(for: channel("a", .rated(.adult)), at: end) == .ask)
    }

    @Test("Groups and channels are locked by name, whatever their rating")
    func named() {
        var gate = gate()
        gate.policy.lockedGroups = ["Late"]
        gate.policy.lockedChannels = ["one", "By name"]
        var entry = ChannelEntry(name: "By name", url: "http://h/")
        #expect(gate.policy.reason(Channel(id: "x", number: 1, entry: entry)) == .channel)
        #expect(gate.policy.reason(channel("one", .rated(AgeRating(years: 0)))) == .channel)
        (entry.name, entry.groups) = ("Other", ["News", "Late"])
        #expect(gate.policy.reason(Channel(id: "x", number: 1, entry: entry)) == .group("Late"))
        entry.groups = ["News"]
        #expect(gate.policy.reason(Channel(id: "x", number: 1, entry: entry)) == nil)
    }

    @Test("In the device profile no code opens anything, and none is needed for it to be locked")
    func device() {
        var gate = gate(hasPasscode: false)
        gate.policy.profile = .device
        let adult = channel("a", .rated(.adult))
        #expect(gate.decision(for: adult, at: start) == .never)
        gate.acceptedCode(for: "a", at: start)
        #expect(gate.decision(for: adult, at: start) == .never)
        #expect(gate.decision(for: channel("a", .unrated), at: start) == .open)
    }

    @Test("Marks of films and of television may have ages of their own")
    func kinds() {
        var gate = gate(16)
        gate.policy.filmThreshold = 18
        gate.policy.televisionThreshold = 13
        func reason(_ mark: String) -> ParentalGate.Reason? { gate.reason(channel("a", Ratings.rating(mark))) }
        #expect(reason("R") == nil && reason("NC-17") == nil && reason("PG") == nil)
        #expect(reason("TV-14") == .age(14) && reason("TV-PG") == .age(13) && reason("TV-Y7") == nil)
        #expect(reason("FSK 16") == .age(16) && reason("X") == .adult)
    }

    @Test("In locked hours everything asks, over midnight too, and what a code opened stays so")
    func hours() {
        var gate = gate()
        let free = channel("free", .unrated)
        gate.policy.lockedHours = ParentalGate.DayTime(start: 21 * 60, end: 6 * 60)
        for (minute, isLocked) in [(0, true), (359, true), (360, false), (1259, false), (1260, true), (1439, true)] {
            gate.isNow(minute: minute)
            #expect(gate.decision(for: free, at: start) == (isLocked ? .ask : .open), "\(minute)")
        }
        gate.acceptedCode(for: "free", at: start)
        #expect(gate.decision(for: free, at: start) == .open)
        gate.policy.lockedHours = ParentalGate.DayTime(start: 60, end: 120)
        for (minute, isLocked) in [(59, false), (60, true), (119, true), (120, false)] {
            gate.isNow(minute: minute)
            #expect((gate.decision(for: channel("b", .unrated), at: start) == .ask) == isLocked, "\(minute)")
        }
    }
}
