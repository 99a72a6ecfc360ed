import Channels
import Guide
import MediaCore
import Testing

@Suite("Tuner")
struct TunerTests {
    /// On channel A, with the network known and its neighbours begun.
    private static func onA(restricted: Set<String> = [], neighbours: Int = 2) -> TunerWorld {
        var world = TunerWorld(restricted: restricted, neighbours: neighbours)
        world.send(.tune("A", key: world.now))
        world.arrive()
        world.pass(.seconds(5))
        world.send(.wake)
        return world
    }

    @Test("Neighbours are kept once a channel plays, and CH+ onto one that is ready reveals it in the same step")
    func warm() throws {
        var world = Self.onA()
        #expect(Set(world.tuner.kept.keys) == ["B", "D"])
        let next = try #require(world.item("B"))
        world.send(.ready(next))
        let effects = world.send(.step(1, key: world.now))
        #expect(effects.contains(.reveal(next)))
        #expect(!effects.contains { if case .prepare = $0 { true } else { false } })
        #expect(effects.last == .interstitialChanged)
        world.send(.shown(next))
        #expect(world.tuner.watching == "B" && world.tuner.shownItem == next)
        // What was left is kept for a while.
        #expect(world.tuner.kept["A"] != nil)
        #expect(world.violations == [])
    }

    @Test("A hidden channel that fails in the moment it is tuned is prepared anew, without a word to the viewer")
    func adoptedFails() throws {
        var world = Self.onA()
        let hidden = try #require(world.item("B"))
        world.send(.step(1, key: world.now))
        let effects = world.send(.failed(hidden, ItemTrouble("gone"), playsOn: false))
        #expect(effects.contains(.discard(hidden)))
        #expect(effects.contains { if case .prepare(_, let channel) = $0 { channel.id == "B" } else { false } })
        #expect(world.interstitial?.state == .waiting)
        world.arrive()
        #expect(world.tuner.watching == "B" && world.violations == [])
    }

    @Test("A provider that refuses the channel watched loses nothing that plays, and all that is kept of it")
    func refused() {
        var world = Self.onA()
        let shown = world.tuner.shownItem
        #expect(!world.tuner.kept.isEmpty)
        world.send(.troubled(shown ?? ItemID(value: 0), ItemTrouble("429", status: 429)))
        #expect(world.tuner.kept.isEmpty)
        #expect(world.tuner.shownItem == shown && world.interstitial == nil)
        #expect(world.tuner.refusals.keys.sorted() == ["host"])
        #expect(world.violations == [])
    }

    @Test("A code opens its channel until it is left, and nothing comes out before")
    func passcode() {
        var world = Self.onA(restricted: ["B"])
        world.send(.step(1, key: world.now))
        world.arrive()
        #expect(world.prompt == "B" && world.tuner.watching == "A")
        world.send(.submitPasscode("9999"))
        world.send(.submitPasscode(TunerWorld.code))
        #expect(world.asked.count == 1, "one code at a time")
        world.answerCode()
        #expect(world.prompt == "B" && world.tuner.wrongCodes == 1)
        world.send(.submitPasscode(TunerWorld.code))
        world.answerCode()
        world.arrive()
        #expect(world.tuner.watching == "B" && world.prompt == nil && world.tuner.wrongCodes == 0)
        world.pass(.seconds(1))
        world.send(.step(1, key: world.now))
        world.arrive()
        world.pass(.seconds(1))
        world.send(.step(-1, key: world.now))
        world.arrive()
        #expect(world.prompt == "B" && world.tuner.watching == "C")
        #expect(world.violations == [])
    }

    @Test("A new passcode locks also what an older one has opened and has not come yet")
    func newCode() {
        var world = Self.onA(restricted: ["B"])
        world.send(.step(1, key: world.now))
        world.send(.submitPasscode(TunerWorld.code))
        world.answerCode()
        world.send(.passcodeSet(digits: 4))
        world.arrive()
        #expect(world.prompt == "B" && world.tuner.watching == "A" && world.violations == [])
    }

    @Test("A wrong code that is checked after the viewer has left counts, and says nothing on another prompt")
    func lateCode() {
        var world = Self.onA(restricted: ["B", "C"])
        world.send(.step(1, key: world.now))
        world.send(.submitPasscode("9999"))
        world.pass(.seconds(1))
        world.send(.step(1, key: world.now))
        #expect(world.prompt == "C")
        let effects = world.send(.passcodeVerified(false, for: "B"))
        #expect(effects == [.wrongPasscode("B", inARow: 1)])
        #expect(world.tuner.wrongCodes == 1 && world.prompt == "C")
    }

