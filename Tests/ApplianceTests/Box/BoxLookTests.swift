import Commands
import ControlProtocol
import Headless
import Languages
import Screens
import Store
import Testing

@testable import Appliance

@Suite("The look, chosen live", .timeLimit(.minutes(1)))
struct BoxLookTests {
    private static let korean = Catalogue(
        language: "ko", name: "한국어", hasTwelveHours: true,
        messages: [
            .channelList: "채널 목록", .beforeNoon: "오전", .afterNoon: "오후", .timeOfHalfDay: "{half} {hour}:{minute}",
        ])

    private func wishes(_ change: (inout LookWishes) -> Void) -> LookWishes {
        var wishes = LookWishes()
        change(&wishes)
        return wishes
    }

    @Test("another language is spoken at once, also by what is open, and after a restart")
    func language() async throws {
        let rig = try await BoxRig(["One", "Two"]) { settings in
            settings.texts = { $0 == "ko" ? Self.korean : .english }
        }
        await rig.box.perform(.showMenu, key: rig.clock.now)
        await rig.until { $0.interface.shownList?.rows.contains { $0.title == "Channel list" } == true }
        let control = BoxControl(rig.box)
        let info = try await control.setLook(LookRequest(choose: wishes { $0.language = "ko" }))
        #expect(info.chosen.language == "ko")
        await rig.until { $0.interface.look.catalogue == Self.korean }
        await rig.until { $0.interface.shownList?.rows.contains { $0.title == "채널 목록" } == true }
        #expect(await rig.box.interface.look.hasTwelveHours)
        let clock = await rig.box.interface.clock
        #expect(clock?.hasPrefix("오") == true)
        try await control.written(since: 0)
        let saved = try await SavedState(rig.store)
        #expect(LookWishes(kept: saved.look).language == "ko")
        var settings = BoxSettings()
        settings.texts = { $0 == "ko" ? Self.korean : nil }
        #expect(settings.catalogue(saved) == Self.korean)
        try await rig.stop()
    }

    @Test("what is chosen is seen at once, asked for, taken back, and refused where it can't be had")
    func chosen() async throws {
        let rig = try await BoxRig(["One"]) { $0.look.contrast = .high }
        let control = BoxControl(rig.box)
        #expect(await rig.box.interface.look.contrast == .high)
        _ = try await control.setLook(
            LookRequest(
                choose: wishes {
                    $0.contrast = .normal
                    $0.textSize = 1.25
                }))
        #expect(await rig.box.interface.look.contrast == .standard)
        #expect(await rig.box.interface.look.textScale == 1.25)
        // The configuration is read again: what was chosen stays.
        await rig.box.set(look: .configured(wishes { $0.motion = .reduced }))
        let look = await rig.box.interface.look
        #expect(look.reducesMotion && look.textScale == 1.25)
        let question = try #require(BoxQuestion(.look))
        let told = try #require(try await control.answer(question, toRemote: false) as? LookInfo)
        #expect(told.look.textSize == 1.25 && told.look.motion == .reduced && told.chosen.motion == nil)
        let reset = try await control.setLook(LookRequest(reset: true))
        #expect(reset.chosen == LookWishes())
        #expect(await rig.box.interface.look.textScale == 1)
        for wrong in [wishes { $0.textSize = 2 }, wishes { $0.language = "../x" }] {
            await #expect(throws: ControlError.self) { try await control.setLook(LookRequest(choose: wrong)) }
        }
        try await rig.stop()
    }

    @Test("a language without texts is warned of, and English is spoken")
    func missing() async throws {
        let rig = try await BoxRig(["One"]) { $0.texts = { _ in nil } }
        var events = await rig.box.events().makeAsyncIterator()
        _ = try await BoxControl(rig.box).setLook(LookRequest(choose: wishes { $0.language = "xx" }))
        while let event = await events.next() {
            guard case .warning(let text) = event else { continue }
            #expect(text.contains("/etc/hearth/languages"))
            break
        }
        #expect(await rig.box.interface.look.catalogue == .english)
        try await rig.stop()
    }
}
