import Base
import CEC
import CEvdev
import Devices
import Foundation
import Glibc
import Headless
import MediaCore
import Rig
import Testing

@testable import LinuxInput

extension UinputRemote: KeyHand {}

extension KeySourceEvent {
    fileprivate var key: KeyEvent? { if case .key(let key) = self { key } else { nil } }
}

private struct ScriptedHand: KeyHand {
    let keys: ScriptedKeys
    var name: String { keys.device.name }
    func press(_ code: UInt16) { keys.press(code, at: MonotonicClock().now) }
    func release(_ code: UInt16) { keys.release(code, at: MonotonicClock().now) }
    func vanish() { keys.detach(at: MonotonicClock().now) }
}

extension DeviceContracts {
    @Suite("KeySourceContract")
    struct KeySourceTests {
        @Test("Scripted keys")
        func scripted() async throws {
            let keys = ScriptedKeys()
            try await checkKeySourceContract(keys) { ScriptedHand(keys: keys) }
        }

        @Test("Without a device, and without even the folder, it starts and stops")
        func nothing() async throws {
            for folder in ["/tmp/hearth-no-such-folder/input", "/proc/self/fdinfo"] {
                let source = try EvdevSource(EvdevSource.Configuration(folder: folder))
                try source.start()
                source.grab(true)
                source.stop()
                var events: [KeySourceEvent] = []
                for await event in source.events { events.append(event) }
                #expect(events.isEmpty)
            }
        }

        @Test("Without an adapter CEC says so and stops at once")
        func noCEC() async throws {
            let bus = try CECLine(CECLine.Configuration(port: "/dev/hearth-no-such-adapter"))
            try bus.start()
            await #expect(throws: CECScanFailure.noLine("no CEC adapter")) { try await bus.scan() }
            bus.stop()
            #expect(bus.status == CECStatus(trouble: "no CEC adapter"))
        }

        @Test("Board: a uinput remote keeps the contract", .enabled(if: Board.isHere))
        func uinput() async throws {
            try await checkKeySourceContract(EvdevSource()) { try UinputRemote("hearth contract") }
        }

        @Test("Board: a grabbed remote is heard by nobody else", .enabled(if: Board.isHere))
        func grab() async throws {
            let remote = try UinputRemote("hearth grab")
            let source = try EvdevSource(EvdevSource.Configuration(onlyNames: [remote.name]))
            source.grab(true)
            var events = source.events.makeAsyncIterator()
            try source.start()
            guard case .attached(let device) = await events.next() else {
                Issue.record("not attached")
                return
            }
            let other = try EvdevDevice(opening: device.id)
            remote.press(103)
            remote.release(103)
            for _ in 0..<2 { _ = await events.next() }
            #expect(try other.read().isEmpty)
            source.stop()
            remote.press(108)
            #expect(try other.read().compactMap(\.key).map(\.code) == [108])
        }

        @Test(
            "Board: after the kernel's buffer overran, the keys are as they are",
            .enabled(if: Board.isHere))
        func dropped() throws {
            let remote = try UinputRemote("hearth dropped")
            let device = try EvdevDevice(opening: remote.node)
            remote.press(103)
            for _ in 0..<400 {
                remote.press(108)
                remote.release(108)
            }
            remote.release(103)
            remote.press(105)
            let keys = try device.read().compactMap(\.key)
            print("dropped: \(keys.count) of 803 transitions arrived")
            #expect(keys.count < 803)
            #expect(device.keys.down == [105])
            var down: Set<UInt16> = []
            for key in keys {
                switch key.phase {
                case .press: #expect(down.insert(key.code).inserted)
                case .release: #expect(down.remove(key.code) != nil)
                case .held: Issue.record("only CEC tells that a key is held")
                }
            }
            #expect(down == [105])
        }

