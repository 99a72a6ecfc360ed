import Channels
import MediaCore
import Testing

@Suite("Flip machine")
struct FlipMachineTests {
    /// A simulator with channel A on the screen.
    private func watching(_ names: [String] = FlipSimulator.channels) throws -> FlipSimulator {
        var world = FlipSimulator(lineup: FlipSimulator.lineup(names))
        world.send(.tune(names[0], key: world.now))
        try arrive(&world)
        world.pass(.seconds(60))
        return world
    }

    /// Lets the item that is on its way arrive.
    private func arrive(_ world: inout FlipSimulator) throws {
        let item = try #require(world.coming)
        if let channel = world.asked, !world.gateOpen { world.send(.gate(channel, .open)) }
        world.send(.itemReady(item))
        world.send(.itemShown(item))
        #expect(world.shown == item)
    }

    private func expectClean(_ world: FlipSimulator, _ location: SourceLocation = #_sourceLocation) {
        #expect(world.violations == [], sourceLocation: location)
    }

    @Test("The first press shows the interstitial and prepares the channel at once")
    func firstPress() throws {
        var world = try watching()
        let actions = world.send(.step(1, key: world.now))
        guard case .show(let interstitial) = actions.first else {
            Issue.record("nothing shown first: \(actions)")
            return
        }
        #expect(interstitial.from?.id == "A")
        #expect(interstitial.to?.id == "B")
        #expect(interstitial.state == .waiting)
        #expect(world.coming.flatMap { world.items[$0] } == "B")
        #expect(world.held == world.shown)
        expectClean(world)
    }

    @Test("Presses that follow at once prepare only the channel they settle on")
    func coalescing() throws {
        var world = try watching(["A", "B", "C", "D", "E"])
        let before = world.prepared
        for _ in 0..<3 {
            world.send(.step(1, key: world.now))
            world.pass(.milliseconds(80))
        }
        #expect(world.interstitial?.to?.id == "D")
        #expect(world.interstitial?.state == .searching)
        #expect(world.items.count == 1)
        world.fire(.stage)
        #expect(world.prepared == before + 2)
        try arrive(&world)
        #expect(world.shownChannel == "D")
        #expect(world.outcomes.count == 2)
        expectClean(world)
    }

    @Test("Three presses in a row are one flip, with the time of the last")
    func oneFlip() throws {
        var world = try watching(["A", "B", "C", "D"])
        var flips: [Flip] = []
        for _ in 0..<3 {
            world.pass(.milliseconds(100))
            for case .aimed(let flip) in world.send(.step(1, key: world.now)) { flips.append(flip) }
        }
        #expect(Set(flips.map(\.id)).count == 1)
        #expect(flips.map(\.to) == ["B", "C", "D"])
        #expect(flips.map(\.from) == ["A", "A", "A"])
        #expect(flips.map(\.presses) == [1, 2, 3])
        #expect(flips.last?.keyTime == world.now)
    }

    @Test("The new channel replaces the old one only when it is on the screen")
    func replacement() throws {
        var world = try watching()
        let old = try #require(world.shown)
        world.send(.step(1, key: world.now))
        let new = try #require(world.coming)
        world.send(.gate("B", .open))
        #expect(world.send(.itemReady(new)).contains(.reveal(new)))
        #expect(world.items[old] == "A")
        let actions = world.send(.itemShown(new))
        #expect(actions.contains(.hideInterstitial))
        #expect(actions.contains(.release(old, try #require(world.machine.lineup["A"]))))
        #expect(actions.contains(.remember("B")))
        #expect(world.timers.isEmpty)
        expectClean(world)
    }

