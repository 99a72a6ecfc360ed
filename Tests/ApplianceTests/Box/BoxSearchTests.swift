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

@Suite("The search of a whole box", .timeLimit(.minutes(10)))
struct BoxSearchTests {
    /// A guide with three programmes: one that is on, one that is over, one that comes.
    private struct Three: ProgrammeGuide {
        let news = AsyncStream<ProgrammeGuideNews> { $0.finish() }
        let now = WallClock.seconds
        func tell(_ order: ProgrammeGuideOrder) {}
        func run() async {}
        func standing() async -> GuideInfo { GuideInfo() }
        func ratedTimes(_ window: Range<Int64>) async -> [Channel.ID: [RatedTime]]? { nil }
        func programmes(on channel: Channel.ID, in window: Range<Int64>) async -> [GuideReader.Cell] { [] }

        func nowAndNext(_ channels: [Channel.ID], at time: Int64) async -> [Channel.ID: NowAndNext] {
            guard channels.contains("c2"), time > now + 1000 else { return [:] }
            return ["c2": NowAndNext(now: comes, next: nil)]
        }

        private var comes: Programme { Programme(start: now + 3600, stop: now + 7200, title: "Late News") }

        func words(byKeys digits: String, limit: Int) async -> [String] { digits == "6397" ? ["news", "mews"] : [] }

        func search(
            _ text: String, from time: Int64, limit: Int
        ) async -> [(channel: Channel.ID, programme: Programme)] {
            guard text == "news" || text == "6397|news|mews" else { return [] }
            return [
                ("c1", Programme(start: now - 7200, stop: now - 3600, title: "Old News")),
                ("c3", Programme(start: now - 600, stop: now + 3000, title: "News")), ("c2", comes),
                ("gone", comes),
            ]
        }
    }

    @Test("Typed from elsewhere or by digits, channels and what is on or comes are found; OK watches it")
    func find() async throws {
        let rig = try await BoxRig(["Harbour", "Newsroom", "Three"], guide: Three())
        #expect(await rig.box.perform(.type("x"), key: rig.clock.now) == .notNow("nothing on the screen takes text"))
        #expect(await rig.box.perform(.showSearch, key: rig.clock.now) == .done)
        #expect(await rig.box.focus == .text)
        #expect(await rig.box.perform(.type("news"), key: rig.clock.now) == .done)
        await rig.until { $0.interface.shownSearch?.isComplete == true && $0.interface.searchText == "news" }
        #expect(await rig.box.interface.shownSearch?.results.map(\.title) == ["Newsroom", "News", "Late News"])
        #expect(await rig.box.interface.shownSearch?.results.map(\.isOn) == [true, true, false])
        for _ in 0..<4 { await rig.box.perform(.erase, key: rig.clock.now) }
        await rig.until { $0.interface.shownSearch?.text == "" && $0.interface.shownSearch?.results.isEmpty == true }
        for digit in [6, 3, 9, 7] { await rig.box.perform(.digit(digit), key: rig.clock.now) }
        await rig.until { $0.interface.shownSearch?.isComplete == true && $0.interface.shownSearch?.text == "6397" }
        let found = try #require(await rig.box.interface.shownSearch)
        #expect(found.results.map(\.title) == ["Newsroom", "News", "Late News"])
        #expect(found.words == ["newsroom", "news", "mews"])
        for _ in 0..<6 { await rig.box.perform(.move(.right), key: rig.clock.now) }
        await rig.box.perform(.move(.down), key: rig.clock.now)
        await rig.box.perform(.confirm, key: rig.clock.now)
        await rig.until { $0.tuner.selected == "c3" && $0.interface.searchText == nil && $0.content.text == nil }
    }

    @Test("What comes opens its page over the search, and Back leads to it again")
    func page() async throws {
        let rig = try await BoxRig(["One", "Two", "Three"], guide: Three())
        await rig.box.perform(.showSearch, key: rig.clock.now)
        await rig.box.perform(.type("news"), key: rig.clock.now)
        await rig.until { $0.interface.shownSearch?.results.count == 2 }
        for _ in 0..<6 { await rig.box.perform(.move(.right), key: rig.clock.now) }
        await rig.box.perform(.move(.down), key: rig.clock.now)
        await rig.box.perform(.confirm, key: rig.clock.now)
        await rig.until { $0.interface.top == .programme }
        #expect(await rig.box.interface.shownProgramme?.programme.label?.title == "Late News")
        await rig.box.perform(.back, key: rig.clock.now)
        #expect(await rig.box.focus == .text)
        #expect(await rig.box.interface.searchText == "news")
        await rig.box.perform(.back, key: rig.clock.now)
        #expect(await rig.box.interface.searchText == nil)
    }

    @Test("What is locked and whose names are hidden is not found by its name")
    func hidden() async throws {
        var policy = ParentalGate.Policy()
        policy.hidesNames = true
        let rig = try await BoxRig(
            ["One", "Late Nights", "Late Show"], attributes: [2: "tvg-rating=\"18\""], passcode: "1234", policy: policy)
        await rig.box.perform(.showSearch, key: rig.clock.now)
        await rig.box.perform(.type("late"), key: rig.clock.now)
        await rig.until { $0.interface.shownSearch?.text == "late" }
        #expect(await rig.box.interface.shownSearch?.results.map(\.title) == ["Late Show"])
        await rig.box.perform(.back, key: rig.clock.now)
        await rig.box.perform(.showSearch, key: rig.clock.now)
        for digit in [5, 2, 8, 3] { await rig.box.perform(.digit(digit), key: rig.clock.now) }
        await rig.until { $0.interface.shownSearch?.text == "5283" }
        #expect(await rig.box.interface.shownSearch?.results.map(\.title) == ["Late Show"])
        #expect(await rig.box.interface.shownSearch?.words == ["late"])
        for _ in 0..<4 { await rig.box.perform(.erase, key: rig.clock.now) }
        for digit in [6, 4, 4, 4, 8, 7] { await rig.box.perform(.digit(digit), key: rig.clock.now) }
        await rig.until { $0.interface.shownSearch?.text == "644487" }
        #expect(await rig.box.interface.shownSearch?.words == [])
    }
}
