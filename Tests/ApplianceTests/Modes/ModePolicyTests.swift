import Devices
import MediaCore
import Store
import Testing

@testable import Appliance

@Suite("When the screen's mode follows what is watched")
struct ModePolicyTests {
    static let start = HostTime(nanoseconds: 5_000_000_000)
    static func after(_ seconds: Double) -> HostTime { start + .milliseconds(Int(seconds * 1000)) }

    static func viewing(_ channel: String, _ rate: Double?, isBusy: Bool = false) -> ModePolicy.Viewing {
        ModePolicy.Viewing(channel: channel, framesPerSecond: rate, isBusy: isBusy)
    }

    static func screen(_ rate: Double, tv: String = "TV") -> ModePolicy.Screen {
        ModePolicy.Screen(tv: tv, refreshRate: rate)
    }

    @Test("A channel of another rate is followed after the dwell, not before, and once")
    func dwell() {
        var policy = ModePolicy(.settled)
        #expect(policy.handle(Self.viewing("a", 25), on: Self.screen(60), at: Self.after(0)) == [])
        #expect(policy.nextWake == Self.after(8))
        #expect(policy.handle(Self.viewing("a", 25), on: Self.screen(60), at: Self.after(7.9)) == [])
        let actions = policy.handle(Self.viewing("a", 25), on: Self.screen(60), at: Self.after(8))
        #expect(
            actions == [
                .match(framesPerSecond: 25),
                .remember(ModeMemory(framesPerSecond: 25), ModeKey(channel: "a", tv: "TV")),
            ])
        #expect(policy.handle(Self.viewing("a", 25), on: Self.screen(50), at: Self.after(9)) == [])
        // On a TV without such a mode nothing changes, and it is not asked again.
        #expect(policy.handle(Self.viewing("a", 25), on: Self.screen(60), at: Self.after(10)) == [])
    }

    @Test("Never means never")
    func never() {
        var policy = ModePolicy(.never)
        for second in 0..<100 {
            #expect(policy.handle(Self.viewing("a", 25), on: Self.screen(60), at: Self.after(Double(second))) == [])
        }
        #expect(policy.nextWake == nil)
    }

    static let even: [(Double, Double)] = [(60, 60), (60, 30), (50, 25), (59.94, 30_000.0 / 1001), (120, 24), (24, 24)]

    @Test("A rate that the lit mode shows evenly changes nothing", arguments: even)
    func evenRates(rates: (screen: Double, content: Double)) {
        var policy = ModePolicy(.settled)
        for second in 0..<70 {
            let actions = policy.handle(
                Self.viewing("a", rates.content), on: Self.screen(rates.screen), at: Self.after(Double(second)))
            for case .match(let rate) in actions { Issue.record("asked for \(rate)") }
        }
    }

    @Test("Flipping changes nothing, and nothing back; each channel has the dwell for itself")
    func surfing() {
        var policy = ModePolicy(.settled)
        var refresh = 60.0
        var matches: [(Double, Double)] = []
        var time = 0.0
        func watch(_ channel: String, _ rate: Double, for seconds: Double) {
            let end = time + seconds
            while time < end {
                let viewing = Self.viewing(channel, rate)
                for case .match(let wanted) in policy.handle(viewing, on: Self.screen(refresh), at: Self.after(time)) {
                    matches.append((time, wanted))
                    refresh = wanted == 25 ? 50 : wanted
                }
                time += 0.5
            }
            _ = policy.handle(nil, on: Self.screen(refresh), at: Self.after(time))
        }
        for round in 0..<50 { watch("c\(round % 7)", [25, 30, 50, 60][round % 4], for: 7.5) }
        #expect(matches.isEmpty)
        watch("pal", 25, for: 20)
        #expect(matches.count == 1)
        for _ in 0..<20 { watch("ntsc", 30, for: 3) }
        watch("pal", 25, for: 20)
        watch("pal 2", 50, for: 20)
        #expect(matches.count == 1)
        watch("ntsc", 30, for: 20)
        #expect(matches.map(\.1) == [25, 30])
    }

    @Test("Where the viewer has stayed twice, the dwell is shorter; leaving early makes it long again")
    func familiar() {
        var policy = ModePolicy(.settled)
        let key = ModeKey(channel: "a", tv: "TV")
        var time = 0.0
        /// Watches for `seconds`; returns what was to be remembered last.
        func visit(_ seconds: Double) -> ModeMemory? {
            var last: ModeMemory?
            for step in 0...Int(seconds) {
                let actions = policy.handle(
                    Self.viewing("a", 25), on: Self.screen(50), at: Self.after(time + Double(step)))
                for case .remember(let memory, key) in actions { last = memory }
            }
            time += seconds + 1
            for case .remember(let memory, key) in policy.handle(nil, on: Self.screen(50), at: Self.after(time)) {
                last = memory
            }
            return last
        }
        #expect(visit(61)?.stays == 1)
        #expect(visit(2) == nil)
        #expect(visit(61)?.stays == 2)
        _ = policy.handle(Self.viewing("a", 25), on: Self.screen(60), at: Self.after(time))
        #expect(policy.nextWake == Self.after(time + 3))
        _ = policy.handle(nil, on: Self.screen(60), at: Self.after(time))
        // Nothing is known of another TV yet.
        _ = policy.handle(Self.viewing("a", 25), on: Self.screen(60, tv: "Other"), at: Self.after(time))
        #expect(policy.nextWake == Self.after(time + 8))
        _ = policy.handle(nil, on: Self.screen(50), at: Self.after(time))
        #expect(visit(20)?.stays == 0)
        _ = policy.handle(Self.viewing("a", 25), on: Self.screen(60), at: Self.after(time))
        #expect(policy.nextWake == Self.after(time + 8))
    }

    @Test("What was remembered counts where the stream does not tell, and what it tells comes first")
    func remembered() {
        let memories = [ModeKey(channel: "a", tv: "TV"): ModeMemory(framesPerSecond: 25, stays: 3)]
        var policy = ModePolicy(.settled, memories: memories)
        #expect(policy.handle(Self.viewing("a", nil), on: Self.screen(60), at: Self.after(0)) == [])
        #expect(policy.nextWake == Self.after(3))
        #expect(
            policy.handle(Self.viewing("a", nil), on: Self.screen(60), at: Self.after(3)) == [
                .match(framesPerSecond: 25)
            ])

        var other = ModePolicy(.settled, memories: memories)
        _ = other.handle(Self.viewing("a", 24), on: Self.screen(60), at: Self.after(0))
        #expect(
            other.handle(Self.viewing("a", 24), on: Self.screen(60), at: Self.after(3)).first
                == .match(framesPerSecond: 24))
    }

    @Test("An unknown rate is waited for; a menu keeps the mode until it is closed; without a TV nothing is decided")
    func waits() {
        var policy = ModePolicy(.settled)
        _ = policy.handle(Self.viewing("a", nil), on: Self.screen(60), at: Self.after(0))
        #expect(policy.handle(Self.viewing("a", nil), on: Self.screen(60), at: Self.after(8)) == [])
        #expect(policy.nextWake == Self.after(10))
        #expect(policy.handle(Self.viewing("a", 25, isBusy: true), on: Self.screen(60), at: Self.after(10)) == [])
        #expect(policy.nextWake == Self.after(12))
        #expect(
            policy.handle(Self.viewing("a", 25), on: Self.screen(60), at: Self.after(12)).first
                == .match(framesPerSecond: 25))
        #expect(policy.handle(Self.viewing("a", 25), on: nil, at: Self.after(20)) == [])
        #expect(policy.nextWake == nil)
    }

    @Test("Another rate within a channel must last the whole dwell: an advertisement in between changes nothing")
    func advertisement() {
        var policy = ModePolicy(.settled)
        var matches: [Double] = []
        for second in 0..<60 {
            let rate = (20..<26).contains(second) ? 30.0 : 25
            let screen = Self.screen(matches.last == 25 ? 50 : 60)
            for case .match(let wanted) in policy.handle(
                Self.viewing("a", rate), on: screen, at: Self.after(Double(second)))
            {
                matches.append(wanted)
            }
        }
        #expect(matches == [25])
        for second in 60..<80 {
            for case .match(let wanted) in policy.handle(
                Self.viewing("a", 30), on: Self.screen(50), at: Self.after(Double(second)))
            {
                matches.append(wanted)
                #expect(second >= 68)
            }
        }
        #expect(matches == [25, 30])
    }

    /// A xorshift generator: the same walk each time.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    @Test(
        "Over any walk: no change but after a dwell on one channel, none that brings nothing, never two for one visit and rate",
        arguments: 1...40 as ClosedRange<UInt64>)
    func walk(seed: UInt64) {
        var dice = Dice(state: seed &* 0x9e37_79b9_7f4a_7c15)
        let timing = ModePolicy.Timing()
        var policy = ModePolicy(.settled)
        let rates: [String: Double?] = ["a": 24, "b": 25, "c": 30, "d": 50, "e": 60, "f": 30_000.0 / 1001, "g": nil]
        let modes: [Double] = [60, 50, 24, 59.94].filter { _ in Bool.random(using: &dice) } + [60]
        var refresh = 60.0
        var tv = "TV"
        var channel: String?
        var since = Self.start
        var now = Self.start
        var matched: Set<Double> = []
        for _ in 0..<2000 {
            now = now + .milliseconds(Int.random(in: 1...3000, using: &dice))
            switch Int.random(in: 0..<20, using: &dice) {
            case 0...2:
                channel = nil
                matched = []
            case 3...4:
                let next = rates.keys.sorted().randomElement(using: &dice)
                if next != channel {
                    channel = next
                    since = now
                    matched = []
                }
            case 5 where Int.random(in: 0..<20, using: &dice) == 0:
                tv = tv == "TV" ? "Other" : "TV"
                since = now
                matched = []
            default: break
            }
            let isBusy = Int.random(in: 0..<10, using: &dice) == 0
            let viewing = channel.map { Self.viewing($0, rates[$0] ?? nil, isBusy: isBusy) }
            for action in policy.handle(viewing, on: Self.screen(refresh, tv: tv), at: now) {
                switch action {
                case .match(let rate):
                    #expect(channel != nil && !isBusy)
                    #expect(now - since >= timing.familiarDwell)
                    #expect(!Cadence.isEven(refreshRate: refresh, framesPerSecond: rate))
                    #expect(matched.insert(rate).inserted)
                    refresh = modes.first { Cadence.isEven(refreshRate: $0, framesPerSecond: rate) } ?? 60
                case .remember(let memory, let key):
                    #expect((0...3).contains(memory.stays))
                    #expect(rates[key.channel] == .some(.some(memory.framesPerSecond)))
                }
            }
            if let wake = policy.nextWake { #expect(wake > now) }
            // There is a wake time exactly while a channel is watched.
            #expect((policy.nextWake != nil) == (channel != nil))
        }
    }
}
