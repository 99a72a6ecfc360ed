import Channels
import MediaCore
import Testing

@Suite("Flip machine, with warm channels")
struct FlipMachineWarmTests {
    /// A simulator with channel A on the screen.
    private func watching(
        _ names: [String] = ["A", "B", "C", "D", "E"], keepsReleased: Bool = true
    ) throws -> FlipSimulator {
        var world = FlipSimulator(lineup: FlipSimulator.lineup(names), keepsReleased: keepsReleased)
        world.send(.tune(names[0], key: world.now))
        let item = try #require(world.coming)
        world.send(.gate(names[0], .open))
        world.send(.itemReady(item))
        world.send(.itemShown(item))
        world.pass(.seconds(60))
        return world
    }

    private func warmItem(_ channel: Channel.ID, _ world: FlipSimulator) throws -> ItemID {
        try #require(world.warmChannels.first { $0.value == channel }?.key)
    }

    private func expectClean(_ world: FlipSimulator, _ location: SourceLocation = #_sourceLocation) {
        #expect(world.violations == [], sourceLocation: location)
    }

    @Test("A ready channel comes out as soon as the gate says so; the old one is silent before, and kept after")
    func ready() throws {
        var world = try watching()
        let old = try #require(world.shown)
        world.keep("B", isReady: true)
        let item = try warmItem("B", world)
        let before = world.prepared
        let asked = world.send(.step(1, key: world.now))
        #expect(world.interstitial?.to?.id == "B")
        #expect(asked.contains { if case .askGate = $0 { true } else { false } })
        #expect(asked.contains { if case .adopt(item, _) = $0 { true } else { false } })
        let opened = world.send(.gate("B", .open))
        let silence = try #require(opened.firstIndex(of: .silence(old)))
        let reveal = try #require(opened.firstIndex(of: .reveal(item)))
        #expect(silence < reveal)
        #expect(world.timers[.sound] == nil)
        let shown = world.send(.itemShown(item))
        #expect(shown.contains { if case .release(old, _) = $0 { true } else { false } })
        #expect(world.prepared == before)
        #expect(world.outcomes.values.filter { $0 == .shown }.count == 2)
        #expect(try warmItem("A", world) == old)
        #expect(world.timers.isEmpty)

        // Back again: the same item, at once.
        world.send(.last(key: world.now))
        #expect(world.send(.gate("A", .open)).contains(.reveal(old)))
        world.send(.itemShown(old))
        #expect(world.shownChannel == "A")
        #expect(world.prepared == before)
        expectClean(world)
    }

    @Test("With the gate open already, a channel that gets ready comes out in the same call")
    func sameCall() throws {
        var world = try watching(keepsReleased: false)
        world.send(.step(1, key: world.now))
        world.pass(.milliseconds(100))
        world.keep("C")
        world.send(.step(1, key: world.now))
        #expect(world.adopted == 0)
        world.warmReady()
        let actions = world.send(.gate("C", .open))
        #expect(actions.contains { if case .adopt = $0 { true } else { false } })
        #expect(actions.contains { if case .reveal = $0 { true } else { false } })
        expectClean(world)
    }

    @Test("Behind the gate a ready channel waits for the code, and nothing of it comes out")
    func locked() throws {
        var world = try watching()
        world.keep("B", isReady: true)
        let item = try warmItem("B", world)
        world.send(.step(1, key: world.now))
        #expect(world.send(.gate("B", .locked)).contains { if case .askPasscode = $0 { true } else { false } })
        #expect(world.revealed != item)
        #expect(world.timers[.stage] == nil)
        var refuses = world
        #expect(world.send(.gate("B", .open)).contains(.reveal(item)))
        expectClean(world)

        // When refused, the item goes back to being warm, unseen.
        refuses.send(.gate("B", .refused))
        #expect(refuses.shownChannel == "A")
        #expect(try warmItem("B", refuses) == item)
        #expect(refuses.passcode == nil)
        expectClean(refuses)
    }

    @Test("A quick press onto a ready channel shows it at once; onto a locked one asks only when presses have ended")
    func quick() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        world.send(.gate("B", .open))
        world.keep("C", isReady: true)
        let item = try warmItem("C", world)
        world.pass(.milliseconds(100))
        world.send(.step(1, key: world.now))
        var locked = world
        #expect(world.send(.gate("C", .open)).contains(.reveal(item)))
        expectClean(world)

        locked.send(.gate("C", .locked))
        #expect(locked.passcode == nil)
        #expect(locked.interstitial?.state == .searching)
        #expect(locked.adopted == 0)
        var passes = locked
        locked.fire(.stage)
        #expect(locked.passcode == "C")
        #expect(locked.adopted == 1)
        expectClean(locked)

