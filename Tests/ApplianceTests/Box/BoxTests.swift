import Channels
import Commands
import ControlProtocol
import Devices
import Guide
import Headless
import MediaCore
import Screens
import Store
import Testing

@testable import Appliance

@Suite("Box, whole, on a clock moved by hand", .timeLimit(.minutes(10)))
struct BoxTests {
    @Test("Without a video output the box runs, says why, and withdraws it when one comes")
    func noScreen() async throws {
        let rig = try await BoxRig(["One", "Two"])
        rig.display.remove("no KMS device in /dev/dri")
        let warning = "no screen: no KMS device in /dev/dri; waiting for one"
        await rig.until { $0.warnings.values.contains(warning) }
        let status = await rig.box.status()
        #expect(status.warnings.contains(warning))
        #expect(status.display?.trouble == "no KMS device in /dev/dri" && status.display?.connected == false)
        let before = status.channel?.number
        rig.press("CHANNELUP")
        await rig.until { $0.selectedChannel?.number != before }
        rig.display.replug()
        await rig.until { !$0.warnings.values.contains(warning) }
        #expect(await rig.box.status().display?.trouble == nil)
    }

    @Test("The interstitial is on the screen at the vblank after the key")
    func interstitial() async throws {
        let rig = try await BoxRig(["One", "Two", "Three"])
        rig.tick()
        rig.tick()
        let before = try await rig.box.shot(scaledTo: nil)
        let key = rig.clock.now
        rig.press("CHANNELUP")
        await rig.until { $0.tuner.selected == "c2" }
        // The scene is asked for at one vblank and stands at the next.
        rig.tick()
        rig.tick()
        #expect(rig.clock.now - key <= .milliseconds(34))
        #expect(try await rig.box.shot(scaledTo: nil) != before)
        // Only the wanted channel is requested.
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://origin/2.m3u8"] }
    }

    @Test("Ten presses within the time that counts as quick ask for the first and the last channel only")
    func presses() async throws {
        let rig = try await BoxRig((1...12).map { "Channel \($0)" })
        for _ in 0..<10 { rig.press("CHANNELUP") }
        await rig.until { $0.tuner.selected == "c11" }
        rig.clock.advance(by: .milliseconds(300))
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://origin/11.m3u8"] }
        #expect(rig.fetcher.asked.map { $0.dropFirst(14) } == ["1.m3u8", "2.m3u8", "11.m3u8"])
    }

