import Base
import Channels
import Commands
import ControlProtocol
import Devices
import Headless
import MediaCore
import Playback
import Store
import Testing

@testable import Appliance

@Suite("Box on the CEC line", .timeLimit(.minutes(10)))
struct BoxCECTests {
    @Test("A key is told before what it brings, so that the line knows whose wish it was")
    func news() async throws {
        let cec = ScriptedCEC()
        let rig = try await BoxRig(["One"], cec: cec)
        let time = rig.clock.now
        rig.press("POWER")
        await rig.until { $0.tuner.isStandby }
        rig.press("POWER")
        await rig.until { !$0.tuner.isStandby }
        let news = cec.news.filter { if case .deck = $0 { false } else { true } }
        #expect(news == [.pressed(time), .standby(true), .pressed(time), .standby(false)])
    }

    @Test("The TV's orders go through the door of all commands")
    func orders() async throws {
        let cec = ScriptedCEC()
        let rig = try await BoxRig(["One"], cec: cec)
        cec.order(.standBy)
        await rig.until { $0.tuner.isStandby }
        cec.order(.wake)
        await rig.until { !$0.tuner.isStandby }
        #expect(!cec.news.contains { if case .pressed = $0 { true } else { false } })
    }

    @Test("What the line wants kept for its next start is in the store, and is no order of the TV's")
    func remembered() async throws {
        let cec = ScriptedCEC()
        let rig = try await BoxRig(["One"], cec: cec)
        cec.order(.remember(0x2100))
        cec.order(.standBy)
        await rig.until { $0.tuner.isStandby }
        try await rig.stop()
        #expect(try await rig.store.shownAt(boot: MachineBoot.identity) == 0x2100)
    }

    @Test("Silent while the TV shows something else, without the viewer's own muting; a volume key ends it")
    func silenced() async throws {
        let cec = ScriptedCEC()
        let rig = try await BoxRig(["One"], cec: cec)
        for (order, isSilent) in [(CECOrder.mute, true), (.unmute, false), (.mute, true)] {
            cec.order(order)
            await rig.until { $0.isSilenced == isSilent }
            #expect(rig.box.player.isMuted == isSilent)
            #expect(await rig.box.status().sound.muted == false)
        }
        rig.press("VOLUMEUP")
        await rig.until { !$0.isSilenced }
        #expect(!rig.box.player.isMuted)
    }

    @Test("Volume keys are the AVR's while it takes them, and the box's own volume stays; else they are the box's")
    func volume() async throws {
        for takesVolume in [true, false] {
            let cec = ScriptedCEC(takesVolume: takesVolume)
            let rig = try await BoxRig(["One"], cec: cec)
            let before = await rig.box.volume
            let time = rig.clock.now
            for key in ["VOLUMEUP", "VOLUMEDOWN", "VOLUMEDOWN", "MUTE"] { rig.press(key) }
            rig.press("POWER")
            await rig.until { $0.tuner.isStandby }
            let told = cec.news.filter { if case .volume = $0 { true } else { false } }
            let own = await (rig.box.volume, rig.box.isMuted)
            if takesVolume {
                #expect(told == [.volume(.up, time), .volume(.down, time), .volume(.down, time), .volume(.mute, time)])
                #expect(own == (before, false))
            } else {
                #expect(told.isEmpty)
                #expect(own == (before - 4, true))
            }
            // Muting by the control API is the box's own doing: no key was pressed.
            let sound = try await rig.box.setMuted(nil)
            #expect(sound.muted == takesVolume)
        }
    }

    @Test("The kernel's own event device of the line does not count while the line is open")
    func doubled() async throws {
        let twin = ScriptedKeys(device: InputDevice(id: "/dev/input/event7", name: "vivid", bus: .cec))
        let cec = ScriptedCEC()
        let rig = try await BoxRig(["One", "Two", "Three"], cec: cec, others: [twin])
        let code = KeyCode(name: "CHANNELUP")?.rawValue ?? 0
        twin.press(code, at: rig.clock.now)
        twin.release(code, at: rig.clock.now)
        // The device's removal is handled after the keys of the same stream.
        twin.detach(at: rig.clock.now)
        await rig.until { $0.remotes.list.count == 1 }
        #expect(await rig.box.tuner.selected == "c1")
        #expect(!cec.news.contains { if case .pressed = $0 { true } else { false } })
    }

    @Test("The log and a scan as the control API tells them; without a line it says what to do")
    func api() async throws {
        let entries = (0..<3).map { number in
            CECLogEntry(
                time: HostTime(nanoseconds: -5_000_000), kind: .withheld, frame: "40:04", meaning: "\(number)",
                isNoticeable: true, cause: "why")
        }
        let rig = try await BoxRig(["One"], cec: ScriptedCEC(log: entries))
        let age = (rig.clock.now - HostTime(nanoseconds: -5_000_000)).nanoseconds / 1_000_000
        let list = try await rig.box.cecMessages(last: 2)
        #expect(
            list.messages
                == ["1", "2"].map {
                    CECMessageInfo(
                        ageMilliseconds: age, kind: .withheld, frame: "40:04", meaning: $0, noticeable: true,
                        cause: "why")
                })
        #expect(
            try await rig.box.scanCEC().devices == [
                CECDeviceInfo(
                    logicalAddress: 0, physicalAddress: "0.0.0.0", name: "TV", vendor: "00e091", version: "1.4",
                    power: "9")
            ])
        #expect(
            await rig.box.status().cec
                == CECInfo(
                    adapter: "/dev/cec0", physicalAddress: "1.0.0.0", logicalAddress: 4, activeSource: false,
                    takesVolume: false))
        let without = try await BoxRig(["One"])
        await #expect(throws: ControlError.self) { try await without.box.cecMessages(last: 1) }
        await #expect(throws: ControlError.self) { try await without.box.scanCEC() }
    }
}
