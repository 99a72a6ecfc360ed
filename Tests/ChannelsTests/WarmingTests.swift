import Channels
import Guide
import MediaCore
import TestSupport
import Testing

@Suite("Warming")
struct WarmingTests {
    private func watching(
        _ channel: Channel.ID = "c5", _ settings: WarmingSettings = WarmingSettings(),
        lineup: Lineup = WarmingWorld.lineup()
    ) -> WarmingWorld {
        var world = WarmingWorld(settings, lineup: lineup)
        world.watch(channel)
        world.setNetwork { $0.buffered = .seconds(5) }
        world.pass(.seconds(20))
        return world
    }

    private func expectClean(_ world: WarmingWorld, _ location: SourceLocation = #_sourceLocation) {
        #expect(world.violations == [], sourceLocation: location)
    }

    @Test("Both neighbours are kept at their first picture, once the channel has settled")
    func neighbours() {
        var world = WarmingWorld()
        world.watch("c5")
        #expect(world.items.isEmpty)
        world.pass(.milliseconds(99))
        #expect(world.items.isEmpty)
        world.pass(.milliseconds(1))
        #expect(world.readiness == ["c6": .picture, "c4": .picture])
        expectClean(world)
    }

    @Test("After CH+ what was left stays, and the next two are kept; after CH− the two below")
    func direction() {
        var world = watching("c5")
        world.watch("c6")
        // The channel that was left is warm from the first moment on.
        #expect(world.readiness["c5"] == .picture)
        world.pass(.seconds(20))
        #expect(Set(world.readiness.keys) == ["c5", "c7", "c8"])
        world.watch("c5")
        world.pass(.seconds(20))
        #expect(Set(world.readiness.keys) == ["c6", "c4", "c3"])
        expectClean(world)
    }

    @Test("The one before is kept however far it is")
    func last() {
        var world = watching("c5")
        world.watch("c15")
        world.pass(.seconds(20))
        #expect(Set(world.readiness.keys) == ["c5", "c14", "c16"])
        expectClean(world)
    }

    @Test("What was left is kept for a minute, and no longer unless it is wanted")
    func left() {
        var world = watching("c5")
        world.watch("c10")
        world.pass(.seconds(2))
        world.watch("c15")
        world.pass(.milliseconds(57_500))
        #expect(world.readiness["c5"] == .picture)
        world.pass(.seconds(2))
        #expect(world.readiness["c5"] == nil)
        #expect(world.readiness["c10"] == .picture)
        expectClean(world)
    }

    @Test("Of many that were left the newest five are kept")
    func leftMany() {
        var world = watching("c2")
        for channel in ["c4", "c6", "c8", "c10", "c12", "c14", "c16"] {
            world.watch(channel)
            world.pass(.seconds(1))
        }
        // c14 was watched before, c15 and c17 are beside the one watched.
        #expect(Set(world.readiness.keys) == ["c6", "c8", "c10", "c12", "c14", "c15", "c17"])
        expectClean(world)
    }

    @Test("What was aimed at and never came is not kept; what was ready is")
    func unseen() throws {
        var world = watching("c5")
        let channel = try #require(world.lineup["c12"])
        let viewing = world.viewing
        world.send(
            .flipped(
                viewing, left: [.init(item: ItemID(value: 900), channel: channel, wasShown: false, isReady: false)]))
        #expect(world.readiness["c12"] == nil)
        world.send(
            .flipped(viewing, left: [.init(item: ItemID(value: 902), channel: channel, wasShown: false, isReady: true)])
        )
        #expect(world.readiness["c12"] == .picture)
        expectClean(world)
    }

    @Test("Thirty presses in three seconds begin nothing; what is there stays until they have ended")
    func surfing() {
        var world = watching("c5")
        let (begun, there) = (world.begun, Set(world.items.keys))
        for press in 1...30 {
            world.aim(at: "c\((5 + press) % 20)")
            world.pass(.milliseconds(100))
        }
        #expect(world.begun == begun)
        #expect(Set(world.items.keys) == there)
        world.watch("c15")
        world.pass(.seconds(20))
        #expect(Set(world.readiness.keys) == ["c5", "c14", "c16"])
        expectClean(world)
    }

