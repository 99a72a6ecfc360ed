import Channels
import MediaCore
import Testing

@Suite("Tuner and its gate")
struct TunerGateTests {
    /// On channel B, which a code has opened; A was watched before it.
    private static func onB(_ policy: ParentalGate.Policy = .init(threshold: 17)) -> TunerWorld {
        var world = TunerWorld(restricted: ["B", "D"], neighbours: 0, policy: policy)
        world.send(.tune("A", key: world.now))
        world.arrive()
        world.pass(.seconds(5))
        world.send(.tune("B", key: world.now))
        world.arrive()
        type(TunerWorld.code, in: &world)
        world.arrive()
        return world
    }

    private static func type(_ code: String, in world: inout TunerWorld) {
        world.send(.submitPasscode(code))
        world.answerCode()
    }

    /// What takes an opened channel away while it plays.
    enum Cause: CaseIterable {
        case television, newCode, pause, unplugged, time, rerated
    }

    @Test("What locks again takes picture and sound away in the same step, and then asks", arguments: Cause.allCases)
    func locksAgain(cause: Cause) throws {
        var world = Self.onB()
        let item = try #require(world.tuner.shownItem)
        #expect(world.tuner.watching == "B" && world.prompt == nil)
        var effects: [TunerEffect] = []
        func wakeUp(_ world: inout TunerWorld, at time: HostTime) {
            // Other things are due before; what is open stays so.
            while let wake = world.tuner.nextWake, wake < time {
                world.wait()
                #expect(world.items[item] != nil)
            }
            #expect(world.tuner.nextWake == time)
            world.pass(time - world.now)
            effects = world.send(.wake)
        }
        switch cause {
        case .television: effects = world.send(.lock)
        case .newCode: effects = world.send(.passcodeSet(digits: 4))
        case .pause:
            world.send(.paused(true))
            wakeUp(&world, at: world.now + .seconds(300))
        case .unplugged:
            world.send(.screen(isThere: false))
            wakeUp(&world, at: world.now + .seconds(5))
        case .time: wakeUp(&world, at: world.now + .seconds(4 * 3600))
        case .rerated:
            world = TunerWorld(["A", "B"])
            world.send(.tune("B", key: world.now))
            world.arrive()
            effects = world.send(.lineup(TunerWorld.lineup(["A", "B"], restricted: ["B"])))
        }
        let gone = try #require(effects.firstIndex(of: .stopped))
        let asks = try #require(effects.firstIndex { if case .askPasscode = $0 { true } else { false } })
        #expect(gone < asks && effects.contains(.covered))
        #expect(world.items[item] == nil || cause == .rerated)
        #expect(world.prompt == "B" && world.tuner.watching == nil && world.tuner.shownItem == nil)
        world.arrive()
        #expect(world.tuner.watching == nil)
        Self.type(TunerWorld.code, in: &world)
        world.arrive()
        #expect(world.tuner.watching == "B" && world.violations == [])
    }

    // MARK: Ahead

    /// On A, which is free.
    private static func onA(_ policy: ParentalGate.Policy = .init(threshold: 17)) -> TunerWorld {
        var world = TunerWorld(restricted: ["B", "D"], neighbours: 0, policy: policy)
        world.send(.tune("A", key: world.now))
        world.arrive()
        world.pass(.seconds(5))
        return world
    }

    @Test("A code given ahead tunes nothing, and opens the channel for a minute; once watched, as any")
    func ahead() {
        var world = Self.onA()
        #expect(world.send(.authorize("A")) == [.authorized("A", .granted)])
        world.send(.authorize("B"))
        #expect(world.prompt == "B" && world.tuner.isAskingAhead && world.answers.count == 1)
        Self.type("0000", in: &world)
        #expect(world.prompt == "B")
        let items = world.items.count
        Self.type(TunerWorld.code, in: &world)
        #expect(world.prompt == nil && world.tuner.watching == "A" && world.items.count == items)
        #expect(world.answers.last?.0 == "B" && world.answers.last?.1 == .granted)
        var waits = world
        world.pass(.seconds(59))
        world.send(.tune("B", key: world.now))
        world.arrive()
        #expect(world.tuner.watching == "B" && world.prompt == nil)
        // It is open for as long as it is watched, and locked once it is left.
        world.pass(.seconds(120))
        world.send(.wake)
        #expect(world.tuner.watching == "B" && world.prompt == nil)
        world.send(.tune("A", key: world.now))
        world.arrive()
        world.send(.tune("B", key: world.now))
        #expect(world.prompt == "B" && world.violations == [])
        // Nobody came.
        waits.pass(.seconds(60))
        waits.send(.wake)
        waits.send(.tune("B", key: waits.now))
        #expect(waits.prompt == "B" && waits.violations == [])
    }

