import Channels
import Commands
import Devices
import Guide
import Headless
import MediaCore
import Testing

@testable import Appliance
@testable import Screens

@Suite("What the box puts on its screen", .timeLimit(.minutes(10)))
struct BoxScreenTests {
    @Test("To the picture: what is open closes, and the flip beneath goes on")
    func showVideo() async throws {
        let rig = try await BoxRig(["One", "Two", "Three"])
        rig.press("CHANNELUP")
        await rig.until { $0.tuner.selected == "c2" }
        await rig.box.perform(.showGuide, key: rig.clock.now)
        #expect(await rig.box.interface.top == .list)
        await rig.box.perform(.showVideo, key: rig.clock.now)
        #expect(await rig.box.interface.top == .interstitial)
        #expect(await rig.box.tuner.selected == "c2")
        // Again, from nothing open.
        await rig.box.perform(.showVideo, key: rig.clock.now)
        #expect(await rig.box.tuner.selected == "c2")
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == ["http://origin/2.m3u8"] }
    }

    @Test("Fonts are loaded for letters that a channel's name has, before any key, and for no others")
    func fonts() async throws {
        let rig = try await BoxRig(["One", "MBC 드라마"])
        await rig.until { box in
            var letters = box.canvas.letters
            return letters.take(from: ["뉴스"]).isEmpty
        }
        var letters = await rig.box.read { $0.canvas.letters }
        #expect(letters.take(from: ["ข่าว"]) == ["ข่าว"])
    }

    @Test("A number half typed and a preview are let be on the way to the picture")
    func showVideoOverNumbers() async throws {
        let rig = try await BoxRig((1...12).map { "Channel \($0)" })
        rig.press("1")
        await rig.until { $0.focus == .numberEntry }
        await rig.box.perform(.showVideo, key: rig.clock.now)
        #expect(await rig.box.focus == .video)
        await rig.box.perform(.preview(.next), key: rig.clock.now)
        #expect(await rig.box.focus == .preview)
        await rig.box.perform(.showVideo, key: rig.clock.now)
        #expect(await rig.box.focus == .video)
        #expect(await rig.box.tuner.selected == "c1")
    }

    @Test("The list of channels says that the chosen one fails, and stays open and right while it is tried again")
    func listOverFailure() async throws {
        let rig = try await BoxRig(["One", "Two"])
        let url = "http://origin/1.m3u8"
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == [url] }
        await rig.box.perform(.showGuide, key: rig.clock.now)
        #expect(await rig.box.interface.shownList?.standing == .coming)
        rig.fetcher.fail(url, .status(404, url: url, retryAfter: nil))
        await rig.until { $0.interface.shownList?.standing == .failing }
        rig.clock.advance(by: .seconds(1))
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == [url] }
        #expect(await rig.box.interface.top == .list)
        #expect(await rig.box.interface.shownList?.standing == .failing)
        await rig.box.perform(.stop, key: rig.clock.now)
        #expect(await rig.box.interface.shownList?.standing == nil)
    }

    @Test("The groups list how many channels each has; OK on one lists these, and the list follows the lineup")
    func groups() async throws {
        let rig = try await BoxRig(["One", "Two", "Three"])
        var (news, both) = (ChannelEdit(), ChannelEdit())
        (news.groups, both.groups) = (["News"], ["Film", "News"])
        await rig.box.list(.edit(["c1": news, "c3": both]))
        await rig.box.perform(.showGroups, key: rig.clock.now)
        let groups = try #require(await rig.box.interface.shownList)
        #expect(groups.rows.map { "\($0.title) \($0.note ?? "")" } == ["All channels 3", "News 2", "Film 1"])
        #expect(groups.current == "group:News")
        await rig.box.perform(menuRow: "group:News", nil)
        let listed = try #require(await rig.box.interface.shownList)
        #expect(listed.kind == .channels && listed.group == "News" && listed.rows.map(\.id) == ["c1", "c3"])
        await rig.box.list(.edit(["c3": ChannelEdit()]))
        #expect(await rig.box.interface.shownList?.rows.map(\.id) == ["c1"])
        // From here the group that was shown has the focus.
        await rig.box.perform(.showGroups, key: rig.clock.now)
        #expect(await rig.box.interface.shownList?.current == "group:News")
        await rig.box.perform(menuRow: "group:", nil)
        #expect(await rig.box.interface.shownList?.rows.count == 3)
        await rig.box.perform(.showVideo, key: rig.clock.now)
        await rig.box.perform(.showGuide, key: rig.clock.now)
        #expect(await rig.box.interface.shownList?.group == nil)
    }

    @Test("A countdown is not begun anew by a preview")
    func countdown() async throws {
        let rig = try await BoxRig(["One", "Two"])
        let url = "http://origin/1.m3u8"
        await rig.until { [fetcher = rig.fetcher] _ in fetcher.waiting == [url] }
        rig.fetcher.fail(url, .status(503, url: url, retryAfter: .seconds(30)))
        await rig.until { $0.interface.presented(FailureScreen.self) != nil }
        let end = try #require(await rig.box.interface.presented(FailureScreen.self)?.state.retryAt)
        #expect(end == rig.clock.now + .seconds(30))
        rig.clock.advance(by: .seconds(10))
        await rig.box.perform(.preview(.next), key: rig.clock.now)
        await rig.until { $0.focus == .preview }
        await rig.box.perform(.back, key: rig.clock.now)
        let after = await rig.box.interface.presented(FailureScreen.self)?.state.retryAt
        #expect(after == end)
    }

    @Test("A box that tunes at once says which keys do what when the channel has come")
    func welcome() async throws {
        let rig = try await PlayingRig([
            PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 25, luma: 80),
            PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 25, luma: 120),
        ])
        try await rig.ticks { $0.interface[.hint].isPresented }
        #expect(await rig.box.interface.top == nil)
        #expect(await rig.box.interface[.interstitial].isPresented == false)
    }
}
