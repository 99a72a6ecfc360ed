import Channels
import MediaCore
import Testing

@Suite("Previews of flips")
struct FlipMachinePreviewTests {
    /// A simulator with the first channel on the screen.
    private func watching(_ names: [String] = ["A", "B", "C", "D"]) throws -> FlipSimulator {
        var world = FlipSimulator(lineup: FlipSimulator.lineup(names))
        world.send(.tune(names[0], key: world.now))
        let item = try #require(world.coming)
        world.send(.gate(names[0], .open))
        world.send(.itemReady(item))
        world.send(.itemShown(item))
        world.pass(.seconds(60))
        return world
    }

    private func preview(_ steps: Int, _ world: inout FlipSimulator) {
        world.send(.preview(.step(steps), key: world.now))
    }

    @Test("A preview names the neighbour, tunes nothing, and goes by itself")
    func goes() throws {
        var world = try watching()
        let prepared = world.prepared
        preview(1, &world)
        #expect(world.interstitial?.state == .previewing)
        #expect(world.interstitial?.from?.id == "A")
        #expect(world.interstitial?.to?.id == "B")
        #expect(world.machine.selected == "A")
        #expect(world.machine.isSettled)
        #expect(world.timers[.preview]?.1 == .milliseconds(2_500))
        world.fire(.preview)
        #expect(world.interstitial == nil)
        #expect(world.prepared == prepared && world.open.isEmpty && world.outcomes.count == 1)
        #expect(world.violations == [])
    }

    @Test("Further previews lead on, in both directions, and back where one is there is none")
    func leadsOn() throws {
        var world = try watching()
        for (steps, to) in [(1, "B"), (1, "C"), (-1, "B"), (1, "C"), (1, "D")] as [(Int, String)] {
            preview(steps, &world)
            #expect(world.interstitial?.to?.id == to)
        }
        preview(1, &world)
        #expect(world.interstitial == nil)
        preview(-1, &world)
        #expect(world.interstitial?.to?.id == "D")
        #expect(world.violations == [])
    }

    @Test("OK goes there: one flip, counted from OK")
    func confirmed() throws {
        var world = try watching()
        preview(1, &world)
        preview(1, &world)
        world.pass(.seconds(1))
        let actions = world.send(.confirm(key: world.now))
        let aimed = actions.compactMap { if case .aimed(let flip) = $0 { flip } else { nil } }
        #expect(aimed.count == 1)
        #expect(aimed.first?.to == "C" && aimed.first?.from == "A" && aimed.first?.presses == 1)
        #expect(aimed.first?.keyTime == world.now)
        #expect(world.interstitial?.state == .waiting)
        #expect(world.timers[.preview] == nil)
        #expect(world.violations == [])
    }

    @Test("A countdown goes on beneath a preview and a number half typed: it is told with the same end")
    func countdown() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        world.send(.itemFailed(try #require(world.coming), "404"))
        let failed = try #require(world.interstitial)
        #expect(failed.state == .failed(.item("404"), retryAt: world.now + .seconds(1)))
        world.pass(.milliseconds(400))
        preview(1, &world)
        #expect(world.interstitial?.state == .previewing)
        world.pass(.milliseconds(400))
        world.send(.cancel(key: world.now))
        #expect(world.interstitial == failed)
        #expect(world.timers[.stage]?.1 == .seconds(1))
        #expect(world.violations == [])
    }

    @Test("Back lets it be, and the next Back is the flip's")
    func cancelled() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        preview(1, &world)
        #expect(world.interstitial?.to?.id == "C")
        world.send(.cancel(key: world.now))
        #expect(world.interstitial?.to?.id == "B")
        #expect(world.open.count == 1)
        world.send(.cancel(key: world.now))
        #expect(world.interstitial == nil)
        #expect(world.outcomes.values.contains(.cancelled))
        #expect(world.violations == [])
    }

    @Test("A channel key counts from what is previewed; a number takes its place")
    func otherKeys() throws {
        var world = try watching()
        preview(1, &world)
        world.send(.step(1, key: world.now))
        #expect(world.machine.selected == "C")
        preview(1, &world)
        world.send(.digit(2, key: world.now))
        #expect(world.interstitial?.to?.id == "B")
        #expect(world.timers[.preview] == nil)
        #expect(world.violations == [])
    }

    @Test("The flip beneath comes to its end while one looks at where another would lead")
    func beneath() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        let item = try #require(world.coming)
        preview(1, &world)
        world.send(.gate("B", .open))
        world.send(.itemReady(item))
        world.send(.itemShown(item))
        #expect(world.shownChannel == "B")
        #expect(world.outcomes.values.filter { $0 == .shown }.count == 2)
        #expect(world.interstitial?.state == .previewing && world.interstitial?.to?.id == "C")
        world.fire(.preview)
        #expect(world.interstitial == nil)
        #expect(world.violations == [])
    }

    @Test("The question for a code ends it, and over that question there is none")
    func locked() throws {
        var world = try watching()
        world.send(.step(1, key: world.now))
        preview(1, &world)
        world.send(.gate("B", .locked))
        #expect(world.interstitial?.state == .locked && world.interstitial?.to?.id == "B")
        preview(1, &world)
        #expect(world.interstitial?.state == .locked)
        #expect(world.violations == [])
    }

    @Test("What is gone from the lineup, or was never there, is not previewed")
    func gone() throws {
        var world = try watching()
        preview(1, &world)
        world.send(.lineupChanged(FlipSimulator.lineup(["A", "C"])))
        #expect(world.interstitial == nil)
        world.send(.preview(.channel("B"), key: world.now))
        world.send(.preview(.last, key: world.now))
        #expect(world.interstitial == nil)
        world.send(.preview(.channel("C"), key: world.now))
        #expect(world.interstitial?.to?.id == "C")
        world.send(.stop)
        #expect(world.interstitial == nil && world.timers.isEmpty)
        #expect(world.violations == [])
    }
}