    @Test("Left, too often wrong, not to be checked, or for nobody: what plays plays on, and the answer says why")
    func notAhead() {
        var world = Self.onA()
        let shown = world.tuner.shownItem
        func last(_ world: TunerWorld) -> Authorization? { world.answers.last?.1 }
        world.send(.authorize("B"))
        world.send(.cancelPasscode)
        #expect(world.prompt == nil && last(world) == .denied(.left))
        // A flip leaves the question.
        world.send(.authorize("B"))
        world.send(.step(1, key: world.now))
        #expect(last(world) == .denied(.left) && world.prompt != "B" || world.tuner.selected == "B")
        world = Self.onA()
        world.send(.authorize("B"))
        world.send(.submitPasscode(TunerWorld.code))
        world.answerCode(canBeChecked: false)
        #expect(world.prompt == nil && last(world) == .unavailable)
        world.send(.authorize("B"))
        for _ in 0..<3 { Self.type("0000", in: &world) }
        if case .denied(.wrongCodes) = last(world) {} else { Issue.record("\(String(describing: last(world)))") }
        #expect(world.tuner.shownItem == shown && world.tuner.watching == "A")
        // It can be asked again, which shows how long to wait; the code does not help before.
        world.send(.authorize("B"))
        Self.type(TunerWorld.code, in: &world)
        #expect(world.prompt == "B" && world.tuner.gate.end(of: "B") == nil)
        // Two questions at once.
        world.send(.authorize("D"))
        #expect(last(world) == .unavailable && world.prompt == "B")
        world.send(.lock)
        #expect(world.prompt == nil)
        var asleep = Self.onA()
        asleep.send(.standby(true, key: asleep.now))
        asleep.send(.authorize("B"))
        #expect(last(asleep) == .unavailable && asleep.prompt == nil)
        var device = ParentalGate.Policy(threshold: 17)
        device.profile = .device
        var never = Self.onA(device)
        never.send(.authorize("B"))
        #expect(last(never) == .denied(.device) && never.prompt == nil)
        #expect([world, asleep, never].allSatisfy { $0.violations == [] })
    }

    @Test("A replug within seconds and a short pause lock nothing")
    func grace() {
        var world = Self.onB()
        world.send(.screen(isThere: false))
        world.pass(.milliseconds(4900))
        world.send(.screen(isThere: true))
        world.send(.paused(true))
        world.pass(.seconds(299))
        world.send(.paused(false))
        world.pass(.seconds(600))
        world.send(.wake)
        #expect(world.tuner.watching == "B" && world.prompt == nil && world.violations == [])
    }

    @Test("Stop locks: what is played again asks again")
    func stop() {
        var world = Self.onB()
        world.send(.stop)
        world.send(.resume(key: world.now))
        world.arrive()
        #expect(world.prompt == "B" && world.tuner.watching == nil && world.violations == [])
    }

    @Test("Stop and standby take an opened channel's last picture at once; a free one's may fade")
    func lastPicture() {
        for event in [TunerEvent.stop, .standby(true, key: HostTime(nanoseconds: 0))] {
            var world = Self.onB()
            let effects = world.send(event)
            let gone = effects.firstIndex(of: .stopped)
            #expect(gone != nil && gone.map { effects[$0...].contains(.covered) } == true)
            world = Self.onB()
            world.send(.tune("C", key: world.now))
            world.arrive()
            #expect(world.tuner.watching == "C" && !world.send(event).contains(.covered))
        }
    }

    @Test("A channel without a lock plays on when the others are locked")
    func unlockedPlaysOn() throws {
        var world = Self.onB()
        world.send(.tune("C", key: world.now))
        world.arrive()
        let item = try #require(world.tuner.shownItem)
        #expect(world.send(.lock) == [.locked])
        #expect(world.tuner.shownItem == item && world.interstitial == nil)
    }

    @Test("When locked hours begin, what plays is covered and asked for; when they end, nothing is asked any more")
    func hours() {
        var policy = ParentalGate.Policy()
        policy.lockedHours = ParentalGate.DayTime(start: 1260, end: 360)
        var world = TunerWorld(neighbours: 0, policy: policy)
        world.send(.timeOfDay(1259))
        world.send(.tune("A", key: world.now))
        world.arrive()
        #expect(world.tuner.watching == "A")
        #expect(world.send(.timeOfDay(1260)).contains(.stopped))
        #expect(world.prompt == "A" && world.tuner.watching == nil)
        world.send(.timeOfDay(360))
        world.send(.tune("B", key: world.now))
        world.arrive()
        #expect(world.tuner.watching == "B" && world.prompt == nil && world.violations == [])
    }

    @Test("On the way to another channel a lock takes the picture that is left, and the flip goes on")
    func flipUnderWay() {
        var world = Self.onB()
        world.send(.tune("C", key: world.now))
        #expect(world.send(.lock).contains(.stopped))
        #expect(world.tuner.watching == nil && world.prompt == nil)
        world.arrive()
        #expect(world.tuner.watching == "C" && world.violations == [])
    }

    @Test("Left for another and come back to before that was there, a channel is open still; the other is not")
    func cameBack() {
        var world = Self.onB()
        world.send(.tune("D", key: world.now))
        Self.type(TunerWorld.code, in: &world)
        world.send(.tune("B", key: world.now))
        #expect(world.tuner.watching == "B" && world.prompt == nil)
        world.send(.tune("D", key: world.now))
        #expect(world.prompt == "D" && world.violations == [])
    }

