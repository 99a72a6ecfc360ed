import Base
import Channels
import Commands
import ControlProtocol
import Devices
import Headless
import Layout
import MediaCore
import Screens
import Testing

@testable import Appliance

@Suite("Keys and commands of a whole box", .timeLimit(.minutes(10)))
struct BoxKeysTests {
    private func texts(_ box: isolated Box) -> [String] {
        box.interface.layers(size: PixelSize(width: 1920, height: 1080)).filter { $0.screen == .list }.flatMap {
            layer in
            layer.frames.flatMap { texts($0.node) }
        }
    }

    private func texts(_ node: Node) -> [String] {
        switch node.content {
        case .text(let text): [text.string]
        case .row(let nodes, _), .column(let nodes, _), .stack(let nodes): nodes.flatMap(texts)
        default: []
        }
    }

    @Test("Back, held, opens the list of channels where one is; OK watches another of them")
    func channels() async throws {
        let rig = try await BoxRig((1...30).map { "Channel \($0)" })
        await rig.hold("BACK")
        #expect(await rig.box.interface.top == .list)
        #expect(await texts(rig.box).contains("1 / 30"))
        rig.press("DOWN")
        rig.press("DOWN")
        rig.press("OK")
        await rig.until { $0.tuner.selected == "c3" }
        #expect(await rig.box.interface.top != .list)
    }

    @Test("OK, held, opens the menu: with arrows and OK the volume is changed there, and the list of channels opened")
    func menu() async throws {
        let rig = try await BoxRig(["One", "Two"])
        await rig.hold("OK")
        #expect(await rig.box.focus == .overlay)
        let volume = await rig.box.volume
        // Six times up reaches the sixth entry from the end: the menu goes round.
        for _ in 0..<6 { rig.press("UP") }
        rig.press("LEFT")
        await rig.until { $0.volume == volume - 4 }
        #expect(await texts(rig.box).contains("\(volume - 4)"))
        rig.press("OK")
        await rig.until { $0.isMuted }
        await rig.until { self.texts($0).contains("Muted") }
        // The volume bar's deadline still counts while the menu is open.
        rig.clock.advance(by: .seconds(3))
        await rig.until {
            !$0.interface.layers(size: PixelSize(width: 1920, height: 1080)).contains {
                $0.screen == .volume && $0.motion.screen.to.opacity > 0
            }
        }
        // Past the settings, the end, the home and the search.
        for _ in 0..<8 { rig.press("DOWN") }
        rig.press("OK")
        await rig.until { self.texts($0).contains("Channels") }
        rig.press("BACK")
        await rig.until { $0.interface.top != .list }
    }

