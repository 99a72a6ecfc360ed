import Channels
import MediaCore
import Testing

@Suite("Picture in picture, the channels of it")
struct TunerCornerTests {
    /// On channel A with C in the corner, of which the first picture is there.
    private static func onAWithC(neighbours: Int = 2) -> TunerWorld {
        var world = TunerWorld(neighbours: neighbours)
        world.send(.tune("A", key: world.now))
        world.arrive()
        world.pass(.seconds(5))
        world.send(.wake)
        world.send(.corner("C"))
        if let item = world.item("C") { world.send(.ready(item)) }
        return world
    }

    @Test("A channel in the corner is loaded as one that plays, also where nothing else is kept", arguments: [0, 2])
    func opens(neighbours: Int) throws {
        var world = TunerWorld(neighbours: neighbours)
        #expect(world.tuner.obstacle(toCorner: "C", at: world.now) == .nothingPlays)
        world.send(.tune("A", key: world.now))
        world.arrive()
        #expect(world.tuner.obstacle(toCorner: "A", at: world.now) == .isWatched)
        #expect(world.tuner.obstacle(toCorner: "X", at: world.now) == .unknown)
        let effects = world.send(.corner("C"))
        let item = try #require(world.item("C"))
        #expect(effects.contains { if case .warm(item, _, .full, _) = $0 { true } else { false } })
        #expect(effects.contains(.corner(item)) && world.tuner.corner == "C" && world.corner == item)
        // Time alone takes nothing of it.
        world.pass(.seconds(60))
        world.send(.wake)
        #expect(world.item("C") == item && world.corner == item)
        let closing = world.send(.corner(nil))
        #expect(closing.contains(.corner(nil)) && world.tuner.corner == nil)
        #expect(world.violations == [])
    }

    @Test("Channels that nobody sees have what the corner leaves of the decoders")
    func givesWay() {
        var world = TunerWorld(["A", "B", "C", "D", "E", "F", "G", "H"], neighbours: 4)
        world.send(.tune("A", key: world.now))
        world.arrive()
        world.pass(.seconds(5))
        world.send(.wake)
        func decoded(_ world: TunerWorld) -> Set<Channel.ID> {
            Set(world.tuner.warm.filter { $0.warmth >= .picture }.map(\.channel.id))
        }
        // Three are decoded at most; the corner's, which is no neighbour, becomes one of them.
        let before = decoded(world)
        #expect(before.count == 3 && !before.contains("E"))
        world.send(.corner("E"))
        #expect(world.tuner.warm.first { $0.channel.id == "E" }?.warmth == .full)
        #expect(decoded(world).count == 3 && decoded(world).contains("E"))
        world.send(.corner(nil))
        for _ in 0..<3 {
            world.pass(.seconds(60))
            world.send(.wake)
        }
        #expect(decoded(world) == before)
        #expect(world.violations == [])
    }

    @Test("Both change places in one step, and neither begins anew")
    func swaps() throws {
        var world = Self.onAWithC()
        let (a, c) = (try #require(world.item("A")), try #require(world.item("C")))
        let effects = world.send(.swapCorner(key: world.now))
        #expect(effects.contains(.reveal(c)))
        // Until it is seen there, nothing is told of the corner: it would go dark for a moment.
        #expect(!effects.contains { if case .corner = $0 { true } else { false } })
        let shown = world.send(.shown(c))
        #expect(shown.contains(.corner(a)))
        #expect(!shown.contains(.discard(a)) && world.tuner.watching == "C" && world.tuner.corner == "A")
        // And back.
        world.send(.ready(a))
        world.send(.swapCorner(key: world.now))
        world.send(.shown(a))
        #expect(world.tuner.watching == "A" && world.tuner.corner == "C" && world.corner == c)
        #expect(world.violations == [])
    }

    @Test("A flip to the corner's channel by any way is a change of places; one to another leaves the corner")
    func flips() throws {
        var world = Self.onAWithC()
        world.send(.tune("B", key: world.now))
        world.arrive()
        #expect(world.tuner.watching == "B" && world.tuner.corner == "C")
        world.pass(.seconds(5))
        world.send(.step(1, key: world.now))
        world.arrive()
        #expect(world.tuner.watching == "C" && world.tuner.corner == "B")
        #expect(world.violations == [])
    }

    @Test("A change of places that is taken back leaves the corner as it was")
    func takenBack() throws {
        var world = TunerWorld()
        world.send(.tune("A", key: world.now))
        world.arrive()
        world.send(.corner("C"))
        let c = try #require(world.item("C"))
        world.send(.swapCorner(key: world.now))
        world.send(.cancel(key: world.now))
        #expect(world.tuner.watching == "A" && world.tuner.corner == "C" && world.corner == c)
        #expect(world.violations == [])
    }

    @Test("What is locked is not shown in the corner; what a code opened there goes with the lock")
    func locked() {
        var world = TunerWorld(restricted: ["C"])
        world.send(.tune("A", key: world.now))
        world.arrive()
        #expect(world.tuner.obstacle(toCorner: "C", at: world.now) == .locked)
        world.send(.corner("C"))
        #expect(world.tuner.corner == nil)
        world.send(.tune("C", key: world.now))
        world.arrive()
        world.send(.submitPasscode(TunerWorld.code))
        world.answerCode()
        world.arrive()
        #expect(world.tuner.watching == "C")
        world.pass(.seconds(5))
        world.send(.corner("A"))
        if let item = world.item("A") { world.send(.ready(item)) }
        world.send(.swapCorner(key: world.now))
        world.arrive()
        // It was open when it left, and nobody has left the room.
        #expect(world.tuner.watching == "A" && world.tuner.corner == "C")
        let effects = world.send(.lock)
        #expect(effects.contains(.corner(nil)) && world.tuner.corner == nil)
        #expect(world.tuner.watching == "A")
        #expect(world.violations == [])
    }

    @Test("Stop and standby close it; a film that is over closes it, a channel that breaks off is begun anew")
    func closes() throws {
        var world = Self.onAWithC()
        let film = try #require(world.item("C"))
        world.send(.ended(film, isLive: false))
        #expect(world.tuner.corner == nil && world.corner == nil)
        world = Self.onAWithC()
        let first = try #require(world.item("C"))
        world.send(.ended(first, isLive: true))
        #expect(world.tuner.corner == "C")
        for _ in 0..<8 where world.item("C") == nil { world.wait() }
        #expect(world.item("C") != nil && world.item("C") != first && world.corner == world.item("C"))
        world.send(.stop)
        #expect(world.tuner.corner == nil && world.corner == nil)
        world = Self.onAWithC()
        world.send(.standby(true, key: world.now))
        #expect(world.tuner.corner == nil && world.items.isEmpty)
        #expect(world.violations == [])
    }

    @Test("Other wishes begin it anew, and it stays; a list without it takes it")
    func wishes() {
        var world = Self.onAWithC()
        world.send(.wishesChanged)
        #expect(world.tuner.corner == "C" && world.item("C") != nil)
        world.send(.lineup(TunerWorld.lineup(["A", "B"])))
        #expect(world.tuner.corner == nil && world.corner == nil)
        #expect(world.violations == [])
    }
}