    @Test("A pointed-at channel comes first, when the cursor has stood still for a moment")
    func pointing() {
        var settings = WarmingSettings()
        settings.decoders = 1
        var world = watching("c5", settings)
        world.send(.point(at: "c11"))
        world.send(.point(at: "c12"))
        world.pass(.milliseconds(149))
        #expect(world.item("c12") == nil)
        world.pass(.milliseconds(1))
        #expect(world.readiness["c12"] == .picture)
        #expect(world.readiness["c6"] == .media)
        #expect(world.item("c11") == nil)
        world.send(.point(at: nil))
        #expect(world.item("c12") == nil)
        expectClean(world)
    }

    @Test("Switched off, nothing is kept, not even what is left")
    func off() {
        var settings = WarmingSettings()
        settings.neighbours = 0
        var world = watching("c5", settings)
        world.watch("c6")
        world.send(.point(at: "c9"))
        world.pass(.seconds(20))
        #expect(world.items.isEmpty)
        #expect(world.begun == 0)
        expectClean(world)
    }

    @Test("Half of what the channel watched leaves over is shared out; with nothing left over there are playlists")
    func bandwidth() {
        var world = watching("c5")
        #expect(world.items.values.allSatisfy { $0.maximumBandwidth == 96_400_000 })
        for item in world.items.keys { world.send(.cost(item, .init(bandwidth: 3e6, pictureBytes: 1_382_400))) }
        // (5.6 − 3.6) / 2 Mbit/s is enough for the heads of one of them.
        world.setNetwork { $0.throughput = 5.6e6 }
        #expect(world.readiness == ["c6": .picture, "c4": .playlist])
        world.setNetwork { $0.throughput = 4e6 }
        #expect(world.readiness == ["c6": .playlist, "c4": .playlist])
        world.setNetwork { $0.throughput = 100e6 }
        world.pass(.seconds(60))
        #expect(world.readiness == ["c6": .picture, "c4": .picture])
        expectClean(world)
    }

    @Test("Never more is spent than the budget allows, however fast the line; with none there are playlists")
    func budget() {
        var settings = WarmingSettings()
        settings.budget = 1e6
        var world = watching("c5", settings)
        for item in world.items.keys { world.send(.cost(item, .init(bandwidth: 3e6, pictureBytes: 1_382_400))) }
        #expect(world.readiness == ["c6": .picture, "c4": .playlist])
        settings.budget = 0
        world = watching("c5", settings)
        #expect(world.readiness == ["c6": .playlist, "c4": .playlist])
        expectClean(world)
    }

    @Test("As long as the throughput is not known nothing but playlists is asked for")
    func unknownThroughput() {
        var world = WarmingWorld()
        world.setNetwork { $0.throughput = nil }
        world.watch("c5")
        world.pass(.seconds(5))
        #expect(world.readiness == ["c6": .playlist, "c4": .playlist])
        world.setNetwork { $0.throughput = 50e6 }
        #expect(world.readiness == ["c6": .picture, "c4": .picture])
        expectClean(world)
    }

    @Test("A throughput that comes and goes moves a channel ever more rarely")
    func noFlapping() {
        var world = watching("c5")
        for item in world.items.keys { world.send(.cost(item, .init(bandwidth: 3e6, pictureBytes: 1_382_400))) }
        let before = world.changes
        for second in 0..<600 {
            world.setNetwork { $0.throughput = second.isMultiple(of: 2) ? 100e6 : 5e6 }
            world.pass(.seconds(1))
        }
        #expect(world.changes - before <= 60)
        #expect(world.begun == 2)
        expectClean(world)
    }

    @Test("A low buffer begins nothing; one that stays low takes all media away, until it has been well for a while")
    func lowBuffer() {
        var world = watching("c5")
        world.setNetwork { $0.buffered = .milliseconds(200) }
        #expect(world.readiness["c6"] == .picture && world.warming.isLow)
        world.pass(.milliseconds(999))
        world.setNetwork { $0.buffered = .milliseconds(200) }
        #expect(world.readiness["c6"] == .picture)
        world.pass(.milliseconds(1))
        world.setNetwork { $0.buffered = .milliseconds(200) }
        #expect(world.readiness == ["c6": .playlist, "c4": .playlist])
        world.setNetwork { $0.buffered = .seconds(3) }
        #expect(world.readiness["c6"] == .playlist)
        world.pass(.seconds(6))
        #expect(world.readiness["c6"] == .picture)
        world.setNetwork { $0.isStalled = true }
        #expect(world.readiness["c6"] == .playlist)
        expectClean(world)
    }