    @Test("The key test names keys as they are pressed, those without a meaning too, and nothing of a passcode")
    func keyTest() async throws {
        let rig = try await BoxRig(["One", "Two"], attributes: [2: "tvg-rating=\"18\""], passcode: "1234")
        #expect(await rig.box.perform(.toggleKeyTest, key: rig.clock.now) == .done)
        rig.press("RED")
        rig.press("PAGEUP")
        await rig.until { $0.focus == .passcode }
        let volume = await rig.box.volume
        for key in ["7", "BLUE", "VOLUMEUP"] { rig.press(key) }
        await rig.until { $0.volume == volume + 4 }
        #expect(
            await rig.box.remotes.keyTest.map(KeyTestState.init)?.lines == [
                KeyTestState.Line(code: "KEY_PAGEUP", meaning: "channel_up: channel_up"),
                KeyTestState.Line(code: "KEY_RED", meaning: "has no meaning"),
            ])
        _ = await rig.box.perform(.standBy, key: rig.clock.now)
        #expect(await rig.box.remotes.keyTest == nil)
    }

    @Test("The menu's standby switches off, and Back switches on again")
    func standby() async throws {
        let rig = try await BoxRig(["One", "Two"])
        await rig.hold("OK")
        rig.press("UP")
        rig.press("OK")
        await rig.until { $0.tuner.isStandby }
        #expect(await rig.box.interface.top == nil)
        rig.press("BACK")
        await rig.until { !$0.tuner.isStandby }
    }

    @Test("The plan of TV boxes: up flips, left brings the list")
    func tvBox() async throws {
        let rig = try await BoxRig(["One", "Two", "Three"], plan: KeyPlan(.tvBox))
        rig.press("UP")
        await rig.until { $0.tuner.selected == "c2" }
        rig.press("LEFT")
        await rig.until { $0.interface.top == .list }
        #expect(
            await rig.box.remotes.router.plan.hints == [
                KeyHint(.left, .channelList), KeyHint(.channelKeys, .channels), KeyHint(.right, .lastChannel),
                KeyHint(.heldOK, .menu),
            ])
    }

    @Test(
        "While a key that has a long press is held, the screen says what the keys do; let go in time it does what it does"
    )
    func hints() async throws {
        let rig = try await BoxRig(["One", "Two"])
        #expect(
            await rig.box.remotes.router.plan.hints == [
                KeyHint(.up, .favourites), KeyHint(.channelKeys, .channels), KeyHint(.down, .information),
                KeyHint(.heldOK, .menu),
                KeyHint(.heldBack, .channelList),
            ])
        // The focus is on the picture, or on nothing.
        #expect(await rig.box.perform(.stop, key: rig.clock.now) == .done)
        let size = PixelSize(width: 1920, height: 1080)
        let ok = try #require(KeyCode(name: "OK")?.rawValue)
        rig.keys.press(ok, at: rig.clock.now)
        await rig.until { $0.remotes.nextWake != nil }
        #expect(await !rig.box.interface.layers(size: size).contains { $0.screen == .hint })
        rig.clock.advance(by: .milliseconds(250))
        await rig.until { $0.interface.layers(size: size).contains { $0.screen == .hint } }
        #expect(await rig.box.interface.top == nil)
        rig.clock.advance(by: .milliseconds(250))
        await rig.until { $0.interface.top == .list }
        rig.clock.advance(by: .seconds(1))
        await rig.until { box in
            box.tell(.wake)
            return !box.interface.layers(size: size).contains { $0.screen == .hint }
        }
    }

    @Test("A key of the configuration does what it says, pressed and held")
    func changes() async throws {
        var plan = KeyPlan()
        let red = try #require(Key(name: "KEY_RED"))
        plan.changes[.focus(.video)] = [
            KeyStroke(red): .command(.tune(.number(3))), KeyStroke(red, isHeld: true): .command(.setVolume(11)),
        ]
        let rig = try await BoxRig(["One", "Two", "Three"], plan: plan)
        rig.press("RED")
        await rig.until { $0.tuner.selected == "c3" }
        await rig.hold("RED")
        await rig.until { $0.volume == 11 }
    }

    @Test("A remote that the kernel makes several devices of is listed once, with its nodes and the key that came last")
    func nodes() async throws {
        func node(_ number: Int, _ name: String) -> ScriptedKeys {
            ScriptedKeys(
                device: InputDevice(id: "/dev/input/event\(number)", name: name, bus: .bluetooth, remote: "aa:bb"))
        }
        let (media, keys) = (node(7, "Sofa Consumer Control"), node(8, "Sofa"))
        let rig = try await BoxRig(["One", "Two"], others: [media, keys])
        let code = KeyCode(name: "VOLUMEUP")?.rawValue ?? 0
        keys.press(code, at: rig.clock.now)
        keys.release(code, at: rig.clock.now)
        await rig.until { box in box.remoteInfos.contains { $0.lastKey == "KEY_VOLUMEUP" } }
        let sofa = await rig.box.status().remotes.filter { $0.bus == "bluetooth" }
        #expect(sofa.count == 1 && sofa.first?.name == "Sofa" && sofa.first?.id == "/dev/input/event8")
        #expect(Set(sofa.first?.nodes ?? []) == ["/dev/input/event7", "/dev/input/event8"])
        keys.detach(at: rig.clock.now)
        await rig.until { box in box.remoteInfos.first { $0.bus == "bluetooth" }?.id == "/dev/input/event7" }
        #expect(await rig.box.status().remotes.first { $0.bus == "bluetooth" }?.nodes == nil)
    }

    @Test("A command that can't be carried out says why, from every door; the same ones are listed as disabled")
    func obstacles() async throws {
        let rig = try await BoxRig(["One", "Two"])
        let now = rig.clock.now
        #expect(await rig.box.perform(.retry, key: now) == .notNow("no channel has failed"))
        #expect(await rig.box.perform(.move(.up), key: now) == .notNow("there is nothing to choose from on the screen"))
        #expect(await rig.box.perform(.pause, key: now) == .notNow("nothing plays"))
        #expect(try await rig.box.perform(Command.setVolume(70)) == CommandAnswer(result: .done))
        #expect(try await rig.box.perform(Command.setVolume(70)) == CommandAnswer(result: .nothingToDo))
        let error = await #expect(throws: ControlError.self) { try await rig.box.perform(Command.pause) }
        #expect(error?.code == .notNow && error?.cause == "not now: nothing plays")
        _ = await rig.box.perform(.standBy, key: now)
        #expect(await rig.box.perform(.channelUp, key: now) == .notNow("the box is in standby"))
        let list = await rig.box.commands().commands
        #expect(list.filter(\.enabled).map(\.command).contains("wake"))
        #expect(list.first { $0.command == "channel_up" }?.reason == "the box is in standby")
        for info in list { #expect(info.enabled == (info.reason == nil)) }
    }

    @Test("Who follows is told every key, those without a meaning too; of a passcode's only that there was one")
    func told() async throws {
        let rig = try await BoxRig(["One", "Two"], attributes: [2: "tvg-rating=\"18\""], passcode: "1234")
        var events = await rig.box.events().makeAsyncIterator()
        func next() async -> KeyInfo? {
            while let event = await events.next() {
                if case .key(let info) = event { return info }
            }
            return nil
        }
        rig.press("RED")
        let red = await next()
        #expect(red?.code == "KEY_RED" && red?.key == nil && red?.focus == "video" && red?.command == nil)
        rig.press("PAGEUP")
        let up = await next()
        #expect(up?.code == "KEY_PAGEUP" && up?.key == "channel_up" && up?.gesture == .press)
        #expect(up?.command == "channel_up" && up?.result == "done")
        await rig.until { $0.focus == .passcode }
        rig.press("7")
        let secret = await next()
        #expect(secret == KeyInfo(remote: up?.remote ?? "", focus: "passcode"))
        #expect(await rig.box.status().remotes.map(\.lastKey) == ["KEY_PAGEUP"])
    }
}