        @Test("Board: an infrared remote whose keymap comes later", .enabled(if: Board.isHere))
        func infrared() async throws {
            let source = try EvdevSource(
                EvdevSource.Configuration(onlyNames: ["rc-core loopback device"]))
            var events = source.events.makeAsyncIterator()
            try source.start()
            guard case .attached(let device) = await events.next() else {
                Issue.record("not attached")
                return
            }
            #expect(device.bus == .infrared)
            let receiver = try #require(
                try FileManager.default.contentsOfDirectory(atPath: "/sys/class/rc").first {
                    let uevent = try? String(contentsOfFile: "/sys/class/rc/\($0)/uevent", encoding: .utf8)
                    return uevent?.contains("DRV_NAME=rc-loopback") == true
                })
            try Data("nec".utf8).write(to: URL(fileURLWithPath: "/sys/class/rc/\(receiver)/protocols"))
            // An ioctl macro, EVIOCSKEYCODE: what ir-keytable does for one line of a keymap.
            let node = try OwnedDescriptor(open: device.id, flags: O_RDWR)
            var entry: [UInt32] = [0x4001, UInt32(KEY_CHANNELUP)]
            try checked("EVIOCSKEYCODE") { ioctl(node.raw, 0x4008_4504, &entry) }
            try Board.run("ir-ctl -d /dev/lirc0 -S nec:0x4001")
            var keys: [KeyEvent] = []
            while keys.count < 2, let event = await events.next() {
                if case .key(let key) = event { keys.append(key) }
            }
            #expect(keys.map(\.code) == [UInt16(KEY_CHANNELUP), UInt16(KEY_CHANNELUP)])
            #expect(keys.map(\.phase) == [.press, .release])
            source.stop()
        }

        @Test(
            "Board: the TV's remote over CEC, and nothing said that was not asked",
            .enabled(if: Board.hasCEC))
        func cec() async throws {
            let tv = "/dev/cec-tv"
            try Board.run("cec-ctl -d \(tv) --tv -o RigTV")
            let said = "/tmp/hearth-tv-heard"
            let follower = try #require(
                Int32(
                    try Board.run("stdbuf -oL cec-follower -d \(tv) -m >\(said) </dev/null & echo $!")
                        .trimmingCharacters(in: .whitespacesAndNewlines)))
            defer { kill(follower, SIGKILL) }

            var settings = CECSettings()
            settings.osdName = "Hearth rig"
            let bus = try CECLine(CECLine.Configuration(settings: settings))
            var events = bus.events.makeAsyncIterator()
            try bus.start()
            guard case .attached(let device) = await events.next() else {
                Issue.record("not attached: \(bus.status)")
                return
            }
            print("cec: \(bus.status)")
            #expect(bus.status.logicalAddress == 4)
            #expect(bus.status.trouble == nil)
            let name = try Board.run("cec-ctl -d \(tv) -t4 --give-osd-name")
            #expect(name.contains("name: Hearth rig"))

            var keys: [KeyEvent] = []
            for command in ["up", "back", "channel-up"] {
                try Board.run("cec-ctl -d \(tv) -t4 --user-control-pressed ui-cmd=\(command)")
                try Board.run("cec-ctl -d \(tv) -t4 --user-control-released")
                let wanted = keys.count + 2
                while keys.count < wanted, let event = await events.next() {
                    if case .key(let key) = event { keys.append(key) }
                }
            }
            #expect(
                keys.map(\.code)
                    == [KEY_UP, KEY_UP, KEY_BACK, KEY_BACK, KEY_CHANNELUP, KEY_CHANNELUP].map { UInt16($0) })
            #expect(keys.map(\.phase) == [.press, .release, .press, .release, .press, .release])
            #expect(keys.allSatisfy { $0.device == device })
            bus.stop()
            let heard = try String(contentsOfFile: said, encoding: .utf8)
            print("cec: the TV heard\n\(heard)")
            for word in ["IMAGE_VIEW_ON", "TEXT_VIEW_ON", "ACTIVE_SOURCE", "STANDBY"] {
                #expect(!heard.contains(word))
            }
        }
    }
}
