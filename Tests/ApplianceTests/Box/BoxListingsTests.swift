import Base
import Channels
import Commands
import ControlProtocol
import Devices
import Guide
import GuideStore
import Headless
import MediaCore
import Testing

@testable import Appliance
@testable import Screens

@Suite("What is on, wherever the box tells of it", .timeLimit(.minutes(10)))
struct BoxListingsTests {
    /// A guide that knows every channel: a programme that began ten minutes ago, and one after it.
    private struct EveryChannel: ProgrammeGuide {
        private let begins = WallClock.seconds - 600
        let news = AsyncStream<ProgrammeGuideNews> { $0.finish() }
        func tell(_ order: ProgrammeGuideOrder) {}
        func run() async {}
        func search(
            _ text: String, from time: Int64, limit: Int
        ) async -> [(channel: Channel.ID, programme: Programme)] { [] }
        func standing() async -> GuideInfo { GuideInfo() }
        func ratedTimes(_ window: Range<Int64>) async -> [Channel.ID: [RatedTime]]? { nil }
        func programmes(on channel: Channel.ID, in window: Range<Int64>) async -> [GuideReader.Cell] {
            // An hour each, whatever is asked for; none ends while a test runs, whatever the time of the day.
            let first = window.lowerBound - ((window.lowerBound - begins) % 3600 + 3600) % 3600
            return stride(from: first, to: window.upperBound, by: 3600).map {
                GuideReader.Cell(start: $0, stop: $0 + 3600, title: "\(channel) \($0 / 3600)")
            }
        }

        func nowAndNext(_ channels: [Channel.ID], at time: Int64) async -> [Channel.ID: NowAndNext] {
            Dictionary(
                uniqueKeysWithValues: channels.map { id in
                    (
                        id,
                        NowAndNext(
                            now: Programme(start: time - 600, stop: time + 3000, title: "\(id) now"),
                            next: Programme(start: time + 3000, stop: time + 6000, title: "\(id) next"))
                    )
                })
        }
    }

