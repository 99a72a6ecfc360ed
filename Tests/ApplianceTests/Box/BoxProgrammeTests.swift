import Channels
import Commands
import ControlProtocol
import Devices
import FoundationEssentials
import Guide
import GuideStore
import Headless
import MediaCore
import Store
import Testing

@testable import Appliance
@testable import Screens

@Suite("The page of a programme, and reminders, in a whole box", .timeLimit(.minutes(10)))
struct BoxProgrammeTests {
    /// A guide with an hour after the other on every channel; they have titles by number, and every second hour of
    /// a channel has the same.
    private struct Hours: ProgrammeGuide {
        let news = AsyncStream<ProgrammeGuideNews> { $0.finish() }
        /// When what is on began, in seconds since 1970.
        let first: Int64

        func tell(_ order: ProgrammeGuideOrder) {}
        func run() async {}
        func standing() async -> GuideInfo { GuideInfo() }
        func ratedTimes(_ window: Range<Int64>) async -> [Channel.ID: [RatedTime]]? { nil }

        private func programme(_ channel: Channel.ID, at time: Int64) -> Programme {
            let hour = Int64((Double(time - first) / 3600).rounded(.down))
            let start = first + hour * 3600
            return Programme(start: start, stop: start + 3600, title: "\(channel) \(hour & 1 == 0 ? "even" : "odd")")
        }

        func programmes(on channel: Channel.ID, in window: Range<Int64>) async -> [GuideReader.Cell] {
            stride(from: window.lowerBound, to: window.upperBound + 3600, by: 3600).map {
                let programme = programme(channel, at: $0)
                return GuideReader.Cell(start: programme.start, stop: programme.stop, title: programme.title)
            }
        }

        func nowAndNext(_ channels: [Channel.ID], at time: Int64) async -> [Channel.ID: NowAndNext] {
            Dictionary(
                uniqueKeysWithValues: channels.map {
                    ($0, NowAndNext(now: programme($0, at: time), next: programme($0, at: time + 3600)))
                })
        }

        func search(
            _ text: String, from time: Int64, limit: Int
        ) async -> [(channel: Channel.ID, programme: Programme)] {
            (0..<6).map { ("c1", programme("c1", at: time + Int64($0) * 3600)) }
        }
    }

    /// A box whose guide is open on its second channel, on what comes next there.
    private func rig(beganBefore seconds: Int64) async throws -> (BoxRig, first: Int64) {
        let first = WallClock.seconds - seconds
        let rig = try await BoxRig(["One", "Two"], guide: Hours(first: first))
        await rig.until { $0.listings["c1"] != nil }
        await rig.box.perform(.showGuide, key: rig.clock.now)
        await rig.box.perform(.move(.down), key: rig.clock.now)
        await rig.until { $0.interface.presented(GuideScreen.self)?.focused?.title == "c2 even" }
        await rig.box.perform(.move(.right), key: rig.clock.now)
        await rig.until { $0.interface.guideFocus?.start == first + 3600 }
        return (rig, first)
    }

