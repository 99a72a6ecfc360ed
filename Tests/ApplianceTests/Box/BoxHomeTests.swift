import Channels
import Commands
import Devices
import Headless
import MediaCore
import Store
import Testing

@testable import Appliance
@testable import Screens

@Suite("The home of a whole box", .timeLimit(.minutes(10)))
struct BoxHomeTests {
    private func titles(_ rig: BoxRig) async -> [String?] { await rig.box.interface.shownHome?.rows.map(\.title) ?? [] }

    @Test("Favourites, groups and what is on are in rows; OK watches, and the same key twice leads to the picture")
    func rows() async throws {
        let rig = try await BoxRig(
            ["One", "Two", "Three"],
            attributes: [1: "group-title=\"News\"", 2: "group-title=\"News\"", 3: "group-title=\"Films\""])
        await rig.box.setFavourite("c2", true)
        #expect(await rig.box.perform(.showHome, key: rig.clock.now) == .done)
        #expect(await rig.box.focus == .overlay)
        await rig.until { $0.interface.shownHome?.rows.count == 3 }
        #expect(await titles(rig) == ["Favourites", "News", "Films"])
        #expect(await rig.box.perform(.showHome, key: rig.clock.now) == .done)
        #expect(await rig.box.interface.shownHome == nil)
        await rig.box.perform(.showHome, key: rig.clock.now)
        await rig.box.perform(.move(.down), key: rig.clock.now)
        await rig.box.perform(.confirm, key: rig.clock.now)
        await rig.until { $0.tuner.selected == "c2" && $0.interface.shownHome == nil }
    }

    @Test("A film that was begun is there to go on with; without groups all channels are in one row")
    func begun() async throws {
        let rig = try await BoxRig(["One", "Film", "Locked"], attributes: [3: "tvg-rating=\"18\""], passcode: "1234")
        let points = ["c2", "c3", "gone"].map {
            ResumePoint(identity: $0, position: .seconds(1800), duration: .seconds(3600), name: $0, updated: 1)
        }
        await rig.box.tellResume(.moved(points))
        await rig.box.perform(.showHome, key: rig.clock.now)
        let rows = try #require(await rig.box.interface.shownHome?.rows)
        #expect(rows.map(\.title) == ["Continue watching", "On now"])
        guard case .cards(let begun)? = rows.first?.content, case .cards(let all)? = rows.last?.content else { return }
        #expect(begun.map(\.channel.id) == ["c2"] && begun.first?.programme?.progress == 0.5)
        #expect(all.map(\.channel.id) == ["c1", "c2", "c3"] && all.map(\.isLocked) == [false, false, true])
    }

    @Test("A box may begin with its home, over its channel")
    func home() async throws {
        let rig = try await BoxRig(["One", "Two"]) { $0.start = .home }
        await rig.until { $0.interface.shownHome != nil && $0.tuner.selected == "c1" }
    }

    @Test("A box may begin asleep: nothing is asked of a channel until it is woken, and then it plays the first")
    func asleep() async throws {
        let rig = try await BoxRig(["One", "Two"]) { $0.start = .nothing }
        await rig.until { $0.tuner.isStandby && $0.tuner.resting == "c1" }
        #expect(await rig.box.tuner.watching == nil)
        #expect(rig.fetcher.asked.isEmpty)
        #expect(await rig.box.perform(.wake, key: rig.clock.now) == .done)
        await rig.until { [fetcher = rig.fetcher] box in
            !box.tuner.isStandby && box.tuner.selected == "c1" && fetcher.waiting == ["http://origin/1.m3u8"]
        }
    }
}
