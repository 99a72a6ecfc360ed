import Channels
import Commands
import Devices
import Headless
import MediaCore
import Screens
import Testing

@testable import Appliance

@Suite("Touch surfaces of a whole box", .timeLimit(.minutes(10)))
struct BoxTouchTests {
    private static let pad = TouchSurface(
        device: InputDevice(id: "/dev/input/event5", name: "Touch remote", bus: .bluetooth), hasButton: true)
    private static let size = PixelSize(width: 1920, height: 1080)

    private func touch(_ rig: BoxRig, _ phase: TouchEvent.Phase, _ x: Double, _ y: Double = 0.5) async {
        await rig.box.handleInput(
            .touch(
                TouchEvent(
                    contact: 1, phase: phase, position: TouchPosition(x: x, y: y), time: rig.clock.now,
                    surface: Self.pad)))
    }

    private func swipe(_ rig: BoxRig, from start: Double, to end: Double) async {
        await touch(rig, .began, start)
        for step in 1...10 {
            rig.clock.advance(by: .milliseconds(15))
            await touch(rig, .moved, start + (end - start) * Double(step) / 10)
        }
        await touch(rig, .ended, end)
    }

    private func click(_ rig: BoxRig, at x: Double) async {
        await touch(rig, .began, x)
        for phase in [KeyEvent.Phase.press, .release] {
            rig.clock.advance(by: .milliseconds(70))
            await rig.box.handleInput(
                .key(KeyEvent(code: 0x110, phase: phase, time: rig.clock.now, device: Self.pad.device)))
        }
        await touch(rig, .ended, x)
    }

    @Test("Swipes show where a flip would lead and flip nowhere; a click anywhere goes there, Back and time let it be")
    func previews() async throws {
        let rig = try await BoxRig(["One", "Two", "Three", "Four"])
        #expect(await rig.box.tuner.selected == "c1")
        await swipe(rig, from: 0.2, to: 0.8)
        #expect(await rig.box.focus == .preview)
        #expect(await rig.box.tuner.interstitial?.to?.id == "c2")
        #expect(await rig.box.tuner.selected == "c1")
        await swipe(rig, from: 0.2, to: 0.8)
        await swipe(rig, from: 0.2, to: 0.8)
        await swipe(rig, from: 0.8, to: 0.2)
        #expect(await rig.box.tuner.interstitial?.to?.id == "c3")
        #expect(await rig.box.tuner.selected == "c1")
        await click(rig, at: 0.95)
        #expect(await rig.box.tuner.selected == "c3")
        #expect(await rig.box.focus != .preview)

        await swipe(rig, from: 0.2, to: 0.8)
        #expect(await rig.box.focus == .preview)
        rig.press("BACK")
        await rig.until { $0.focus != .preview }
        #expect(await rig.box.tuner.selected == "c3")
        await swipe(rig, from: 0.2, to: 0.8)
        rig.clock.advance(by: .milliseconds(2_600))
        await rig.until { $0.focus != .preview }
        #expect(await rig.box.tuner.selected == "c3")
    }

    @Test("What opens over a preview ends it; OK of any remote commits it")
    func otherRemotes() async throws {
        let rig = try await BoxRig(["One", "Two", "Three"])
        await swipe(rig, from: 0.2, to: 0.8)
        rig.press("UP")
        await rig.until { $0.focus == .overlay }
        #expect(await rig.box.tuner.interstitial?.state != .previewing)
        rig.press("BACK")
        await rig.until { $0.focus != .overlay }
        await swipe(rig, from: 0.2, to: 0.8)
        rig.press("OK")
        await rig.until { $0.tuner.selected == "c2" }
    }

    @Test("A thumb at an edge is told where a click leads, and a click there goes")
    func edges() async throws {
        let rig = try await BoxRig(["One", "Two", "Three"])
        #expect(await rig.box.perform(.stop, key: rig.clock.now) == .done)
        await touch(rig, .began, 0.95)
        rig.clock.advance(by: .milliseconds(300))
        await rig.until { $0.interface.layers(size: Self.size).contains { $0.screen == .edgeHint } }
        await touch(rig, .ended, 0.95)
        rig.clock.advance(by: .seconds(1))
        await rig.until { box in
            box.tell(.wake)
            return !box.interface.layers(size: Self.size).contains { $0.screen == .edgeHint }
        }
        await click(rig, at: 0.95)
        #expect(await rig.box.tuner.selected == "c2")
    }

    @Test("In standby a swipe wakes nothing; a click does")
    func standby() async throws {
        let rig = try await BoxRig(["One", "Two"])
        _ = await rig.box.perform(.standBy, key: rig.clock.now)
        await swipe(rig, from: 0.2, to: 0.8)
        #expect(await rig.box.tuner.isStandby)
        await click(rig, at: 0.5)
        #expect(await !rig.box.tuner.isStandby)
    }

    @Test("A preview is a command too, and says why it can't be")
    func command() async throws {
        let rig = try await BoxRig(["One", "Two"])
        let nowhere = try Command(text: "preview nowhere")
        let second = try Command(text: "preview 2")
        #expect(await rig.box.perform(nowhere, key: rig.clock.now) == .failed("there is no such channel"))
        #expect(await rig.box.perform(second, key: rig.clock.now) == .done)
        #expect(await rig.box.focus == .preview)
        _ = await rig.box.perform(.standBy, key: rig.clock.now)
        #expect(await rig.box.perform(.preview(.next), key: rig.clock.now) == .notNow("the box is in standby"))
    }
}
