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

    @Test("What is rated above the threshold asks; what is at it does not")
    func threshold() {
        let gate = gate()
        #expect(gate.decision(for: channel("a", .rated(AgeRating(years: 16, subscore: 1))), at: start) == .open)
        #expect(gate.decision(for: channel("a", .rated(AgeRating(years: 17))), at: start) == .ask)
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
        gate.watches("one")
        #expect(gate.decision(for: one, at: start + .seconds(3600)) == .open)
        #expect(gate.decision(for: two, at: start) == .ask)
        gate.watches("other")
        #expect(gate.decision(for: one, at: start) == .ask)
    }

    @Test("It locks again in standby and after four hours")
    func relock() {
        var gate = gate()
        let one = channel("one", .rated(.adult))
        gate.acceptedCode(for: "one", at: start)
        #expect(gate.decision(for: one, at: start + .seconds(4 * 3600)) == .ask)
        gate.lock()
        #expect(gate.decision(for: one, at: start) == .ask)
    }

    @Test("A code may open everything for a while")
    func relockAfter() {
        var gate = gate()
        gate.policy.relock = .after(.seconds(1800))
        gate.acceptedCode(for: "one", at: start)
        gate.watches("two")
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
}
