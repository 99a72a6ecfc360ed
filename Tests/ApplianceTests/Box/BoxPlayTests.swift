import Channels
import Commands
import ControlProtocol
import Devices
import Headless
import Store
import Testing

@testable import Appliance

@Suite("Addresses that are played", .timeLimit(.minutes(10)))
struct BoxPlayTests {
    private func play(_ url: String, on rig: BoxRig) async -> CommandResult {
        await rig.box.perform(.play(url: url), key: rig.clock.now)
    }

    @Test("A second address of the same host is another channel, and the first one's end")
    func second() async throws {
        let rig = try await BoxRig(["One"])
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://origin/1.m3u8"] }
        #expect(await play("http://films/a.m3u8", on: rig) == .done)
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://films/a.m3u8"] }
        let first = await rig.box.status()
        #expect(first.url == "http://films/a.m3u8" && first.channel?.number == 2)
        #expect(await play("http://films/b.m3u8", on: rig) == .done)
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://films/b.m3u8"] }
        let second = await rig.box.status()
        #expect(second.url == "http://films/b.m3u8")
        #expect(second.channel?.id != first.channel?.id)
        // Not a request to anybody else between the two.
        #expect(rig.fetcher.asked == ["http://origin/1.m3u8", "http://films/a.m3u8", "http://films/b.m3u8"])
    }

    @Test("The same address again changes nothing, and says that it was so")
    func twice() async throws {
        let rig = try await BoxRig(["One"])
        let answer = try await rig.box.play(url: "http://films/a.m3u8")
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://films/a.m3u8"] }
        #expect(try await rig.box.play(url: "http://films/a.m3u8") == answer)
        #expect(try await rig.box.perform(.play(url: "http://films/a.m3u8")) == CommandAnswer(result: .nothingToDo))
        #expect(await rig.box.tuner.lineup.channels.count == 2)
    }

    @Test("After one that failed another is played at once, and the failed one when it is asked for again")
    func afterFailure() async throws {
        let rig = try await BoxRig(["One"])
        for _ in 0..<2 {
            _ = await play("http://films/a.m3u8", on: rig)
            await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://films/a.m3u8"] }
            rig.fetcher.fail("http://films/a.m3u8", .status(404, url: "http://films/a.m3u8", retryAfter: nil))
            await rig.until { await $0.status().state == .failed }
            _ = await play("http://films/b.m3u8", on: rig)
            await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://films/b.m3u8"] }
            #expect(await rig.box.status().state == .tuning)
        }
        // What has failed is not waited for: it is tried at once when it is asked for.
        rig.fetcher.fail("http://films/b.m3u8", .status(404, url: "http://films/b.m3u8", retryAfter: nil))
        await rig.until { await $0.status().state == .failed }
        #expect(await play("http://films/b.m3u8", on: rig) == .done)
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://films/b.m3u8"] }
    }

    @Test("A channel whose address fails is tried at once at the next that its list has for it")
    func elsewhere() async throws {
        let rig = try await BoxRig(["One|http://origin/1.m3u8\nhttp://backup/1.m3u8"])
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://origin/1.m3u8"] }
        rig.fetcher.fail("http://origin/1.m3u8", .status(404, url: "http://origin/1.m3u8", retryAfter: nil))
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://backup/1.m3u8"] }
        #expect(await rig.box.status().state == .tuning)
        rig.fetcher.fail("http://backup/1.m3u8", .status(404, url: "http://backup/1.m3u8", retryAfter: nil))
        await rig.until { await $0.status().state == .failed }
    }

    @Test("An address of the list is its channel: with its name, and its lock")
    func listed() async throws {
        let rig = try await BoxRig(["One", "Two"], attributes: [2: "tvg-rating=\"18\""], passcode: "1234")
        let answer = try await rig.box.play(url: "http://origin/2.m3u8")
        #expect(answer.id == "c2" && answer.name == "Two" && answer.restricted)
        await rig.until { $0.focus == .passcode }
        #expect(await rig.box.tuner.lineup.channels.count == 2)
        #expect(await rig.box.status().url == nil)
    }

    @Test(
        "Neither another spelling of a locked channel's address nor a variant of it is a way round its lock",
        arguments: [
            "http://ORIGIN:80/x/../2.m3u8", "https://origin/2.m3u8", "http://origin/2.m3u8?again",
            "http://films/late/720/index.m3u8",
        ])
    func otherSpelling(url: String) async throws {
        let rig = try await BoxRig(
            ["One", "Two", "Three|http://films/late/master.m3u8"],
            attributes: [2: "tvg-rating=\"18\"", 3: "tvg-rating=\"18\""], passcode: "1234")
        let answer = try await rig.box.play(url: url)
        #expect(answer.restricted)
        await rig.until { $0.focus == .passcode }
        #expect(await rig.box.status().state == .locked)
    }

    @Test("What no list rates asks where the household wants it")
    func unrated() async throws {
        var policy = ParentalGate.Policy()
        policy.asksForUnrated = true
        let rig = try await BoxRig(
            ["One"], attributes: [1: "tvg-rating=\"0\""], passcode: "1234", policy: policy)
        _ = await play("http://films/a.m3u8", on: rig)
        await rig.until { $0.focus == .passcode }
    }

    @Test("Back goes from one address to the one before, and addresses nobody goes back to leave the lineup")
    func back() async throws {
        let rig = try await BoxRig(["One"])
        for name in ["a", "b", "c", "d", "e", "f"] {
            _ = await play("http://films/\(name).m3u8", on: rig)
            await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://films/\(name).m3u8"] }
            let url = "http://films/\(name).m3u8"
            rig.fetcher.fail(url, .status(404, url: url, retryAfter: nil))
            await rig.until { await $0.status().state == .failed }
        }
        #expect(await rig.box.tuner.lineup.channels.count <= 4)
        rig.press("BACK")
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://films/e.m3u8"] }
        #expect(await rig.box.status().url == "http://films/e.m3u8")
    }

    @Test("Nothing that could be read of an address is in its name for the lineup, the store and the log")
    func secrets() async throws {
        let rig = try await BoxRig(["One"])
        let answer = try await rig.box.play(url: "http://films/a.m3u8?token=SECRET")
        #expect(answer.id.hasPrefix("address:") && !answer.id.contains("SECRET") && !answer.id.contains("films"))
        #expect(await rig.box.status().url?.contains("SECRET") == false)
    }
}
