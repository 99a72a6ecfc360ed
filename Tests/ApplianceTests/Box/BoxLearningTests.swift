import Base
import Commands
import ControlProtocol
import Devices
import Headless
import Layout
import MediaCore
import Screens
import Testing

@testable import Appliance

/// Infrared receivers that receive what a test sends them.
private final class ScriptedInfrared: InfraredReceivers {
    struct Kept: Equatable {
        var name: String
        var keymap: String
    }

    final class Listening: InfraredListening {
        let events: AsyncStream<InfraredEvent>
        let light: AsyncStream<InfraredEvent>.Continuation
        let restriction: String?
        private let kept: Locked<[Kept]>
        private let failure: String?

        struct Refused: Error, CustomStringConvertible { let description: String }

        init(kept: Locked<[Kept]>, restriction: String?, failure: String?) {
            (events, light) = AsyncStream.makeStream()
            self.kept = kept
            self.restriction = restriction
            self.failure = failure
        }

        func keep(_ name: String, keymap: String) async throws -> String {
            if let failure { throw Refused(description: failure) }
            kept.withLock { $0.append(Kept(name: name, keymap: keymap)) }
            return "/etc/rc_keymaps/hearth-\(name).toml"
        }

        func stop() { light.finish() }
    }

    let keptKeymaps = Locked<[Kept]>([])
    let listening = Locked<[Listening]>([])
    let restriction: String?
    let failure: String?
    /// The path of the receiver's event device.
    let input: String

    init(input: String = "/dev/input/event9", restriction: String? = nil, failure: String? = nil) {
        self.input = input
        self.restriction = restriction
        self.failure = failure
    }

    func all() -> [InfraredReceiver] {
        var receiver = InfraredReceiver(id: "rc0", name: "Receiver", driver: "mceusb", table: "rc-rc6-mce")
        (receiver.supported, receiver.enabled, receiver.input) = (["nec", "rc-6"], ["rc-6"], input)
        return [receiver]
    }

    func keymaps(of receiver: InfraredReceiver) -> [String] { ["hearth-tv.toml", "rc6_mce.toml"] }
    func kept() -> Set<String> { ["remote"] }

    func listen(to receiver: InfraredReceiver) async throws -> any InfraredListening {
        let new = Listening(kept: keptKeymaps, restriction: restriction, failure: failure)
        listening.withLock { $0.append(new) }
        return new
    }
}

private struct ScriptedBatteries: RemoteBatteries {
    let levels: Locked<[String: BatteryLevel]>
    func level(of device: InputDevice) -> BatteryLevel? { levels.withLock { $0[device.id] } }
}

@Suite("Teaching of remotes and their batteries", .timeLimit(.minutes(10)))
struct BoxLearningTests {
    /// Sends the receiver a key twice.
    private func teach(
        _ infrared: ScriptedInfrared, _ rig: BoxRig, _ scancode: UInt64,
        until done: @Sendable (isolated Box) async -> Bool
    ) async {
        for _ in 0..<2 {
            let codes = await rig.box.lessons.lesson?.learning
            let light = infrared.listening.withLock { $0.last?.light }
            light?.yield(.signal(InfraredSignal(time: rig.clock.now, kind: .nec, scancode: scancode)))
            await rig.until { $0.lessons.lesson?.learning != codes }
            rig.clock.advance(by: .milliseconds(400))
            await rig.until {
                $0.lessons.lesson?.learning.heard != nil || $0.lessons.lesson?.learning.codes != codes?.codes
                    || $0.lessons.lesson == nil
            }
        }
        await rig.until(done)
    }

    private func texts(_ box: isolated Box) -> [String] {
        box.interface.layers(size: PixelSize(width: 1920, height: 1080)).filter {
            $0.screen == .learning && $0.motion.screen.to.opacity > 0
        }
        .flatMap { layer in layer.frames.flatMap { texts($0.node) } }
    }

    private func texts(_ node: Node) -> [String] {
        switch node.content {
        case .text(let text): [text.string]
        case .row(let nodes, _), .column(let nodes, _), .stack(let nodes): nodes.flatMap(texts)
        default: []
        }
    }