    @Test(
        "A channel that has just begun has little for a moment: that takes nothing away, however late the next word comes"
    )
    func lowAtTheBeginning() {
        for pause in [250, 1000, 5000] {
            var world = watching("c5")
            world.setNetwork { $0.buffered = .milliseconds(100) }
            let changes = world.changes
            world.pass(.milliseconds(pause))
            #expect(world.readiness["c6"] == .picture)
            world.setNetwork { $0.buffered = .seconds(4) }
            #expect(!world.warming.isLow && world.changes == changes)
            world.pass(.seconds(5))
            #expect(world.readiness == ["c6": .picture, "c4": .picture])
            expectClean(world)
        }
    }

    @Test("What the line gives is the most that was seen in half a minute; what is there is never forgotten altogether")
    func lineRate() {
        var line = LineRate()
        let start = HostTime(nanoseconds: 1_000_000_000)
        #expect(line.value == nil)
        line.note(.nan, at: start)
        line.note(-1, at: start)
        #expect(line.value == nil)
        line.note(20e6, at: start)
        line.note(8e6, at: start + .seconds(23))
        line.note(10e6, at: start + .seconds(24))
        #expect(line.value == 20e6)
        line.note(5e6, at: start + .seconds(30))
        #expect(line.value == 20e6)
        line.note(5e6, at: start + .milliseconds(30_001))
        #expect(line.value == 10e6)
        line.note(6e6, at: start + .seconds(80))
        #expect(line.value == 6e6)
        line.note(30e6, at: start + .seconds(81))
        #expect(line.value == 30e6)
    }

    @Test("Close to the live edge there is never much ahead, and a wide line brings more at once: that is not low")
    func notLow() {
        for (throughput, isLow) in [(4.5e6, true), (6e6, false)] {
            var world = watching("c5")
            world.setNetwork { ($0.throughput, $0.bandwidth, $0.buffered) = (throughput, 3e6, .milliseconds(500)) }
            #expect(world.warming.isLow == isLow)
        }
        var world = watching("c5")
        world.setNetwork {
            $0.latency = .seconds(1)
            $0.buffered = .milliseconds(600)
        }
        world.pass(.seconds(5))
        #expect(world.readiness["c6"] == .picture)
        expectClean(world)
    }

    @Test("With one connection there are playlists; with two, one channel has media")
    func connections() {
        for (limit, expected) in [
            (1, [Warmth.playlist, .playlist]), (2, [.playlist, .picture]), (3, [.picture, .picture]),
        ] {
            var settings = WarmingSettings()
            settings.providers = [.init(name: "one.example", connections: limit)]
            var world = watching("c5", settings)
            #expect(world.readiness.values.sorted() == expected)
            // While another channel is on its way the viewer takes two connections.
            world.aim(at: "c12")
            world.watch("c12")
            world.pass(.seconds(20))
            expectClean(world)
        }
    }

    @Test("Connections are counted for each provider")
    func providers() {
        var settings = WarmingSettings()
        settings.connections = 1
        let lineup = WarmingWorld.lineup(hosts: ["a.one.example", "two.example"])
        let apart = watching("c5", settings, lineup: lineup)
        // c5 is on the second server; its neighbours are on the first, which has one connection to
        // spare.
        #expect(apart.readiness == ["c6": .picture, "c4": .playlist])
        expectClean(apart)
        // The servers of one provider count together.
        settings.providers = [.init(name: "both", hosts: ["one.example", "two.example"], connections: 1)]
        let together = watching("c5", settings, lineup: lineup)
        #expect(together.readiness == ["c6": .playlist, "c4": .playlist])
        expectClean(together)
    }

    @Test("Memory and decoders are limits too")
    func limits() {
        var settings = WarmingSettings()
        settings.decoders = 1
        #expect(watching("c5", settings).readiness == ["c6": .picture, "c4": .media])
        settings = WarmingSettings()
        settings.memory = 40 << 20
        #expect(watching("c5", settings).readiness == ["c6": .picture, "c4": .media])
        settings.memory = 1 << 20
        #expect(watching("c5", settings).readiness == ["c6": .playlist])
        settings.memory = 0
        #expect(watching("c5", settings).items.isEmpty)
    }