        // When the viewer presses on in time, the prompt is never shown.
        passes.pass(.milliseconds(100))
        passes.send(.step(1, key: passes.now))
        #expect(passes.passcode == nil)
        #expect(passes.warm[item] != nil)
        passes.fire(.stage)
        #expect(passes.coming.flatMap { passes.items[$0] } == "D")
        expectClean(passes)
    }

    @Test("Thirty presses in three seconds lead thirty channels on; each is said, only the last is prepared")
    func surfing() throws {
        let names = (0..<40).map { "c\($0)" }
        var world = try watching(names)
        world.keep("c1", isReady: true)
        world.keep("c2", isReady: true)
        let before = world.prepared
        for press in 1...30 {
            world.send(.step(1, key: world.now))
            #expect(world.interstitial?.to?.id == "c\(press)")
            world.send(.gate("c\(press)", .open))
            if let item = world.revealed, item != world.shown { world.send(.itemShown(item)) }
            world.pass(.milliseconds(100))
        }
        #expect(world.adopted == 2)
        #expect(world.prepared == before)
        world.fire(.stage)
        #expect(world.prepared == before + 1)
        #expect(world.coming.flatMap { world.items[$0] } == "c30")
        expectClean(world)
    }

    @Test("One that is not ready is adopted all the same, and comes out when it is")
    func notReady() throws {
        var world = try watching()
        world.keep("B")
        let item = try warmItem("B", world)
        world.send(.step(1, key: world.now))
        #expect(world.items[item] == "B")
        world.send(.gate("B", .open))
        #expect(world.revealed != item)
        #expect(world.send(.itemReady(item)).contains(.reveal(item)))
        expectClean(world)
    }

    private enum Step: CaseIterable { case adopted, ready, locked, revealing }

    private func world(at step: Step) throws -> (FlipSimulator, ItemID) {
        var world = try watching()
        world.keep("B", isReady: step != .adopted)
        let item = try warmItem("B", world)
        world.send(.step(1, key: world.now))
        switch step {
        case .adopted, .ready: break
        case .locked: world.send(.gate("B", .locked))
        case .revealing: world.send(.gate("B", .open))
        }
        #expect(world.items[item] == "B")
        return (world, item)
    }

    @Test(
        "What was warm and fails, or is let go, is prepared anew at once and without a word", arguments: Step.allCases)
    private func failure(step: Step) throws {
        for isCooled in [false, true] {
            var (world, item) = try world(at: step)
            let before = world.prepared
            world.send(isCooled ? .cooled(item) : .itemFailed(item, "gone"))
            #expect(world.prepared == before + 1)
            #expect(world.interstitial?.state == (step == .locked ? .locked : .waiting))
            let fresh = try #require(world.coming)
            #expect(fresh != item)
            if step != .revealing { world.send(.gate("B", .open)) }
            world.send(.itemReady(fresh))
            world.send(.itemShown(fresh))
            #expect(world.shownChannel == "B")
            #expect(world.outcomes.values.filter { $0 == .shown }.count == 2)
            expectClean(world)
        }
    }

    @Test("The second failure is told; a server that asks for time is not asked at once")
    func toldFailure() throws {
        var (world, item) = try world(at: .adopted)
        var asksForTime = world
        world.send(.itemFailed(item, "gone"))
        world.send(.itemFailed(try #require(world.coming), "gone"))
        #expect(world.interstitial?.state == .failed(.item("gone"), retryAt: world.now + .seconds(1)))
        expectClean(world)
        asksForTime.send(.itemFailed(item, "429", retryAfter: .seconds(30)))
        #expect(asksForTime.interstitial?.state == .failed(.item("429"), retryAt: asksForTime.now + .seconds(30)))
        expectClean(asksForTime)
    }

    @Test("One that was told to come out and does not is prepared anew after two seconds")
    func silentReveal() throws {
        var (world, item) = try world(at: .revealing)
        #expect(world.timers[.stage]?.1 == .seconds(2))
        world.fire(.stage)
        #expect(world.items[item] == nil)
        #expect(world.coming.flatMap { world.items[$0] } == "B")
        #expect(world.interstitial?.state == .waiting)
        expectClean(world)
    }

    @Test("What is left on its way is released, not thrown away; what comes out just then is")
    func left() throws {
        var (world, item) = try world(at: .ready)
        world.pass(.seconds(1))
        var goesBack = world
        world.send(.step(1, key: world.now))
        #expect(try warmItem("B", world) == item)
        expectClean(world)
        goesBack.send(.cancel(key: goesBack.now))
        #expect(try warmItem("B", goesBack) == item)
        expectClean(goesBack)

        var (comesOut, other) = try self.world(at: .revealing)
        let old = try #require(comesOut.shown)
        let actions = comesOut.send(.cancel(key: comesOut.now))
        #expect(actions.contains(.discard(other)))
        #expect(actions.contains(.resume(old)))
        #expect(comesOut.interstitial == nil)
        expectClean(comesOut)
    }

    @Test("Standby discards what it owns, and what is warm stays another's")
    func standby() throws {
        var (world, item) = try world(at: .ready)
        world.keep("C")
        let actions = world.send(.stop)
        #expect(actions.contains(.discard(item)))
        #expect(!actions.contains { if case .release = $0 { true } else { false } })
        #expect(world.items.isEmpty)
        #expect(world.machine.warm.count == 1)
        world.cool()
        #expect(world.machine.warm.isEmpty)
        expectClean(world)
    }

    @Test("The last digit that fits no longer number tunes at once, and its time is the key's")
    func digits() throws {
        var world = try watching()
        world.keep("C", isReady: true)
        let key = world.now
        world.pass(.milliseconds(7))
        let actions = world.send(.digit(3, key: key))
        let aimed = actions.compactMap { if case .aimed(let flip) = $0 { flip } else { nil } }
        #expect(aimed.map(\.keyTime) == [key])
        #expect(world.adopted == 1)
        expectClean(world)
    }

    @Test("The machine's items are never named as those that are kept warm")
    func names() throws {
        var world = try watching((0..<60).map { "c\($0)" }, keepsReleased: false)
        var seen: Set<ItemID> = []
        for _ in 0..<50 {
            world.pass(.seconds(1))
            world.send(.step(1, key: world.now))
            seen.formUnion(world.items.keys)
        }
        #expect(seen.count == 51)
        #expect(seen.allSatisfy { $0.value.isMultiple(of: 2) })
    }
}
