import Channels
import Guide
import MediaCore
import Testing

@Suite("The gate and what is on")
struct ProgrammeGateTests {
    /// The world's clock begins at 1,000 s.
    private static func policy(grace: Int64 = 0) -> ParentalGate.Policy {
        var policy = ParentalGate.Policy(threshold: 16)
        policy.programmeGrace = .seconds(grace)
        return policy
    }

    /// On channel B, whose restricted programmes are these.
    private static func onB(_ times: [Range<Int64>], grace: Int64 = 0) -> TunerWorld {
        var world = TunerWorld(neighbours: 0, policy: policy(grace: grace), programmes: ["B": times])
        world.send(.tune("B", key: world.now))
        world.arrive()
        return world
    }

    /// Lets time go on to a second of the world's clock, with every wake on the way.
    private static func pass(to second: Int64, in world: inout TunerWorld) {
        let end = HostTime.zero + .seconds(second)
        while let wake = world.tuner.nextWake, wake < end { world.wait() }
        world.pass(end - world.now)
    }

    private static func type(_ code: String, in world: inout TunerWorld) {
        world.send(.submitPasscode(code))
        world.answerCode()
    }

    @Test(
        "It wakes when a restricted programme begins, takes picture and sound away, and asks; after it the channel is free"
    )
    func begins() throws {
        var world = Self.onB([1100..<1200])
        #expect(world.tuner.watching == "B" && world.prompt == nil)
        Self.pass(to: 1100, in: &world)
        #expect(world.tuner.nextWake == world.now)
        let effects = world.send(.wake)
        #expect(effects.contains(.covered) && effects.contains(.stopped))
        #expect(world.prompt == "B" && world.tuner.shownItem == nil)
        world.send(.cancelPasscode)
        world.pass(.seconds(100))
        world.send(.tune("B", key: world.now))
        world.arrive()
        #expect(world.tuner.watching == "B" && world.prompt == nil && world.violations == [])
    }

    @Test("A code opens the channel for the programme; the next one is asked for anew")
    func nextOne() {
        var world = Self.onB([1100..<1200, 1300..<1400])
        Self.pass(to: 1100, in: &world)
        world.send(.wake)
        Self.type(TunerWorld.code, in: &world)
        world.arrive()
        #expect(world.tuner.watching == "B")
        Self.pass(to: 1299, in: &world)
        world.send(.wake)
        #expect(world.tuner.watching == "B" && world.prompt == nil)
        Self.pass(to: 1300, in: &world)
        world.send(.wake)
        #expect(world.prompt == "B" && world.tuner.shownItem == nil && world.violations == [])
    }

    @Test("A guide may be off by the grace, on both sides")
    func grace() {
        let world = TunerWorld(policy: Self.policy(grace: 120), programmes: ["B": [1500..<1600]])
        for (second, isLocked) in [(1379, false), (1380, true), (1599, true), (1719, true), (1720, false)] {
            var world = world
            Self.pass(to: Int64(second), in: &world)
            world.send(.wake)
            #expect(world.tuner.lineup["B"].map(world.tuner.isRestricted) == isLocked, "at \(second)")
        }
    }

    @Test("What is wound back to counts, not what is on now; and what was wound back away from does not")
    func woundBack() throws {
        var world = Self.onB([1100..<1200])
        Self.pass(to: 1100, in: &world)
        world.send(.wake)
        world.send(.cancelPasscode)
        Self.pass(to: 1300, in: &world)
        world.send(.tune("B", key: world.now))
        world.arrive()
        let item = try #require(world.tuner.shownItem)
        world.send(.behind(item, .seconds(99)))
        #expect(world.tuner.watching == "B")
        let effects = world.send(.behind(item, .seconds(150)))
        #expect(effects.contains(.covered) && world.prompt == "B" && world.tuner.shownItem == nil)
        Self.type(TunerWorld.code, in: &world)
        world.arrive()
        let again = try #require(world.tuner.shownItem)
        world.send(.behind(again, .seconds(150)))
        #expect(world.tuner.watching == "B" && world.prompt == nil && world.violations == [])
    }

    @Test("Wound back before the programme the viewer is not asked when it begins, but when what is played gets there")
    func late() throws {
        var world = Self.onB([1300..<1400])
        let item = try #require(world.tuner.shownItem)
        Self.pass(to: 1250, in: &world)
        world.send(.behind(item, .seconds(100)))
        Self.pass(to: 1399, in: &world)
        #expect(world.tuner.watching == "B")
        Self.pass(to: 1400, in: &world)
        world.send(.wake)
        #expect(world.prompt == "B" && world.tuner.shownItem == nil && world.violations == [])
    }

    @Test("Only what the policy locks counts; without a passcode, a clock or the setting nothing does")
    func policies() {
        let times = [RatedTime(start: 900, stop: 1100, rating: Ratings.rating("12", system: "FSK"))]
        let older = [RatedTime(start: 900, stop: 1100, rating: Ratings.rating("16", system: "FSK"))]
        let unknown = [RatedTime(start: 900, stop: 1100, rating: .unknown("4/5"))]
        func isRestricted(
            _ times: [RatedTime], hasPasscode: Bool = true, hasClock: Bool = true,
            _ change: (inout ParentalGate.Policy) -> Void = { _ in }
        ) -> Bool? {
            var policy = Self.policy()
            change(&policy)
            let now = HostTime.zero + .seconds(1000)
            var tuner = Tuner(gate: ParentalGate(policy: policy, hasPasscode: hasPasscode, now: now))
            _ = tuner.handle(.lineup(TunerWorld.lineup(["A"])), at: now)
            if hasClock { _ = tuner.handle(.wallClock(.seconds(1000)), at: now) }
            _ = tuner.handle(.restrictedTimes(RestrictedTimes(["A": times], policy: policy)), at: now)
            return tuner.lineup["A"].map(tuner.isRestricted)
        }
        #expect(isRestricted(older) == true)
        #expect(isRestricted(times) == false)
        #expect(isRestricted(unknown) == false)
        #expect(isRestricted(unknown) { $0.asksForUnrated = true } == true)
        #expect(isRestricted(older, hasPasscode: false) == false)
        #expect(isRestricted(older, hasClock: false) == false)
        #expect(isRestricted(older) { $0.looksAtProgrammes = false } == false)
        let far = [RatedTime(start: .min, stop: .max, rating: .rated(.adult))]
        #expect(isRestricted(far) == true)
    }
}
