import Guide
import MediaCore
import Testing

@testable import Channels

@Suite("Channels that are had elsewhere")
struct FallbackTests {
    private func entry(
        _ name: String, id: String? = nil, groups: [String] = [], others: [String] = [], shift: Int? = nil,
        rating: ContentRating = .unrated
    ) -> ChannelEntry {
        var entry = ChannelEntry(name: name, url: "http://\(name.lowercased().replacing(" ", with: "-"))/1.m3u8")
        entry.guideID = id
        entry.groups = groups
        entry.alternateURLs = others
        entry.guideShift = shift
        entry.rating = rating
        return entry
    }

    private func everywhere(_ entries: [ChannelEntry], _ policy: ParentalGate.Policy = .init()) -> [String] {
        let lineup = Lineup(entries)
        return lineup.everywhere(lineup.channels[0], policy).map(\.url)
    }

    @Test("A channel's own further addresses come first, then its twins by id, then those by name in its group")
    func order() {
        let found = everywhere([
            entry("Arte", id: "arte.de", groups: ["DE"], others: ["http://backup/1.m3u8"]),
            entry("Arte HD", groups: ["DE"]),
            entry("Arte Deutsch", id: "ARTE.de", groups: ["x"], others: ["http://backup/2.m3u8"]),
        ])
        #expect(
            found == [
                "http://arte/1.m3u8", "http://backup/1.m3u8", "http://arte-deutsch/1.m3u8", "http://backup/2.m3u8",
                "http://arte-hd/1.m3u8",
            ])
    }

    @Test(
        "What only looks alike is another channel",
        arguments: [("TV3 HD", "IE", Int?.none), ("TV3 +1", "DK", nil), ("TV3", "DK", 60), ("TV", "DK", nil)])
    func others(name: String, group: String, shift: Int?) {
        let other = entry(name, groups: [group], shift: shift)
        #expect(everywhere([entry("TV3 SD", groups: ["DK"]), other]).count == 1)
    }

    @Test(
        "A name with accents or in another script has its twins too",
        arguments: ["Télé HD", "Первый канал HD", "中文 HD"])
    func scripts(name: String) {
        let twins = everywhere([entry(name, groups: ["a"]), entry(String(name.dropLast(3)), groups: ["b", "a"])])
        #expect(twins.count == 2)
    }

    @Test("A twin brings its own headers, and nothing else of its own")
    func headers() {
        var other = entry("Arte", id: "arte")
        other.headers = ["Referer": "http://x/"]
        let lineup = Lineup([entry("Arte HD", id: "arte"), other])
        let found = lineup.everywhere(lineup.channels[0], .init())
        #expect(found.map(\.headers) == [[:], ["Referer": "http://x/"]])
        #expect(Set(found.map(\.id)).count == 1 && Set(found.map(\.number)) == [1])
    }

    @Test("What is locked is no way to what is free")
    func locked() {
        let free = entry("Arte", id: "arte")
        let adult = entry("Arte HD", id: "arte", groups: ["Late"], rating: .rated(.adult))
        #expect(everywhere([free, adult]).count == 1)
        #expect(everywhere([adult, free]).count == 2)
        var policy = ParentalGate.Policy()
        policy.lockedGroups = ["Late"]
        #expect(everywhere([free, entry("Arte 2", id: "arte", groups: ["Late"])], policy).count == 1)
    }

    @Test("No more than eight addresses are tried")
    func most() {
        #expect(everywhere([entry("A", others: (0..<20).map { "http://b/\($0)" })]).count == 8)
    }

    // MARK: In the flip machine

    /// A simulator with a flip to channel A under way, which has two further addresses.
    private func flipping() -> FlipSimulator {
        var world = FlipSimulator(lineup: FlipSimulator.lineup(["A", "B"], backups: 2))
        world.send(.tune("A", key: world.now))
        if let channel = world.asked { world.send(.gate(channel, .open)) }
        return world
    }

    private func fail(_ world: inout FlipSimulator, retryAfter: Duration? = nil) {
        if let item = world.coming { world.send(.itemFailed(item, "gone", retryAfter: retryAfter)) }
    }

    private func arrive(_ world: inout FlipSimulator) throws {
        let item = try #require(world.coming)
        world.send(.itemReady(item))
        world.send(.itemShown(item))
        #expect(world.shownChannel == "A")
    }

    @Test("An address that fails gives way to the next at once, in the same flip")
    func next() throws {
        var world = flipping()
        #expect(world.address == "http://host/A")
        fail(&world)
        #expect(world.address == "http://other/A/0")
        #expect(world.machine.standing == .coming && world.outcomes.isEmpty)
        try arrive(&world)
        #expect(world.outcomes.values.map { $0 } == [.shown])
        // It is come back to where it played.
        world.send(.tune("B", key: world.now))
        world.send(.tune("A", key: world.now))
        world.send(.stop)
        world.send(.tune("A", key: world.now))
        #expect(world.address == "http://other/A/0")
        #expect(world.violations == [])
    }

    @Test("After the last of them it waits, and goes round again")
    func round() {
        var world = flipping()
        for _ in 0..<3 { fail(&world) }
        #expect(world.machine.standing == .failing)
        #expect(world.timers[.stage]?.1 == .seconds(1))
        world.fire(.stage)
        #expect(world.address == "http://host/A")
        for address in ["http://other/A/0", "http://other/A/1"] {
            fail(&world)
            #expect(world.address == address)
        }
        fail(&world)
        #expect(world.timers[.stage]?.1 == .seconds(2))
        #expect(world.violations == [])
    }

    @Test("A channel that dies while it plays goes on elsewhere without a wait")
    func dies() throws {
        var world = flipping()
        try arrive(&world)
        world.pass(.seconds(60))
        if let item = world.shown { world.send(.itemFailed(item, "ended")) }
        #expect(world.address == "http://other/A/0")
        #expect(world.coming != nil)
        #expect(world.violations == [])
    }

    @Test("Where no picture came in time the viewer is told, while the next address is tried")
    func timeout() {
        var world = flipping()
        world.fire(.stage)
        #expect(world.address == "http://other/A/0")
        #expect(world.machine.standing == .failing)
        #expect(world.violations == [])
    }

    @Test("A server that asks for time is not asked at another of its addresses")
    func asksForTime() {
        var world = flipping()
        fail(&world, retryAfter: .seconds(5))
        #expect(world.address == "http://other/A/0")
        fail(&world, retryAfter: .seconds(5))
        #expect(world.coming == nil)
        #expect(world.timers[.stage]?.1 == .seconds(5))
    }

    @Test("After ten minutes, and with another list, the first address is tried first again")
    func memory() throws {
        for changesList in [false, true] {
            var world = flipping()
            fail(&world)
            try arrive(&world)
            world.send(.stop)
            if changesList {
                world.send(.lineupChanged(FlipSimulator.lineup(["A"], backups: 2)))
            } else {
                world.pass(Fallbacks.memory)
            }
            world.send(.tune("A", key: world.now))
            #expect(world.address == "http://host/A")
        }
    }
}