    @Test(
        "A provider that refuses is left alone, twice as long each time, or as long as it asks",
        arguments: [403, 429, 458, 509])
    func refusal(status: Int) throws {
        var world = watching("c5", lineup: WarmingWorld.lineup(hosts: ["one.example", "two.example"]))
        for seconds in [30, 60, 120] {
            let item = try #require(world.items.first { $0.value.channel.host == "one.example" })
            world.send(.refused(item.value.channel.id, .init(status: status)))
            #expect(world.items.values.allSatisfy { $0.channel.host == "two.example" })
            let backOff = try #require(world.warming.providers["one.example"])
            #expect(backOff.until - world.now == .seconds(seconds))
            #expect(backOff.status == status)
            world.pass(.seconds(seconds))
            // One of them tries first.
            #expect(world.items.values.count { $0.channel.host == "one.example" } == 1)
        }
        // The server answers well again.
        world.pass(.seconds(60))
        #expect(world.warming.providers.isEmpty)
        #expect(world.items.values.count { $0.channel.host == "one.example" } == 2)
        expectClean(world)
    }

    @Test("Retry-After is respected, an hour at most; a refusal of the channel watched counts too")
    func retryAfter() throws {
        var world = watching("c5")
        world.send(.refused("c5", .init(status: 429, retryAfter: .seconds(300))))
        #expect(world.items.isEmpty)
        #expect(try #require(world.warming.providers["one.example"]).until - world.now == .seconds(300))
        world.send(.refused("c5", .init(status: 429, retryAfter: .seconds(1_000_000))))
        #expect(try #require(world.warming.providers["one.example"]).until - world.now == .seconds(3600))
        #expect(try #require(world.warming.providers["one.example"]).failures == 1)
        world.pass(.seconds(3600))
        #expect(world.items.count == 1)
        expectClean(world)
    }