    @Test(
        "From the verb: keys are asked for on the screen and in the events, and what is learnt is kept under a new name"
    )
    func verb() async throws {
        let infrared = ScriptedInfrared()
        let rig = try await BoxRig(["One", "Two"], infrared: infrared)
        let followed = Locked<[LessonInfo]>([])
        let events = await rig.box.events()
        let follower = Task {
            for await event in events {
                if case .lesson(let lesson) = event { followed.withLock { $0.append(lesson) } }
            }
        }
        defer { follower.cancel() }
        try await rig.box.learn(LearnRequest(keys: ["ok", "KEY_RED"]))
        await rig.until { $0.lessons.lesson != nil && self.texts($0).contains("Press OK") }
        #expect(await rig.box.focus == .overlay)
        #expect(await texts(rig.box).contains("A new remote: remote-2"))
        await #expect(throws: ControlError.self) { try await rig.box.learn(LearnRequest()) }
        await teach(infrared, rig, 0x4001) { $0.lessons.lesson?.learning.codes.count == 1 }
        await rig.until { self.texts($0).contains("Press Red") && self.texts($0).contains("OK is nec 0x4001.") }
        await teach(infrared, rig, 0x4002) { $0.lessons.lesson == nil }
        #expect(await texts(rig.box).contains("Learnt: 2 keys"))
        let kept = infrared.keptKeymaps.withLock { $0 }
        #expect(kept.map(\.name) == ["remote-2"])
        #expect(
            kept.first?.keymap.contains("[protocols.scancodes]\n0x4001 = \"KEY_OK\"\n0x4002 = \"KEY_RED\"\n") == true)
        await rig.until { _ in followed.withLock { $0.last?.step == .kept } }
        #expect(
            followed.withLock { $0.map(\.step) } == [.asked, .heard, .learnt, .asked, .heard, .learnt, .ended, .kept])
        #expect(followed.withLock { $0.last?.file } == "/etc/rc_keymaps/hearth-remote-2.toml")
        // The result disappears by itself, and another lesson can begin.
        rig.clock.advance(by: .seconds(9))
        await rig.until { self.texts($0).isEmpty }
        #expect(await rig.box.perform(.learnRemote, key: rig.clock.now) == .done)
        await rig.until { $0.lessons.lesson != nil }
    }

    @Test("Keys of another remote leave out, go back and end it; the keys of the receiver that is taught do nothing")
    func keys() async throws {
        let taught = ScriptedKeys(device: InputDevice(id: "/dev/input/event9", name: "Receiver", bus: .infrared))
        let infrared = ScriptedInfrared()
        let rig = try await BoxRig(["One", "Two"], others: [taught], infrared: infrared)
        _ = await rig.box.perform(.learnRemote, key: rig.clock.now)
        await rig.until { self.texts($0).contains("Press OK") }
        rig.press("RIGHT")
        await rig.until { self.texts($0).contains("Press Up") }
        taught.press(KeyCode(name: "KEY_BACK")?.rawValue ?? 0, at: rig.clock.now)
        taught.press(KeyCode(name: "KEY_RIGHT")?.rawValue ?? 0, at: rig.clock.now)
        rig.press("LEFT")
        await rig.until { self.texts($0).contains("Press OK") }
        await teach(infrared, rig, 0x4001) { $0.lessons.lesson?.learning.codes.count == 1 }
        rig.press("BACK")
        await rig.until { $0.lessons.lesson == nil && !$0.lessons.isBusy }
        #expect(infrared.keptKeymaps.withLock { $0.count } == 1)
        #expect(await rig.box.focus == .video)
    }

    @Test("Nobody there: after a minute it ends, and nothing is kept of nothing")
    func idle() async throws {
        let infrared = ScriptedInfrared()
        let rig = try await BoxRig(["One"], infrared: infrared)
        _ = await rig.box.perform(.learnRemote, key: rig.clock.now)
        await rig.until { $0.lessons.lesson != nil && self.texts($0).contains("Press OK") }
        rig.clock.advance(by: .seconds(61))
        await rig.until { $0.lessons.lesson == nil }
        #expect(await texts(rig.box).contains("Nothing was learnt"))
        #expect(infrared.keptKeymaps.withLock { $0.isEmpty })
    }

    @Test("What can't be kept is told, with the reason; that not all is decoded, too")
    func failure() async throws {
        let infrared = ScriptedInfrared(restriction: "only nec", failure: "the disk is full")
        let rig = try await BoxRig(["One"], infrared: infrared)
        try await rig.box.learn(LearnRequest(name: "tv", keys: ["ok"]))
        await rig.until { self.texts($0).contains("only nec") }
        await teach(infrared, rig, 1) { $0.lessons.lesson == nil }
        #expect(await texts(rig.box).contains("the disk is full"))
    }

    @Test("Wishes that make no sense are refused with the reason, and without a receiver there is none")
    func refused() async throws {
        let rig = try await BoxRig(["One"], infrared: ScriptedInfrared())
        for request in [
            LearnRequest(name: "../x"), LearnRequest(receiver: "rc7"), LearnRequest(protocols: ["morse"]),
            LearnRequest(keys: ["nonsense"]),
        ] {
            await #expect(throws: ControlError.self) { try await rig.box.learn(request) }
        }
        await #expect(throws: ControlError.self) { try await rig.box.lesson(.skip) }
        let none = try await BoxRig(["One"])
        #expect(await none.box.perform(.learnRemote, key: .zero) == .notNow("there is no infrared receiver"))
        await #expect(throws: ControlError.self) { try await none.box.learn(LearnRequest()) }
    }

    private func isTold(_ box: isolated Box) -> Bool {
        box.interface.layers(size: PixelSize(width: 1920, height: 1080)).contains {
            $0.screen == .battery && $0.motion.screen.to.opacity > 0
        }
    }

    @Test("A low battery is told once on the screen, and not over a passcode")
    func battery() async throws {
        let levels = Locked<[String: BatteryLevel]>([:])
        let rig = try await BoxRig(
            ["One", "Two"], attributes: [1: "tvg-rating=\"18\""], passcode: "1234",
            batteries: ScriptedBatteries(levels: levels))
        await rig.until { $0.focus == .passcode }
        // The box may have looked before the prompt was there, or looks still: it looks once more for a remote that comes.
        levels.withLock { $0["scripted"] = BatteryLevel(percent: 9) }
        rig.keys.detach(at: rig.clock.now)
        rig.keys.attach()
        let retry = rig.clock.now + .seconds(60)
        await rig.until { $0.remotes.nextWake == retry }
        #expect(await !isTold(rig.box))
        rig.press("CHANNELUP")
        await rig.until { $0.focus != .passcode }
        rig.clock.advance(by: .seconds(61))
        await rig.until { self.isTold($0) }
        rig.clock.advance(by: .seconds(9))
        await rig.until { !self.isTold($0) }
        levels.withLock { $0["scripted"]?.percent = 8 }
        rig.clock.advance(by: .seconds(601))
        await rig.until { $0.remotes.list.first?.battery?.percent == 8 }
        #expect(await !isTold(rig.box))
    }

    @Test("A remote is listed with its battery, its keymaps, the plan, and how long ago its last key was")
    func listed() async throws {
        let levels = Locked<[String: BatteryLevel]>(["/dev/input/event9": BatteryLevel(percent: 9)])
        let remote = ScriptedKeys(device: InputDevice(id: "/dev/input/event9", name: "Receiver", bus: .infrared))
        let rig = try await BoxRig(
            ["One"], others: [remote], infrared: ScriptedInfrared(), batteries: ScriptedBatteries(levels: levels))
        await rig.until { $0.remotes.list.contains { $0.battery != nil } }
        remote.press(KeyCode(name: "KEY_RED")?.rawValue ?? 0, at: rig.clock.now)
        await rig.until { $0.remotes.list.contains { $0.lastKey != nil } }
        rig.clock.advance(by: .seconds(90))
        let info = try #require(await rig.box.status().remotes.first { $0.id == remote.device.id })
        #expect(info.batteryPercent == 9 && info.batteryLevel == nil && info.batteryCharging == false)
        #expect(info.lastKey == "KEY_RED" && info.lastMeaning == nil)
        #expect((90..<91).contains(info.lastKeySecondsAgo ?? 0))
        #expect(
            info.keymaps == ["hearth-tv.toml", "rc6_mce.toml"] && info.protocols == ["rc-6"] && info.plan == "standard")
    }
}
