import Base
import Channels
import Commands
import ControlProtocol
import Guide
import GuideStore
import Headless
import Overlays
import Screens
import Testing

@testable import Appliance

@Suite("The owner's overlays on a box", .timeLimit(.minutes(5)))
struct BoxOverlayTests {
    /// A folder whose files are another text each time that a test says so.
    private final class Shelf: OverlayShelf {
        private let news: Locked<OverlayNews?>

        init(_ news: OverlayNews) { self.news = Locked(news) }

        func put(_ news: OverlayNews) { self.news.withLock { $0 = news } }

        func changes() -> OverlayNews? {
            news.withLock { news in
                defer { news = nil }
                return news
            }
        }
    }

    private struct Programs: OwnerPrograms {
        var names: Set<String> { ["lights", "bell"] }

        func run(_ name: String) async throws -> String? {
            guard name == "lights" else { throw OwnerProgramFault.status(3) }
            return "Lights are on"
        }
    }

    private static func button(_ label: String, _ action: OverlayAction) -> OverlayButton {
        OverlayButton(label: OverlayText(label), action: action)
    }

    private static let house = OverlayPage(
        id: "house", title: OverlayText("House"),
        rows: [
            OverlayRow(
                .buttons([
                    button("Lights", .program("lights")), button("Bell", .program("bell")),
                    button("Two", .command(.tune(.number(2)))),
                ])),
            OverlayRow(.cards(.channels(["2", "Three", "c1", "nothing"]), limit: 10)),
        ])

    private func shown(_ box: isolated Box) -> OverlayState.Page? {
        let state = box.inWords { OverlayState(box.overlays, page: nil, box.tuner, box.listings, wall: 0) }
        return state.pages.first { $0.id == box.interface.shownOverlay }
    }

    /// A guide in which two channels show sports, and one of them has news soon.
    private final class SmallGuide: ProgrammeGuide {
        let news: AsyncStream<ProgrammeGuideNews>
        private let telling: AsyncStream<ProgrammeGuideNews>.Continuation

        init() { (news, telling) = AsyncStream.makeStream() }
        func tell(_ order: ProgrammeGuideOrder) {}
        func run() async {}
        func nowAndNext(_ channels: [Channel.ID], at time: Int64) async -> [Channel.ID: NowAndNext] { [:] }
        func programmes(on channel: Channel.ID, in window: Range<Int64>) async -> [GuideReader.Cell] { [] }
        func programmes(on channels: [Channel.ID], in window: Range<Int64>) async -> [Channel.ID: [GuideReader.Cell]] {
            [:]
        }
        func ratedTimes(_ window: Range<Int64>) async -> [Channel.ID: [RatedTime]]? { nil }
        func starts(of genre: String, in window: Range<Int64>) async -> [Channel.ID: Set<Int64>] {
            genre == "Sports" ? ["c3": [window.lowerBound], "c1": [window.lowerBound], "c2": []] : [:]
        }
        func search(
            _ text: String, from time: Int64, limit: Int
        ) async -> [(channel: Channel.ID, programme: Programme)] {
            guard text == "News" else { return [] }
            return [
                ("c2", Programme(start: time - 60, stop: time + 3_600, title: "News")),
                ("c3", Programme(start: time + 7_200, stop: time + 9_000, title: "Late News")),
                ("gone", Programme(start: time + 7_200, stop: time + 9_000, title: "News elsewhere")),
            ]
        }
        func standing() async -> GuideInfo { GuideInfo() }
    }