    @Test("A channel that can't be had is said to be so, is tried again by itself, and keeps its cause meanwhile")
    func failure() async throws {
        let rig = try await BoxRig(["One", "Two"])
        let url = "http://origin/1.m3u8"
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == [url] }
        rig.fetcher.fail(url, .status(404, url: url, retryAfter: nil))
        await rig.until { await $0.status().state == .failed }
        #expect(await rig.box.status().trouble?.cause == "\(url) answered 404")
        #expect(await rig.box.focus == .failure)
        rig.clock.advance(by: .seconds(1))
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == [url] }
        #expect(await rig.box.status().trouble?.cause == "\(url) answered 404")
        #expect(await rig.box.status().channel?.number == 1)
        // Nothing at all arrives now: the last known cause is kept, but another channel has its
        // own.
        rig.press("CHANNELUP")
        await rig.until { $0.tuner.selected == "c2" }
        #expect(await rig.box.status().trouble == nil)
        rig.clock.advance(by: .seconds(11))
        await rig.until { await $0.status().state == .failed }
        #expect(await rig.box.status().trouble?.cause == "no picture came in time")
    }

    @Test("A restricted channel asks first; left, with no channel to go back to, it asks no more and the list is there")
    func gate() async throws {
        let rig = try await BoxRig(["One", "Two"], attributes: [2: "tvg-rating=\"18\""], passcode: "1234")
        rig.press("CHANNELUP")
        await rig.until { $0.focus == .passcode }
        #expect(await rig.box.status().state == .locked)
        for digit in ["9", "9", "9", "9"] { rig.press(digit) }
        await rig.until { $0.tuner.wrongCodes == 1 }
        #expect(await rig.box.focus == .passcode)
        rig.press("BACK")
        // No channel has been shown yet.
        await rig.until { $0.interface.top == .list }
        #expect(await rig.box.status().state == .idle)
        await rig.box.perform(.tune(.number(2)), key: rig.clock.now)
        await rig.until { $0.focus == .passcode }
        for digit in ["1", "2", "3", "4"] { rig.press(digit) }
        await rig.until { $0.focus != .passcode }
        #expect(await rig.box.tuner.selected == "c2")
        #expect(await rig.box.tuner.wrongCodes == 0)
    }

    @Test("The TV goes off, and what a code opened is locked; a screen that is gone for seconds locks too")
    func locksAgain() async throws {
        let cec = ScriptedCEC()
        let rig = try await BoxRig(["One", "Two"], attributes: [2: "tvg-rating=\"18\""], passcode: "1234", cec: cec)
        func open() async {
            await rig.box.perform(.tune(.number(2)), key: rig.clock.now)
            await rig.until { $0.focus == .passcode }
            for digit in ["1", "2", "3", "4"] { rig.press(digit) }
            await rig.until { $0.focus != .passcode }
        }
        await open()
        cec.order(.lock)
        await rig.until { $0.focus == .passcode }
        await open()
        rig.display.unplug()
        await rig.until { [clock = rig.clock] in
            clock.advance(by: .milliseconds(500))
            return $0.focus == .passcode
        }
        #expect(await rig.box.status().state == .locked)
    }

    @Test("Names of locked channels are kept from the screen where the household wants it, and their logos not fetched")
    func hiddenNames() async throws {
        var policy = ParentalGate.Policy()
        policy.hidesNames = true
        let rig = try await BoxRig(
            ["One", "Secret"], attributes: [2: "tvg-rating=\"18\" tvg-logo=\"http://logos/secret.png\""],
            passcode: "1234", policy: policy)
        await rig.until { $0.tuner.selected == "c1" }
        await rig.box.perform(.preview(.next), key: rig.clock.now)
        await rig.until { $0.focus == .preview }
        await rig.box.openChannels()
        let rows = await rig.box.interface.shownList?.rows.map(\.title)
        #expect(rows == ["One", "Locked channel"])
        await rig.box.perform(.tune(.number(2)), key: rig.clock.now)
        await rig.until { $0.focus == .passcode }
        #expect(await rig.box.nowPlaying.channel?.name == "Locked channel")
        #expect(rig.fetcher.asked.allSatisfy { !$0.contains("logos") })
        // Who has the page sees no more than who has the screen; an administrator has to name channels.
        let question = try #require(BoxQuestion(.channels))
        try await rig.store.add(FlipRecord(from: "c1", to: "c2", warm: false, time: 1))
        for (toRemote, name) in [(true, "Locked channel"), (false, "Secret")] {
            let list = try #require(
                await rig.box.control.answer(question, toRemote: toRemote) as? ControlProtocol.ChannelList)
            #expect(list.channels.map(\.name) == ["One", name] && list.channels[1].number == 2)
            let flips = try await rig.box.control.flips(FlipQuery(), toRemote: toRemote)
            #expect(flips.summary?.compactMap(\.name).contains(name) == true)
            #expect(!toRemote || flips.summary?.compactMap(\.name).contains("Secret") == false)
        }
    }

    @Test("A logo of a list from elsewhere is asked for with that list's reach")
    func logoReach() async throws {
        let rig = try await BoxRig(["One"])
        await rig.until { $0.tuner.selected == "c1" }
        // As when it was read from an address: the rig's own list is a file.
        var parser = M3UParser()
        parser.feed(
            Array(
                """
                #EXTM3U
                #EXTINF:-1 tvg-id="c1" tvg-chno="1",One
                http://origin/1.m3u8
                #EXTINF:-1 tvg-id="c2" tvg-chno="2" tvg-logo="http://10.0.0.1/two.png",Two
                http://origin/2.m3u8

                """.utf8))
        var list = parser.finish()
        for index in list.entries.indices { list.entries[index].reach = [] }
        await rig.box.list(.read(list))
        await rig.until { $0.tuner.lineup["c2"]?.reach == [] }
        await rig.box.perform(.tune(.number(2)), key: rig.clock.now)
        await rig.until { _ in rig.fetcher.asked.contains("http://10.0.0.1/two.png") }
        let logo = rig.fetcher.requests.first { $0.url.hasSuffix("two.png") }
        #expect(logo?.reach == [] && logo?.redirectReach == [])
    }

    @Test("Up opens the favourites, OK keeps the channel, Back closes them")
    func favourites() async throws {
        let rig = try await BoxRig(["One", "Two"])
        rig.press("BACK")
        rig.press("UP")
        await rig.until { $0.interface.top == .overlay }
        rig.press("BACK")
        await rig.until { $0.interface.top != .overlay }
    }

    @Test("Cancelled, it lets go of every request and device, and what was to be stored is")
    func stops() async throws {
        let rig = try await BoxRig(["One", "Two"])
        await rig.until { [fetcher = rig.fetcher] _ in !fetcher.waiting.isEmpty }
        await rig.box.perform(.setVolume(33), key: rig.clock.now)
        try await rig.stop()
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting.isEmpty }
        #expect(rig.clock.nextDeadline == nil)
        #expect(try await rig.store.lastState().volume == 33)
    }
}