    @Test("The sound of the old channel goes on for a second, no longer")
    func sound() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        #expect(world.timers[.sound]?.1 == .seconds(1))
        world.fire(.sound)
        #expect(world.silenced == 1)
        expectClean(world)
    }

    @Test("Up and down again is where it was, and nothing was interrupted")
    func thereAndBack() throws {
        var world = try watching()
        let item = world.shown
        world.send(.step(1, key: world.now))
        world.send(.step(-1, key: world.now))
        #expect(world.shown == item)
        #expect(world.items.count == 1)
        #expect(world.held == nil)
        #expect(world.interstitial == nil)
        #expect(world.outcomes.values.contains(.cancelled))
        expectClean(world)
    }

    @Test("A channel that fails says so, is tried again after 1, 2, 5, 10, 10 s, and is never left")
    func retries() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        world.send(.gate("B", .open))
        for seconds in [1, 2, 5, 10, 10] {
            let item = try #require(world.coming)
            world.send(.itemFailed(item, "404"))
            #expect(world.interstitial?.state == .failed(.item("404"), retryAt: world.now + .seconds(seconds)))
            #expect(world.items.count == 1)
            world.fire(.stage)
            #expect(world.interstitial?.state == .failed(.item("404"), retryAt: nil))
        }
        #expect(world.outcomes.values.filter { $0 == .failed(.item("404")) }.count == 1)
        #expect(world.failures == 5)
        try arrive(&world)
        #expect(world.shownChannel == "B")
        expectClean(world)
    }

    @Test("A server that asks for time gets it, for a minute at most, and never less than the ladder's")
    func retryAfter() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        world.send(.gate("B", .open))
        for (asked, given) in [(30, 30), (0, 2), (3_600, 60)] {
            world.send(.itemFailed(try #require(world.coming), "503", retryAfter: .seconds(asked)))
            #expect(world.interstitial?.state == .failed(.item("503"), retryAt: world.now + .seconds(given)))
            world.fire(.stage)
        }
        world.send(.itemFailed(try #require(world.coming), "503", retryAfter: .seconds(30)))
        world.send(.confirm(key: world.now))
        #expect(world.coming != nil)
    }

    @Test("A channel that does not come in ten seconds has failed; OK tries at once; Back returns")
    func timeout() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        #expect(world.timers[.stage]?.1 == .seconds(10))
        world.fire(.stage)
        #expect(world.interstitial?.state == .failed(.timedOut, retryAt: world.now + .seconds(1)))
        world.send(.confirm(key: world.now))
        #expect(world.interstitial?.state == .failed(.timedOut, retryAt: nil))
        #expect(world.coming != nil)
        world.send(.cancel(key: world.now))
        #expect(world.shownChannel == "A")
        #expect(world.interstitial == nil)
        #expect(world.items.count == 1)
        expectClean(world)
    }

    @Test("A channel that dies while it is watched is kept on the screen and tried again")
    func recovery() throws {
        var world = try watching()
        let item = try #require(world.shown)
        world.send(.itemFailed(item, "gone"))
        #expect(world.interstitial?.to?.id == "A")
        #expect(world.interstitial?.state == .failed(.item("gone"), retryAt: world.now + .seconds(1)))
        #expect(world.held == item)
        world.fire(.stage)
        try arrive(&world)
        #expect(world.shownChannel == "A")
        #expect(world.items.count == 1)
        // It fails again at once: the ladder of retries does not start anew.
        world.send(.itemFailed(try #require(world.shown), "gone"))
        #expect(world.interstitial?.state == .failed(.item("gone"), retryAt: world.now + .seconds(2)))
        world.fire(.stage)
        try arrive(&world)
        world.pass(.seconds(11))
        world.send(.itemFailed(try #require(world.shown), "gone"))
        #expect(world.interstitial?.state == .failed(.item("gone"), retryAt: world.now + .seconds(1)))
        expectClean(world)
    }

    @Test("Behind the passcode the channel is prepared, and not revealed until the code is given")
    func passcode() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        world.send(.gate("B", .locked))
        #expect(world.passcode == "B")
        #expect(world.interstitial?.state == .locked)
        let item = try #require(world.coming)
        world.send(.itemReady(item))
        #expect(world.revealed != item)
        #expect(world.timers[.stage] == nil)
        #expect(world.send(.gate("B", .open)).contains(.reveal(item)))
        #expect(world.passcode == nil)
        world.send(.itemShown(item))
        #expect(world.shownChannel == "B")
        expectClean(world)
    }

    @Test("A prompt may stand for hours: what is ready behind it is not given up")
    func patientPasscode() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        let item = try #require(world.coming)
        world.send(.itemReady(item))
        #expect(world.timers[.stage] != nil)
        world.send(.gate("B", .locked))
        #expect(world.timers[.stage] == nil)
        #expect(world.send(.gate("B", .open)).contains(.reveal(item)))
        expectClean(world)
    }

    @Test("Back at the passcode returns to the channel before, which never stopped")
    func passcodeBack() throws {
        var world = try watching()
        let item = world.shown
        world.send(.step(1, key: world.now))
        world.send(.gate("B", .locked))
        let actions = world.send(.cancel(key: world.now))
        #expect(actions.contains(.dismissPasscode))
        #expect(world.shown == item)
        #expect(world.held == nil)
        #expect(world.items.count == 1)
        expectClean(world)
    }

    @Test("Back at the passcode prepares the channel before again when it has died meanwhile")
    func passcodeBackToDead() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        world.send(.gate("B", .locked))
        world.send(.itemFailed(try #require(world.shown), "gone"))
        world.send(.cancel(key: world.now))
        #expect(world.coming.flatMap { world.items[$0] } == "A")
        #expect(world.passcode == nil)
        try arrive(&world)
        #expect(world.shownChannel == "A")
        expectClean(world)
    }

    @Test("CH+ at the passcode flips on")
    func passcodeFlip() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        world.send(.gate("B", .locked))
        world.pass(.seconds(5))
        world.send(.step(1, key: world.now))
        #expect(world.passcode == nil)
        #expect(world.coming.flatMap { world.items[$0] } == "C")
        try arrive(&world)
        #expect(world.shownChannel == "C")
        expectClean(world)
    }

    @Test("A number tunes at once when no longer number fits")
    func digitsAtOnce() throws {
        var world = try watching()
        world.send(.digit(2, key: world.now))
        #expect(world.coming.flatMap { world.items[$0] } == "B")
        #expect(world.interstitial?.digits == "")
        expectClean(world)
    }

    @Test("A number that may go on waits a second and a half, or for OK")
    func digitsWait() throws {
        let names = (1...12).map { "c\($0)" }
        var world = try watching(names)
        world.pass(.seconds(1))
        world.send(.digit(1, key: world.now))
        #expect(world.interstitial?.state == .typing)
        #expect(world.interstitial?.digits == "1")
        #expect(world.interstitial?.to?.id == "c1")
        #expect(world.timers[.number]?.1 == .milliseconds(1500))
        var pressesOK = world
        world.send(.digit(2, key: world.now))
        #expect(world.coming.flatMap { world.items[$0] } == "c12")
        expectClean(world)

        var waits = pressesOK
        pressesOK.send(.confirm(key: pressesOK.now))
        #expect(pressesOK.interstitial == nil)
        #expect(pressesOK.shownChannel == "c1")
        waits.fire(.number)
        #expect(waits.interstitial == nil)
        #expect(waits.machine.selected == "c1")
    }

    @Test("Leading zeros do not matter")
    func leadingZeros() throws {
        var world = try watching()
        world.send(.digit(0, key: world.now))
        #expect(world.interstitial?.digits == "0")
        world.send(.digit(0, key: world.now))
        world.send(.digit(3, key: world.now))
        world.fire(.number)
        #expect(world.coming.flatMap { world.items[$0] } == "C")
        expectClean(world)
    }

    @Test("A number that no channel has says so, and goes away")
    func unknownNumber() throws {
        var world = try watching()
        world.send(.digit(9, key: world.now))
        #expect(world.interstitial?.state == .unknownNumber)
        #expect(world.interstitial?.digits == "9")
        #expect(world.interstitial?.to == nil)
        world.fire(.number)
        #expect(world.interstitial == nil)
        #expect(world.shownChannel == "A")
        #expect(world.outcomes.count == 1)
        expectClean(world)
    }

    @Test("Back takes back the number first, then the flip")
    func backInOrder() throws {
        var world = try watching((1...12).map { "c\($0)" })
        world.send(.step(1, key: world.now))
        world.send(.digit(1, key: world.now))
        world.send(.cancel(key: world.now))
        #expect(world.interstitial?.digits == "")
        #expect(world.interstitial?.to?.id == "c2")
        world.send(.cancel(key: world.now))
        #expect(world.interstitial == nil)
        #expect(world.send(.cancel(key: world.now)) == [])
        expectClean(world)
    }

    @Test("Last goes to and fro between two channels")
    func last() throws {
        var world = try watching()
        #expect(world.send(.last(key: world.now)) == [])
        for expected in ["C", "A", "C", "A"] {
            if world.outcomes.count == 1 {
                world.send(.tune("C", key: world.now))
            } else {
                world.send(.last(key: world.now))
            }
            try arrive(&world)
            #expect(world.shownChannel == expected)
        }
        // Pressed before the channel has arrived, Last takes the viewer back.
        world.send(.last(key: world.now))
        world.send(.last(key: world.now))
        #expect(world.shownChannel == "A")
        #expect(world.interstitial == nil)
        expectClean(world)
    }

    @Test("The channel that is on already does nothing, or tries again if it has failed")
    func sameChannel() throws {
        var world = try watching()
        #expect(world.send(.tune("A", key: world.now)) == [])
        #expect(world.send(.tune("nowhere", key: world.now)) == [])
        world.send(.itemFailed(try #require(world.shown), "gone"))
        world.send(.tune("A", key: world.now))
        #expect(world.coming.flatMap { world.items[$0] } == "A")
        expectClean(world)
    }

    @Test("A channel pressed away while it comes out is not left behind")
    func pressWhileRevealing() throws {
        var world = try watching()
        let first = try #require(world.shown)
        world.send(.step(1, key: world.now))
        let second = try #require(world.coming)
        world.send(.gate("B", .open))
        world.send(.itemReady(second))
        world.pass(.seconds(1))
        let actions = world.send(.step(1, key: world.now))
        #expect(actions.contains(.release(first, try #require(world.machine.lineup["A"]))))
        #expect(world.shown == second)
        #expect(world.held == second)
        world.send(.itemShown(second))
        try arrive(&world)
        #expect(world.shownChannel == "C")
        expectClean(world)
    }

    @Test("Standby lets go of everything; the next step goes on from there")
    func standby() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        world.send(.stop)
        #expect(world.items.isEmpty)
        #expect(world.timers.isEmpty)
        #expect(world.interstitial == nil)
        #expect(world.machine.selected == "B")
        world.pass(.seconds(9))
        world.send(.step(1, key: world.now))
        #expect(world.coming.flatMap { world.items[$0] } == "C")
        expectClean(world)
    }

    @Test("A channel that the new lineup lacks is given up for the one before")
    func lineupChange() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        world.send(.lineupChanged(FlipSimulator.lineup(["A", "C"])))
        #expect(world.shownChannel == "A")
        #expect(world.interstitial == nil)
        world.send(.lineupChanged(FlipSimulator.lineup(["C"])))
        #expect(world.shownChannel == "A")
        world.send(.itemFailed(try #require(world.shown), "gone"))
        #expect(world.coming.flatMap { world.items[$0] } == "C")
        expectClean(world)
    }

    @Test("An empty lineup takes every key without harm")
    func emptyLineup() {
        var world = FlipSimulator(lineup: .empty)
        for event in [
            FlipEvent.step(1, key: world.now), .last(key: world.now), .tune("A", key: world.now),
            .confirm(key: world.now), .cancel(key: world.now), .stop,
        ] {
            #expect(world.send(event) == [])
        }
        world.send(.digit(1, key: world.now))
        #expect(world.interstitial?.state == .unknownNumber)
        expectClean(world)
    }
}
