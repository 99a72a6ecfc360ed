import Channels
import Commands
import ControlProtocol
import Devices
import FoundationEssentials
import HLS
import Headless
import MediaCore
import Store
import Testing

@testable import Appliance
@testable import Screens

@Suite("The settings of a whole box", .timeLimit(.minutes(10)))
struct BoxSettingsTests {
    /// Goes to a row by its id and gives it a key.
    private func give(_ key: Command, to id: String, _ rig: BoxRig) async {
        await rig.until { box in
            box.interface.shownList?.rows.contains { $0.id == "setting:\(id)" } == true
        }
        for _ in 0..<40 where await rig.box.focusedRow != "setting:\(id)" {
            await rig.box.perform(.move(.down), key: rig.clock.now)
        }
        #expect(await rig.box.focusedRow == "setting:\(id)")
        await rig.box.perform(key, key: rig.clock.now)
    }

    private func note(_ id: String, _ rig: BoxRig) async -> String? {
        await rig.box.interface.shownList?.rows.first { $0.id == "setting:\(id)" }?.note
    }

    @Test("Sections lead to what is in them and Back out of them; what is changed holds at once and is kept")
    func sections() async throws {
        let rig = try await BoxRig(["One", "Two"]) { $0.languages = { ["en", "ko"] } }
        #expect(await rig.box.perform(.showSettings, key: rig.clock.now) == .done)
        #expect(await rig.box.interface.shownList?.rows.count == SettingsSection.allCases.count)
        await give(.confirm, to: "look", rig)
        await give(.move(.right), to: "look/text-size", rig)
        #expect(await note("look/text-size", rig) == "105 %")
        #expect(await rig.box.lookControl.look.textScale == 1.05)
        await give(.confirm, to: "look/reset-look", rig)
        #expect(await rig.box.lookControl.look.textScale == 1)
        // Back to the section, and out.
        await rig.box.perform(.back, key: rig.clock.now)
        #expect(await rig.box.interface.shownList?.group == nil)
        #expect(await rig.box.focusedRow == "setting:look")
        await give(.confirm, to: "tracks", rig)
        let volume = await rig.box.sound.level.volume
        await give(.move(.left), to: "tracks/volume", rig)
        #expect(await rig.box.sound.level.volume == volume - 4)
        #expect(await note("tracks/volume", rig) == "\(volume - 4)")
        await rig.until { !$0.settingsPages.told.languages.isEmpty }
        await give(.move(.right), to: "tracks/sound-language", rig)
        let audio = await rig.box.memory.lastChoices.audio
        #expect(audio == .sound(in: "en", isDescribed: false))
        await rig.until { [store = rig.store] _ in (try? await store.lastTrackChoices())?.audio == audio }
        await rig.box.perform(.back, key: rig.clock.now)
        await rig.box.perform(.back, key: rig.clock.now)
        #expect(await rig.box.interface.shownList == nil)
    }

    @Test("What the box is told meanwhile is seen there: the volume by its key, a list that was read")
    func renewed() async throws {
        let rig = try await BoxRig(["One", "Two"])
        await rig.box.perform(.showSettings, key: rig.clock.now)
        await give(.confirm, to: "tracks", rig)
        let volume = await rig.box.sound.level.volume
        await rig.box.perform(.volumeDown, key: rig.clock.now)
        #expect(await note("tracks/volume", rig) == "\(volume - 4)")
        await rig.box.perform(.back, key: rig.clock.now)
        await give(.confirm, to: "sources", rig)
        await rig.until { $0.interface.shownList?.rows.contains { $0.note == "2 channels" } == true }
        let read = try #require(await rig.box.settingsPages.told.lists.first?.read)
        await give(.confirm, to: "sources/read-lists", rig)
        await rig.until { ($0.settingsPages.told.lists.first?.read ?? read) > read }
        await rig.box.perform(.back, key: rig.clock.now)
        await give(.confirm, to: "about", rig)
        #expect(await note("about/version", rig) == Versions.hearth)
    }

    @Test("What a code opened is locked again from there, and a fact is nothing to choose")
    func parental() async throws {
        let rig = try await BoxRig(["One", "Two"], attributes: [2: "tvg-rating=\"18\""], passcode: "1234")
        await rig.box.perform(.tune(.number(2)), key: rig.clock.now)
        await rig.until { $0.focus == .passcode }
        for digit in 1...4 { await rig.box.perform(.digit(digit), key: rig.clock.now) }
        await rig.until { $0.tuner.gate.nextEnd != nil && $0.focus != .passcode }
        await rig.box.perform(.showSettings, key: rig.clock.now)
        await give(.confirm, to: "parental", rig)
        await give(.confirm, to: "parental/lock", rig)
        #expect(await rig.box.tuner.gate.nextEnd == nil)
        // What is locked again asks, over whatever is open.
        await rig.until { $0.focus == .passcode }
        await rig.box.perform(.back, key: rig.clock.now)
        await rig.box.perform(.showVideo, key: rig.clock.now)
        await rig.box.perform(.showSettings, key: rig.clock.now)
        await give(.confirm, to: "parental", rig)
        #expect(await note("parental/locked", rig) == "1")
        #expect(await note("parental/passcode", rig) == "Set")
        #expect(await rig.box.interface.shownList?.rows.contains { $0.id == "setting:parental/lock" } == false)
        await give(.confirm, to: "parental/locked", rig)
        #expect(await rig.box.interface.shownList?.group == "parental")
    }
}

extension Box {
    /// The id of the row that has the focus.
    fileprivate var focusedRow: String? { interface.presented(ListScreen.self)?.focused?.id }
}