    @Test("A code that opens everything for a while stays so over flips, and ends while one plays")
    func everything() {
        var policy = ParentalGate.Policy(threshold: 17)
        policy.relock = .after(.seconds(3600))
        var world = TunerWorld(["A", "B", "C", "D"], policy: policy)
        world.send(.lineup(TunerWorld.lineup(["A", "B", "C", "D"], restricted: ["B", "D"])))
        world.send(.tune("B", key: world.now))
        Self.type(TunerWorld.code, in: &world)
        world.arrive()
        world.send(.tune("D", key: world.now))
        world.arrive()
        #expect(world.tuner.watching == "D" && world.prompt == nil)
        world.pass(.seconds(3600))
        #expect(world.send(.wake).contains(.stopped))
        #expect(world.prompt == "D")
    }

    // MARK: What is answered

    @Test("Back and three wrong codes lead to where the viewer was, and say so")
    func denied() {
        var world = TunerWorld(restricted: ["B"])
        world.send(.tune("A", key: world.now))
        world.arrive()
        world.send(.tune("B", key: world.now))
        world.send(.cancelPasscode)
        #expect(world.tuner.selected == "A" && world.prompt == nil && world.interstitial == nil)
        world.send(.tune("B", key: world.now))
        for _ in 0..<3 { Self.type("9999", in: &world) }
        #expect(world.tuner.selected == "A" && world.prompt == nil && world.interstitial == nil)
        let end = world.now + .seconds(30)
        #expect(world.answers.map(\.channel) == ["B", "B"])
        #expect(world.answers.map(\.result) == [.denied(.left), .denied(.wrongCodes(until: end))])
        // It can be chosen again, and takes no code before then.
        #expect(
            world.send(.tune("B", key: world.now)).contains {
                if case .askPasscode(_, lockedUntil: end) = $0 { true } else { false }
            })
        #expect(world.violations == [])
    }

    @Test("Where there is no channel before, Back and wrong codes lead to nothing, and no question stands for ever")
    func onlyChannel() {
        for leaves in [true, false] {
            var world = TunerWorld(["A"], restricted: ["A"])
            world.send(.tune("A", key: world.now))
            world.arrive()
            #expect(world.prompt == "A")
            if leaves { world.send(.cancelPasscode) } else { for _ in 0..<3 { Self.type("9999", in: &world) } }
            #expect(world.prompt == nil && world.interstitial == nil && world.items.isEmpty)
            #expect(world.tuner.standing == nil)
            world.send(.resume(key: world.now))
            #expect(world.prompt == "A" && world.violations == [])
        }
    }

    @Test("A code that can't be checked opens nothing and counts as nothing")
    func unchecked() {
        var world = TunerWorld(restricted: ["B"])
        world.send(.tune("A", key: world.now))
        world.arrive()
        world.send(.tune("B", key: world.now))
        world.send(.submitPasscode(TunerWorld.code))
        world.answerCode(canBeChecked: false)
        #expect(world.tuner.selected == "A" && world.tuner.wrongCodes == 0 && world.prompt == nil)
        #expect(world.answers.map(\.result) == [.unavailable])
        #expect(world.violations == [])
    }

    @Test("In the device profile steps pass over what nothing opens, and a number leads back without a question")
    func device() {
        var policy = ParentalGate.Policy(threshold: 17)
        policy.profile = .device
        var world = TunerWorld(restricted: ["B", "D"], policy: policy)
        world.send(.tune("A", key: world.now))
        world.arrive()
        world.pass(.seconds(1))
        world.send(.step(1, key: world.now))
        world.arrive()
        #expect(world.tuner.watching == "C")
        world.send(.tune("B", key: world.now))
        #expect(world.tuner.selected == "C" && world.prompt == nil && world.interstitial == nil)
        #expect(world.answers.map(\.result) == [.denied(.device)])
        world.pass(.seconds(1))
        world.send(.step(-1, key: world.now))
        world.arrive()
        #expect(world.tuner.watching == "A" && world.violations == [])

        var all = TunerWorld(["A", "B"], restricted: ["A", "B"], policy: policy)
        all.send(.tune("A", key: all.now))
        all.send(.step(1, key: all.now))
        #expect(all.items.isEmpty && all.prompt == nil && all.interstitial == nil && all.violations == [])
    }

    @Test("A question that waits after wrong codes is asked anew when they are forgiven: its wait is over")
    func forgiven() throws {
        var world = TunerWorld(restricted: ["B", "D"], neighbours: 0, policy: .init(threshold: 17))
        world.send(.tune("A", key: world.now))
        world.arrive()
        world.send(.tune("B", key: world.now))
        for _ in 0..<3 { Self.type("9999", in: &world) }
        world.send(.tune("B", key: world.now))
        #expect(world.prompt == "B")
        #expect(world.tuner.obstacleToCode(at: world.now) != nil)
        let effects = world.send(.codesForgiven)
        #expect(effects.contains { if case .askPasscode(_, lockedUntil: nil) = $0 { true } else { false } })
        Self.type(TunerWorld.code, in: &world)
        world.arrive()
        #expect(world.tuner.watching == "B")
    }
}