    @Test("Standby lets go of everything and locks; waking comes back to the channel and asks again")
    func standby() {
        var world = Self.onA(restricted: ["B"])
        world.send(.tune("B", key: world.now))
        world.arrive()
        world.send(.submitPasscode(TunerWorld.code))
        world.answerCode()
        world.arrive()
        #expect(world.tuner.watching == "B")
        world.send(.standby(true, key: world.now))
        #expect(world.items.isEmpty)
        world.send(.standby(false, key: world.now))
        world.arrive()
        #expect(world.prompt == "B" && world.tuner.watching == nil)
        #expect(world.violations == [])
    }

    @Test("A channel tuned out of standby is the one that comes")
    func tunedOutOfStandby() {
        var world = Self.onA()
        world.send(.standby(true, key: world.now))
        world.send(.tune("C", key: world.now))
        world.arrive()
        #expect(world.tuner.watching == "C" && !world.tuner.isStandby && world.violations == [])
    }

    @Test("What was stopped is resumed; stopping twice changes nothing more")
    func stop() {
        var world = Self.onA()
        world.send(.step(1, key: world.now))
        world.arrive()
        world.send(.stop)
        #expect(world.items.isEmpty && world.tuner.didChange)
        world.send(.resume(key: world.now))
        world.arrive()
        #expect(world.tuner.watching == "B" && world.violations == [])
    }

    @Test("A channel that stands still for eight seconds is tuned anew, and what it said is blamed")
    func stall() throws {
        var world = Self.onA(neighbours: 0)
        let item = try #require(world.tuner.shownItem)
        world.send(.troubled(item, ItemTrouble("no answer")))
        #expect(world.send(.stalled(item, true)) == [.stalled(true)])
        #expect(world.tuner.nextWake == world.now + .seconds(8))
        world.pass(.seconds(8))
        let effects = world.send(.wake)
        #expect(effects.contains(.blame(item)))
        #expect(world.tuner.selected == "A")
        guard case .failed? = world.interstitial?.state else {
            Issue.record("no failure is told: \(String(describing: world.interstitial))")
            return
        }
    }

    @Test("After a film comes the channel before it; a live channel that ends is tried again; the last film stops")
    func ended() throws {
        var world = Self.onA(neighbours: 0)
        world.send(.step(1, key: world.now))
        world.arrive()
        world.send(.ended(try #require(world.tuner.shownItem), isLive: false))
        world.arrive()
        #expect(world.tuner.watching == "A")
        world.send(.ended(try #require(world.tuner.shownItem), isLive: true))
        #expect(world.interstitial?.state == .failed(.item(Tuner.endedText), retryAt: world.now + .seconds(1)))

        var alone = TunerWorld(["A"])
        alone.send(.tune("A", key: alone.now))
        alone.arrive()
        alone.send(.ended(try #require(alone.tuner.shownItem), isLive: false))
        #expect(alone.items.isEmpty && alone.violations == [])
    }

    @Test("What was wound back, or has failed, is not kept when it is left")
    func notWorthKeeping() throws {
        var world = Self.onA()
        let wound = try #require(world.tuner.shownItem)
        world.send(.wound(wound, true))
        world.send(.step(1, key: world.now))
        world.arrive()
        #expect(world.items[wound] == nil)
        let failed = try #require(world.tuner.shownItem)
        world.send(.failed(failed, ItemTrouble("cut off"), playsOn: true))
        #expect(world.interstitial == nil, "what is buffered plays first")
        world.pass(.seconds(1))
        world.send(.step(1, key: world.now))
        world.arrive()
        #expect(world.items[failed] == nil && world.violations == [])
    }

    @Test("Nothing to do is told apart from something done, whatever warming does meanwhile")
    func didChange() {
        var world = TunerWorld()
        world.send(.last(key: world.now))
        #expect(!world.tuner.didChange)
        world.send(.stop)
        #expect(!world.tuner.didChange)
        world.send(.step(1, key: world.now))
        #expect(world.tuner.didChange)
        world.arrive()
        world.send(.tune("A", key: world.now))
        #expect(!world.tuner.didChange)
    }
}