    @Test("OK on what comes opens its page; a reminder set there is kept, and marked in the guide beneath")
    func remind() async throws {
        let (rig, first) = try await rig(beganBefore: 600)
        await rig.box.perform(.confirm, key: rig.clock.now)
        await rig.until { $0.interface.top == .programme }
        let page = try #require(await rig.box.interface.shownProgramme)
        #expect(page.channel.id == "c2" && page.start == first + 3600 && page.programme.label?.title == "c2 odd")
        #expect(page.deeds == [.remind, .channel])
        await rig.box.perform(.confirm, key: rig.clock.now)
        #expect(await rig.box.interface.shownProgramme?.deeds == [.forget, .channel])
        await rig.box.written()
        let kept = Reminder(channel: "c2", start: first + 3600, stop: first + 7200, title: "c2 odd")
        #expect(try await rig.store.reminders() == [kept])
        await rig.box.perform(.back, key: rig.clock.now)
        #expect(await rig.box.focus == .guide)
        #expect(
            await rig.box.interface.presented(GuideScreen.self)?.state.reminders == ["c2": [first + 3600]])
        #expect(await BoxControl(rig.box).reminders().reminders.map(\.title) == ["c2 odd"])
    }

    @Test(
        "Of what is on info tells, with where else its title is shown; OK there watches it, from the guide to the picture"
    )
    func watch() async throws {
        let (rig, first) = try await rig(beganBefore: 600)
        for key in [Command.move(.left), .move(.up)] { await rig.box.perform(key, key: rig.clock.now) }
        await rig.until { $0.interface.guideFocus?.start == first }
        await rig.box.perform(.showInfo, key: rig.clock.now)
        // The other even hours of the first channel, not the one that is on.
        await rig.until {
            $0.interface.shownProgramme?.showings.map(\.start) == [first + 7200, first + 14400]
        }
        #expect(await rig.box.interface.shownProgramme?.deeds == [.watch])
        await rig.box.perform(.confirm, key: rig.clock.now)
        await rig.until { $0.tuner.selected == "c1" && $0.interface.guideView == nil }
        #expect(await rig.box.interface.shownProgramme == nil)
        #expect(await rig.box.programmePage.shown == nil)
    }

    @Test("A minute before it is told, in events and on the screen, without a key; the menu leads there first")
    func told() async throws {
        let (rig, first) = try await rig(beganBefore: 3570)
        let events = await rig.box.events()
        await rig.box.perform(.confirm, key: rig.clock.now)
        await rig.until { $0.interface.top == .programme }
        await rig.box.perform(.confirm, key: rig.clock.now)
        for await event in events {
            guard case .reminder(let info) = event else { continue }
            #expect(info.channel == "c2" && info.title == "c2 odd")
            break
        }
        // It takes no key from the page that is open.
        #expect(await rig.box.interface.top == .programme)
        #expect(await rig.box.interface[.reminder].isPresented)
        await rig.box.perform(.showMenu, key: rig.clock.now)
        let row = try #require(await rig.box.interface.shownList?.rows.first)
        #expect(row.id == ListState.reminderRow + "c2")
        await rig.box.perform(menuRow: row.id, nil)
        await rig.until { $0.tuner.selected == "c2" }
        #expect(await rig.box.reminders.all.isEmpty)
        #expect(await rig.box.reminders.told.map(\.start) == [first + 3600])
    }

    @Test("By the control API one is set at any time of a programme that is to come, and taken back")
    func control() async throws {
        let first = WallClock.seconds - 600
        let rig = try await BoxRig(["One", "Two"], guide: Hours(first: first))
        let control = BoxControl(rig.box)
        func request(_ seconds: Int64, forget: Bool? = nil) -> ReminderRequest {
            ReminderRequest(channel: "2", time: .init(timeIntervalSince1970: Double(seconds)), forget: forget)
        }
        let list = try await control.remind(request(first + 5000))
        #expect(list.reminders.map(\.channel) == ["c2"])
        #expect(list.reminders.first?.start.timeIntervalSince1970 == Double(first + 3600))
        await #expect(throws: ControlError.self) { try await control.remind(request(first + 60)) }
        await #expect(throws: ControlError.self) {
            try await control.remind(ReminderRequest(channel: "9", time: .init(timeIntervalSince1970: 0)))
        }
        await #expect(throws: ControlError.self) { try await control.remind(request(first + 8000, forget: true)) }
        #expect(try await control.remind(request(first + 5000, forget: true)).reminders.isEmpty)
    }

    @Test(
        "The guide shows the channels of a group alone, as was chosen, also when it is opened again; all once it is gone"
    )
    func groups() async throws {
        let rig = try await BoxRig(
            ["One", "Two", "Three"],
            attributes: [1: "group-title=\"News\"", 2: "group-title=\"News\"", 3: "group-title=\"Films\""],
            guide: Hours(first: WallClock.seconds - 600))
        await rig.until { $0.listings["c1"] != nil }
        func names() async -> [String]? { await rig.box.interface.guideList?.map(\.name) }
        await rig.box.perform(.showGuide, key: rig.clock.now)
        #expect(await names() == ["One", "Two", "Three"])
        #expect(await rig.box.interface.guideFilters == [.all, .group("News"), .group("Films")])
        // The menu's key means the groups there.
        await rig.box.perform(.showGroups, key: rig.clock.now)
        #expect(await rig.box.focus == .guide)
        for _ in 0..<2 { await rig.box.perform(.move(.right), key: rig.clock.now) }
        await rig.box.perform(.confirm, key: rig.clock.now)
        #expect(await names() == ["Three"])
        await rig.box.perform(.back, key: rig.clock.now)
        #expect(await rig.box.interface.guideList == nil)
        await rig.box.perform(.showGuide, key: rig.clock.now)
        #expect(await names() == ["Three"])
        await rig.box.setFavourite("c2", true)
        await rig.box.perform(.back, key: rig.clock.now)
        await rig.box.perform(.showGuide, key: rig.clock.now)
        #expect(await rig.box.interface.guideFilters?[1] == .favourites)
        await rig.box.perform(.showGroups, key: rig.clock.now)
        await rig.box.perform(.move(.left), key: rig.clock.now)
        await rig.box.perform(.move(.left), key: rig.clock.now)
        await rig.box.perform(.confirm, key: rig.clock.now)
        #expect(await names() == ["Two"])
        await rig.box.setFavourite("c2", false)
        await rig.until { $0.tuner.lineup.favourites.isEmpty }
        await rig.box.perform(.back, key: rig.clock.now)
        await rig.box.perform(.showGuide, key: rig.clock.now)
        #expect(await names() == ["One", "Two", "Three"])
    }
}
