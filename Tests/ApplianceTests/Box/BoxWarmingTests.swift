import Channels
import Commands
import ControlProtocol
import Devices
import Headless
import MediaCore
import Playback
import Testing

@testable import Appliance

@Suite("Box, with warm channels", .timeLimit(.minutes(10)))
struct BoxWarmingTests {
    private static func url(_ number: Int) -> String { "http://origin/\(number).m3u8" }

    /// Brings the channel to the screen, as far as the box is told.
    private func show(_ number: Int, on rig: BoxRig) async {
        await rig.until { box in
            let item = box.itemFacts.first {
                $0.value.channel == "c\(number)"
                    && !box.tuner.isHidden(Channels.ItemID(value: Int(clamping: $0.key.value)))
            }?.key
            guard let item else { return false }
            for kind in [PlayerEvent.Kind.ready, .firstFrameShown] {
                box.handle(PlayerEvent(item: item, kind: kind, time: box.now))
            }
            return box.tuner.watching == "c\(number)" && box.tuner.isSettled
        }
    }

    /// Watches channel 3 of five until its neighbours are requested.
    private func watching(_ rig: BoxRig) async {
        await rig.box.perform(.tune(.number(3)), key: rig.clock.now)
        await show(3, on: rig)
        rig.clock.advance(by: .milliseconds(400))
        await rig.until { [fetcher = rig.fetcher] _ in
            fetcher.waiting.contains(Self.url(2)) && fetcher.waiting.contains(Self.url(4))
        }
    }

    private func rig(_ warming: WarmingSettings = WarmingSettings()) async throws -> BoxRig {
        try await BoxRig(["One", "Two", "Three", "Four", "Five"], warming: warming)
    }

    @Test("The neighbours of the channel watched are asked for, once it has settled; CH+ adopts what is there")
    func adoption() async throws {
        let rig = try await rig()
        await watching(rig)
        #expect(await rig.box.warmNumbers == [2, 4])
        rig.press("CHANNELUP")
        await rig.until { $0.tuner.selected == "c4" }
        #expect(await rig.box.warmNumbers == [2])
        #expect(rig.fetcher.asked.count { $0 == Self.url(4) } == 1)
        await show(4, on: rig)
        // The channel that was left is kept warm.
        #expect(await rig.box.warmNumbers == [2, 3])
        rig.clock.advance(by: .seconds(11))
        await rig.until { $0.warmNumbers == [1, 3, 5] }
    }

    @Test("A warm channel that fails is told nowhere; flipped to, it is asked for anew")
    func failure() async throws {
        let rig = try await rig()
        await watching(rig)
        rig.fetcher.fail(Self.url(4), .status(404, url: Self.url(4), retryAfter: nil))
        await rig.until { $0.warmNumbers == [2] }
        #expect(await rig.box.status().trouble == nil)
        #expect(await rig.box.playout.blame == nil)
        #expect(await rig.box.status().state == .playing)
        rig.press("CHANNELUP")
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.asked.count { $0 == Self.url(4) } == 2 }
        #expect(await rig.box.status().trouble == nil)
    }

    @Test("A provider that refuses a warm channel is left alone, and the status says so")
    func refusal() async throws {
        let rig = try await rig()
        await watching(rig)
        rig.fetcher.fail(Self.url(4), .status(458, url: Self.url(4), retryAfter: nil))
        await rig.until { !$0.tuner.refusals.isEmpty }
        let info = try #require(await rig.box.status().warming)
        #expect(info.channels.isEmpty)
        #expect(info.notes == ["origin answered 458, again in 30 s"])
        await rig.until { [fetcher = rig.fetcher] _ in !fetcher.waiting.contains(Self.url(2)) }
        rig.clock.advance(by: .seconds(30))
        await rig.until { $0.warmNumbers.count == 1 }
    }

    @Test("Standby lets every warm channel go; so does stop")
    func standby() async throws {
        for key in ["POWER", "STOP"] {
            let rig = try await rig()
            await watching(rig)
            rig.press(key)
            // What plays fades first.
            await rig.until { $0.curtain.isFalling }
            rig.clock.advance(by: Curtain.duration)
            await rig.until { [fetcher = rig.fetcher] box in fetcher.waiting.isEmpty && box.itemFacts.isEmpty }
            rig.clock.advance(by: .seconds(60))
            #expect(await rig.box.warmNumbers.isEmpty)
            #expect(await rig.box.tuner.kept.isEmpty)
        }
    }

    @Test("Switched off, nobody's neighbours are asked for")
    func off() async throws {
        var settings = WarmingSettings()
        settings.neighbours = 0
        let rig = try await rig(settings)
        await rig.box.perform(.tune(.number(3)), key: rig.clock.now)
        await show(3, on: rig)
        rig.clock.advance(by: .seconds(60))
        await show(3, on: rig)
        #expect(rig.fetcher.asked.allSatisfy { $0 == Self.url(1) || $0 == Self.url(3) })
    }

    @Test("A half-typed number warms the channel it names so far")
    func pointing() async throws {
        let rig = try await BoxRig((1...12).map { "Channel \($0)" })
        await watching(rig)
        // 1 may be the beginning of 10, 11, 12.
        rig.press("1")
        await rig.until { $0.tuner.interstitial?.state == .typing }
        rig.clock.advance(by: .milliseconds(200))
        await rig.until { $0.warmNumbers.contains(1) }
        #expect(await rig.box.tuner.watching == "c3")
    }

    @Test("A number typed on the way to another channel: it is not that channel that plays")
    func typedOnTheWay() async throws {
        let rig = try await BoxRig((1...12).map { "Channel \($0)" })
        await watching(rig)
        #expect(await rig.box.status().state == .playing)
        for key in ["CHANNELUP", "CHANNELUP", "1"] { rig.press(key) }
        await rig.until { $0.tuner.interstitial?.state == .typing }
        let status = await rig.box.status()
        #expect(status.channel?.number == 5 && status.state == .tuning)
    }

    @Test("What a warm channel plays like is learnt only when it is watched")
    func learning() async throws {
        let rig = try await rig()
        await watching(rig)
        let item = try #require(await rig.box.itemFacts.first { $0.value.channel == "c4" }?.key)
        var info = Playback.PlaybackInfo()
        info.bandwidth = 2_000_000
        info.playlist = "http://origin/variant.m3u8"
        let told = info
        await rig.until { box in
            box.handle(PlayerEvent(item: item, kind: .info(told), time: box.now))
            box.handle(PlayerEvent(item: item, kind: .throughput(5e6), time: box.now))
            return true
        }
        #expect(await rig.box.memory.record(of: "c4") == nil)
        #expect(await rig.box.memory.playlist(of: "c4") == nil)
        #expect(await rig.box.memory.throughput == nil)
        #expect(await rig.box.tuner.warm.first { $0.channel.number == 4 }?.bandwidth == 2_000_000)
        rig.press("CHANNELUP")
        await rig.until { $0.tuner.selected == "c4" }
        await show(4, on: rig)
        #expect(await rig.box.memory.playlist(of: "c4") == "http://origin/variant.m3u8")
    }
}

extension Box {
    fileprivate var warmNumbers: [Int] { tuner.warm.map(\.channel.number).sorted() }
}