    @Test(
        "Rows come from the guide: the channels where a genre is on, and programmes by their words; OK opens their page"
    )
    func guide() async throws {
        let page = OverlayPage(
            id: "guide", title: OverlayText("Guide"),
            rows: [
                OverlayRow(.cards(.genre("Sports"), limit: 10)), OverlayRow(.cards(.search("News"), limit: 10)),
                OverlayRow(.cards(.genre("Opera"), limit: 10), empty: OverlayText("No opera")),
            ])
        let rig = try await BoxRig(["One", "Two", "Three"], guide: SmallGuide()) {
            $0.overlays = Shelf(OverlayNews(pages: [page]))
        }
        await rig.until { $0.overlays.pages.map(\.id) == ["guide"] }
        #expect(await rig.box.perform(.showOverlay("guide"), key: rig.clock.now) == .done)
        await rig.until { $0.overlays.found.count == 3 }
        let rows = await rig.box.read { box in
            box.inWords { OverlayState(box.overlays, page: nil, box.tuner, box.listings, wall: WallClock.seconds) }
                .pages[0].rows
        }
        func cards(_ index: Int) -> [OverlayCard] {
            if case .cards(let cards) = rows[index].content { cards } else { [] }
        }
        #expect(cards(0).map(\.channel.id) == ["c1", "c3"])
        #expect(
            cards(1).map(\.channel.id) == ["c2", "c3"] && cards(1).map(\.programme?.title) == ["News", "Late News"])
        #expect(cards(1)[0].kind == .channel && cards(1)[0].programme?.progress != nil)
        #expect(rows[2].content == .text("No opera"))
        guard case .programme = cards(1)[1].kind else {
            Issue.record("what is to come is no channel")
            return
        }
    }

    @Test("A page may be a tab of the info panel, or a menu above the bar, and is then none of those that Up shows")
    func places() async throws {
        var tab = Self.house
        (tab.id, tab.place) = ("tab", .info)
        let menu = OverlayPage(
            id: "menu", place: .bar, title: OverlayText("House"),
            rows: [OverlayRow(.buttons([Self.button("Lights", .program("lights"))]))])
        let rig = try await BoxRig(["One", "Two", "Three"], programs: Programs()) {
            $0.overlays = Shelf(OverlayNews(pages: [Self.house, menu, tab]))
        }
        await rig.until { $0.overlays.pages.count == 3 }
        let seen = await rig.box.read { box in
            box.inWords {
                (
                    OverlayState(box.overlays, page: nil, box.tuner, box.listings, wall: 0).pages.map(\.id),
                    InfoTab.owners(box.overlays, box.tuner, box.listings, wall: 0), BarMenu.owners(box.overlays)
                )
            }
        }
        #expect(seen.0 == ["house"])
        #expect(seen.1.map(\.id) == [.owner("tab")])
        #expect(
            seen.1.first?.columns.map { $0.rows.map(\.title) }
                == [["Lights", "Bell", "Two"], ["2 Two", "3 Three", "1 One"]])
        #expect(
            seen.1.first?.columns.first?.rows.map(\.owner) == [
                .program("lights"), .program("bell"), .command(.tune(.number(2))),
            ])
        #expect(
            seen.2.map(\.title) == ["House"] && seen.2.first?.entries.map(\.action) == [.overlay(.program("lights"))])
        #expect(await rig.box.perform(.showOverlay("tab"), key: rig.clock.now) != .done)
    }

    @Test("Up shows the pages of the folder; a button runs its program, whose words and faults are seen")
    func programs() async throws {
        let rig = try await BoxRig(["One", "Two", "Three"], programs: Programs()) {
            $0.overlays = Shelf(OverlayNews(pages: [Self.house]))
        }
        await rig.until { $0.overlays.pages == [Self.house] }
        rig.press("BACK")
        rig.press("UP")
        await rig.until { $0.interface.shownOverlay == "house" }
        rig.press("OK")
        await rig.until { $0.interface.shownNotice?.name == "Lights are on" }
        #expect(await rig.box.interface.shownOverlay == "house")
        rig.press("RIGHT")
        rig.press("OK")
        await rig.until { $0.interface.shownNotice?.name == "bell: it ended with 3" }
        rig.press("RIGHT")
        rig.press("OK")
        await rig.until { $0.interface.shownOverlay == nil && $0.tuner.selected == "c2" }
        try await rig.stop()
    }

    @Test("Channels are found by number, name and tvg-id; of a locked one no picture is told")
    func cards() async throws {
        let rig = try await BoxRig(
            ["One", "Two", "Three"], attributes: [3: "tvg-rating=\"18\""], passcode: "1234",
            policy: ParentalGate.Policy(threshold: 16)
        ) { $0.overlays = Shelf(OverlayNews(pages: [Self.house])) }
        await rig.until { $0.overlays.pages == [Self.house] }
        #expect(await rig.box.perform(.showOverlay("house"), key: rig.clock.now) == .done)
        let page = try #require(await shown(rig.box))
        guard case .cards(let cards)? = page.rows.last?.content else {
            Issue.record("no cards: \(page)")
            return
        }
        #expect(cards.map(\.channel.id) == ["c2", "c3", "c1"])
        #expect(cards.map(\.isLocked) == [false, true, false])
        #expect(cards.allSatisfy { $0.programme?.picture == nil })
        let result = await rig.box.perform(.showOverlay("other"), key: rig.clock.now)
        guard case .failed(let reason) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(reason.contains("there is no page of overlays called other"))
        try await rig.stop()
    }

    @Test(
        "A file that changes while its page is open is seen; what was told of it is told once; marks come by themselves"
    )
    func live() async throws {
        let shelf = Shelf(OverlayNews(pages: [Self.house], marks: ["m": [OverlayMark(.logo)]]))
        let rig = try await BoxRig(["One", "Two"]) { $0.overlays = shelf }
        var events = await rig.box.events().makeAsyncIterator()
        await rig.until { $0.overlays.pages == [Self.house] }
        _ = await rig.box.perform(.showOverlay("house"), key: rig.clock.now)
        while let event = await events.next(), event != .overlay(OverlayInfo(page: "house", what: .presented)) {}
        let other = OverlayPage(
            id: "house", title: OverlayText("House"), rows: [OverlayRow(.text(OverlayText("New words")))])
        shelf.put(OverlayNews(pages: [other]))
        rig.clock.advance(by: .seconds(3))
        await rig.until { $0.overlays.pages == [other] }
        await rig.until { box in self.shown(box)?.rows == [.init(.text("New words"))] }
        shelf.put(OverlayNews(pages: [], broken: ["house": ["house.toml:3: wrong"]]))
        rig.clock.advance(by: .seconds(3))
        await rig.until { !$0.overlays.troubles.isEmpty }
        #expect(await rig.box.overlays.pages == [other])
        while let event = await events.next() {
            if case .warning(let text) = event, text.contains("house.toml:3: wrong; what it was before stays") { break }
        }
        rig.press("BACK")
        while let event = await events.next(), event != .overlay(OverlayInfo(page: "house", what: .dismissed)) {}
        try await rig.stop()
    }

    @Test("Nothing is laid over the question for a code, and that takes the place of what lies there")
    func passcode() async throws {
        let rig = try await BoxRig(
            ["One", "Two"], attributes: [2: "tvg-rating=\"18\""], passcode: "1234",
            policy: ParentalGate.Policy(threshold: 16))
        _ = await rig.box.perform(.showFavourites, key: rig.clock.now)
        #expect(await rig.box.interface.shownOverlay == "favourites")
        _ = await rig.box.perform(.tune(.number(2)), key: rig.clock.now)
        await rig.until { $0.focus == .passcode }
        #expect(await rig.box.interface.shownOverlay == nil)
        for command in [Command.showFavourites, .showOverlay("up-next")] {
            #expect(await rig.box.perform(command, key: rig.clock.now) == .notNow("a passcode is asked for"))
        }
        try await rig.stop()
    }
}