    @Test("The information, the interstitial, the list, the status and the events have it")
    func everywhere() async throws {
        let rig = try await BoxRig(["One", "Two", "Three"], guide: EveryChannel())
        await rig.until { $0.listings["c1"] != nil && $0.listings["c2"] != nil }
        // The panel yields to a channel that is on its way; a stopped one is still chosen.
        await rig.box.perform(.stop, key: rig.clock.now)
        await rig.box.perform(.showInfo, key: rig.clock.now)
        let info = try #require(await rig.box.interface.presented(InfoScreen.self)?.state)
        let told = try #require(info.tabs.first?.programme)
        #expect(told.label?.title == "c1 now" && told.next?.title == "c1 next")
        let progress = try #require(told.label?.progress)
        #expect(abs(progress - 1.0 / 6) < 0.01 && told.next?.progress == nil)
        let status = await rig.box.read { Status($0.snapshot) }
        #expect(status.programme?.title == "c1 now")
        rig.press("CHANNELUP")
        await rig.until { $0.tuner.selected == "c2" && $0.listings["c3"] != nil }
        #expect(
            await rig.box.interface.presented(InterstitialScreen.self)?.state.programme?.title == "c2 now")
        await rig.box.perform(.showChannels, key: rig.clock.now)
        let rows = try #require(await rig.box.interface.shownList?.rows)
        #expect(rows.map(\.note) == ["c1 now", "c2 now", "c3 now"])
    }

    @Test("The guide shows what is on, tells of what has the focus in full, and OK plays what is on")
    func guide() async throws {
        let rig = try await BoxRig((1...30).map { "Channel \($0)" }, guide: EveryChannel())
        await rig.until { $0.listings["c1"] != nil }
        #expect(await rig.box.perform(.showGuide, key: rig.clock.now) == .done)
        await rig.until { box in
            let screen = box.interface.presented(GuideScreen.self)
            return screen?.state.details?.programme.label?.title == "c1 now"
                && screen?.focused?.title.hasPrefix("c1 ") == true
        }
        #expect(await rig.box.focus == .guide)
        let known = try #require(await rig.box.interface.presented(GuideScreen.self)?.state)
        // Only what may be seen with the next key is asked for.
        #expect(known.cells["c14"] != nil && known.cells["c15"] == nil && known.hours.count > 8)
        #expect(await rig.box.perform(.page(.down), key: rig.clock.now) == .done)
        await rig.until { $0.interface.presented(GuideScreen.self)?.focused?.title.hasPrefix("c8 ") == true }
        #expect(await rig.box.perform(.page(.right), key: rig.clock.now) == .done)
        await rig.until { box in
            let screen = box.interface.presented(GuideScreen.self)
            return screen?.state.day != nil && screen?.focused?.title.hasPrefix("c8 ") == true
        }
        #expect(await rig.box.perform(.page(.left), key: rig.clock.now) == .done)
        await rig.until { box in
            guard let screen = box.interface.presented(GuideScreen.self) else { return false }
            // Today, whatever the hour: the day's end may lie in the half hours that are seen.
            return screen.state.day == WallClock.day(secondsSince1970: screen.cursor.time, from: screen.state.now)
                && screen.focused?.title.hasPrefix("c8 ") == true
        }
        #expect(await rig.box.perform(.confirm, key: rig.clock.now) == .done)
        await rig.until { $0.tuner.selected == "c8" && $0.interface.guideView == nil }
        // Nothing of it is kept.
        #expect(await rig.box.guideTable["c8"] == nil)
        #expect(await rig.box.perform(.page(.down), key: rig.clock.now) != .done)
    }

    @Test("Where nothing is known of what is on, the list of channels comes in the guide's place")
    func noGuide() async throws {
        let rig = try await BoxRig(["One", "Two"])
        #expect(await rig.box.perform(.showGuide, key: rig.clock.now) == .done)
        await rig.until { $0.interface.shownList?.kind == .channels }
    }

    @Test("Opening the list of channels asks what is on all of them")
    func list() async throws {
        let rig = try await BoxRig((1...9).map { "Channel \($0)" }, guide: EveryChannel())
        await rig.until { $0.listings["c1"] != nil }
        // Of those that no key leads to next nothing was asked.
        #expect(await rig.box.listings["c5"] == nil)
        await rig.box.perform(.showChannels, key: rig.clock.now)
        await rig.until { $0.interface.shownList?.rows.allSatisfy { $0.note == "\($0.id) now" } == true }
    }

    @Test("What was opened before the guide answered is brought up to date, and told")
    func late() async throws {
        let rig = try await BoxRig(["One", "Two"], guide: EveryChannel())
        await rig.until { $0.listings["c1"] != nil }
        // The panel yields to a channel that is on its way; a stopped one is still chosen.
        await rig.box.perform(.stop, key: rig.clock.now)
        await rig.box.perform(.showInfo, key: rig.clock.now)
        let events = await rig.box.events()
        let other = Programme(start: 0, stop: .max, title: "another")
        await rig.box.tellListings(.answer(["c1": NowAndNext(now: other)], of: ["c1"], edition: 0))
        let info = await rig.box.interface.presented(InfoScreen.self)?.state
        let told = info?.tabs.first?.programme
        #expect(told?.label?.title == "another" && told?.next == nil)
        for await event in events {
            if case .programme(let programme) = event {
                #expect(programme?.title == "another")
                break
            }
        }
    }

    @Test("Nothing is told of a channel whose name is kept from the screen")
    func hidden() async throws {
        var policy = ParentalGate.Policy()
        policy.hidesNames = true
        let rig = try await BoxRig(
            ["One", "Two"], attributes: [2: "tvg-rating=\"18\""], passcode: "1234", policy: policy,
            guide: EveryChannel())
        await rig.until { $0.listings["c2"] != nil }
        await rig.box.perform(.showChannels, key: rig.clock.now)
        #expect(await rig.box.interface.shownList?.rows.map(\.note) == ["c1 now", nil])
        await rig.box.perform(.showVideo, key: rig.clock.now)
        await rig.box.perform(.preview(.next), key: rig.clock.now)
        let preview = try #require(await rig.box.interface.presented(InterstitialScreen.self)?.state)
        #expect(preview.to?.id == "c2" && preview.programme == nil)
    }

    /// A guide in which a programme on `c2`, for adults, is on, until it can tell nothing any more.
    private final class AdultEvening: ProgrammeGuide {
        let news: AsyncStream<ProgrammeGuideNews>
        let telling: AsyncStream<ProgrammeGuideNews>.Continuation
        let asked = Locked(0)

        init() { (news, telling) = AsyncStream.makeStream() }
        func tell(_ order: ProgrammeGuideOrder) {}
        func run() async {}
        func nowAndNext(_ channels: [Channel.ID], at time: Int64) async -> [Channel.ID: NowAndNext] { [:] }
        func programmes(on channel: Channel.ID, in window: Range<Int64>) async -> [GuideReader.Cell] { [] }
        func ratedTimes(_ window: Range<Int64>) async -> [Channel.ID: [RatedTime]]? {
            let isFirst = asked.withLock { count in
                count += 1
                return count == 1
            }
            return isFirst ? ["c2": [RatedTime(start: 0, stop: .max, rating: .rated(.adult))]] : nil
        }
        func search(
            _ text: String, from time: Int64, limit: Int
        ) async -> [(channel: Channel.ID, programme: Programme)] { [] }
        func standing() async -> GuideInfo { GuideInfo() }
    }

    @Test("What the guide says is for adults locks its channel, also when the guide can tell nothing any more")
    func adults() async throws {
        let guide = AdultEvening()
        let rig = try await BoxRig(["One", "Two"], passcode: "1234", guide: guide)
        guide.telling.yield(.renewed)
        await rig.until { box in box.tuner.lineup["c2"].map(box.tuner.isRestricted) == true }
        #expect(await rig.box.tuner.lineup["c1"].map(rig.box.tuner.isRestricted) == false)
        guide.telling.yield(.renewed)
        await rig.until { _ in guide.asked.withLock { $0 } == 2 }
        #expect(await rig.box.tuner.lineup["c2"].map(rig.box.tuner.isRestricted) == true)
        await rig.box.perform(.tune(.id("c2")), key: rig.clock.now)
        await rig.until { $0.interface.presented(PasscodeScreen.self) != nil }
    }
}