    @Test("A channel that fails is left alone, and no other for it")
    func failure() throws {
        var world = watching("c5")
        world.send(.failed(try #require(world.item("c6")), .init(status: 404)))
        #expect(world.item("c6") == nil)
        #expect(world.item("c4") != nil)
        world.pass(.seconds(29))
        #expect(world.item("c6") == nil)
        world.pass(.seconds(1))
        #expect(world.item("c6") != nil)
        world.send(.failed(try #require(world.item("c6"))))
        world.pass(.seconds(59))
        #expect(world.item("c6") == nil)
        world.pass(.seconds(1))
        #expect(world.item("c6") != nil)
        #expect(world.warming.providers.isEmpty)
        expectClean(world)
    }

    @Test("What a flip adopts is another's from then on; what it leaves is this one's")
    func ownership() throws {
        var world = watching("c5")
        let item = try #require(world.item("c6"))
        world.send(.ready(item))
        #expect(world.warming.kept["c6"] == FlipMachine.Warm(item: item, isReady: true))
        world.watch("c6")
        #expect(world.warming.kept["c6"] == nil)
        #expect(world.warming.kept["c5"]?.isReady == true)
        // An item lowered below decoded pictures is no longer ready.
        world.setNetwork { $0.isStalled = true }
        #expect(world.warming.kept["c5"]?.isReady == false)
        expectClean(world)
    }

    @Test("A new lineup cools what it lacks, or has at another address")
    func lineup() {
        var world = watching("c5")
        world.send(.lineup(WarmingWorld.lineup(hosts: ["other.example"])))
        #expect(world.items.values.allSatisfy { $0.channel.host == "other.example" })
        world.send(.lineup(WarmingWorld.lineup(6, hosts: ["other.example"])))
        world.pass(.seconds(1))
        #expect(Set(world.readiness.keys) == ["c0", "c4"])
        expectClean(world)
    }

    @Test("Standby cools everything, and waking begins anew")
    func standby() {
        var world = watching("c5")
        world.send(.stopped)
        #expect(world.items.isEmpty)
        world.pass(.seconds(100))
        #expect(world.items.isEmpty)
        world.watch("c5")
        world.setNetwork { $0.throughput = 100e6 }
        world.pass(.seconds(1))
        #expect(Set(world.readiness.keys) == ["c4", "c6"])
        expectClean(world)
    }

    @Test("A provider's name is the host of the address, whatever stands around it")
    func hosts() throws {
        let addresses = [
            "http://user:p@ss@TV.Example:8080/a.m3u8": "tv.example", "https://[::1]:80/a": "::1", "http://h?x": "h",
            "http://h\\@other/a": "h",
            "/a/file.m3u8": "", "": "", "http://": "", "udp://@239.0.0.1:1234": "239.0.0.1",
        ]
        for (address, host) in addresses {
            let entry = ChannelEntry(name: "x", url: address)
            #expect(try #require(Lineup([entry]).channels.first).host == host, "\(address)")
        }
    }

    @Test("Whatever happens no limit is passed, no item is lost, and in the end all is well again", arguments: 1...24)
    func random(seed: Int) {
        var random = SplitMix(seed: seed)
        var settings = WarmingSettings()
        settings.neighbours = Int.random(in: 0...6, using: &random)
        settings.decoders = Int.random(in: 0...5, using: &random)
        settings.memory = Int.random(in: 0...300, using: &random) << 20
        settings.providers = [.init(name: "one.example", connections: Int.random(in: 1...4, using: &random))]
        let size = [1, 2, 3, 20].randomElement(using: &random) ?? 20
        let hosts = ["one.example", "two.example"]
        var world = WarmingWorld(settings, lineup: WarmingWorld.lineup(size, hosts: hosts))
        for _ in 0..<1500 {
            let channel = "c\(Int.random(in: 0..<size, using: &random))"
            let item = world.items.keys.min { $0.value < $1.value }
            switch Int.random(in: 0..<15, using: &random) {
            case 0, 1: world.watch(channel)
            case 2: world.aim(at: channel)
            case 3: world.send(.point(at: Bool.random(using: &random) ? channel : nil))
            case 4: if let item { world.send(.ready(item)) }
            case 5:
                if let item {
                    world.send(.failed(item, .init(status: [403, 404].randomElement(using: &random) ?? 404)))
                }
            case 6:
                let asked: [Duration?] = [nil, .zero, .seconds(40), .seconds(100_000), .seconds(-5)]
                let retryAfter = asked.randomElement(using: &random) ?? nil
                world.send(.refused(channel, .init(status: 429, retryAfter: retryAfter)))
            case 7, 8:
                for item in world.items.keys.sorted(by: { $0.value < $1.value }) {
                    let bandwidths: [Double?] = [nil, 1e6, 3e6, 8e6]
                    let bandwidth = bandwidths.randomElement(using: &random) ?? nil
                    world.send(.cost(item, .init(bandwidth: bandwidth, isLadder: Bool.random(using: &random))))
                }
            case 9:
                world.setNetwork { network in
                    let throughputs: [Double?] = [nil, 0, 4e6, 12e6, 100e6, .infinity]
                    network.throughput = throughputs.randomElement(using: &random) ?? nil
                    network.bandwidth = Bool.random(using: &random) ? 3e6 : nil
                }
            case 10:
                world.setNetwork { network in
                    network.buffered = .milliseconds([100, 900, 5000].randomElement(using: &random) ?? 100)
                    network.isStalled = Int.random(in: 0..<5, using: &random) == 0
                }
            case 11: world.send(.lineup(WarmingWorld.lineup(size, hosts: hosts)))
            case 12: if Int.random(in: 0..<10, using: &random) == 0 { world.send(.stopped) }
            default: world.pass(.milliseconds([10, 200, 3000, 40_000].randomElement(using: &random) ?? 10))
            }
            guard world.violations.isEmpty else { break }
        }
        #expect(world.violations == [])
        // Without further trouble, it keeps what it may.
        world.watch("c0")
        world.send(.point(at: nil))
        world.setNetwork { $0 = WarmingEvent.Network(throughput: 1e9, bandwidth: 3e6, buffered: .seconds(5)) }
        world.pass(.seconds(10_000))
        #expect(world.warming.providers.isEmpty)
        #expect(world.wake == nil)
        if settings.neighbours > 0, settings.memory > 100 << 20, size > 1 { #expect(!world.items.isEmpty) }
        world.send(.stopped)
        #expect(world.items.isEmpty)
        #expect(world.violations == [])
    }
}
