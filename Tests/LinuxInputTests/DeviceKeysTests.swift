import CEvdev
import Devices
import MediaCore
import Testing

@testable import LinuxInput

@Suite("Device keys")
struct DeviceKeysTests {
    private static let remote = InputDevice(id: "/dev/input/event0", name: "Remote", bus: .usb)

    private struct Input: Hashable {
        var code: UInt16
        /// The key's value; nil: the device vanishes.
        var value: Int32?
    }

    private static let inputs =
        [UInt16(103), 108].flatMap { code in [0, 1, 2].map { Input(code: code, value: $0) } }
        + [Input(code: 0, value: nil)]

    @Test("Over all orders of six events, lost ones included: presses and releases pair, none is stuck")
    func exhaustive() {
        var checked = 0
        func visit(_ keys: DeviceKeys, pressed: Set<UInt16>, depth: Int) {
            for input in Self.inputs {
                var keys = keys
                var pressed = pressed
                let time = HostTime(nanoseconds: Int64(depth))
                let events =
                    input.value.map { keys.handle(code: input.code, value: $0, time: time) } ?? keys.vanish(at: time)
                var isSound = true
                for event in events {
                    isSound = isSound && event.time == time
                    switch event.phase {
                    case .press: isSound = isSound && pressed.insert(event.code).inserted
                    case .release: isSound = isSound && pressed.remove(event.code) != nil
                    case .held: isSound = false
                    }
                }
                // A key is reported as down exactly while the kernel reports it as down.
                switch input.value {
                case 1: isSound = isSound && pressed.contains(input.code)
                case 0: isSound = isSound && !pressed.contains(input.code)
                case nil: isSound = isSound && pressed.isEmpty
                default: isSound = isSound && events.isEmpty
                }
                isSound = isSound && keys.down == pressed
                if !isSound { Issue.record("after \(input): \(events)") }
                checked += 1
                if depth > 1 { visit(keys, pressed: pressed, depth: depth - 1) }
            }
        }
        visit(DeviceKeys(device: Self.remote), pressed: [], depth: 6)
        #expect(checked == 137_256)
    }

    @Test("A press of a key that is down releases it first")
    func lostRelease() {
        var keys = DeviceKeys(device: Self.remote)
        _ = keys.handle(code: 103, value: 1, time: HostTime(nanoseconds: 1))
        let events = keys.handle(code: 103, value: 1, time: HostTime(nanoseconds: 2))
        #expect(events.map(\.phase) == [.release, .press])
    }

    @Test(
        "On CEC the kernel's repeat says that the key is held; elsewhere it says nothing, nor of a key that is not down"
    )
    func held() {
        func phases(_ bus: InputDevice.Bus) -> [KeyEvent.Phase] {
            var keys = DeviceKeys(device: InputDevice(id: "a", name: "a", bus: bus))
            return [2, 1, 2, 2, 0, 2].flatMap { keys.handle(code: 103, value: $0, time: .zero) }.map(\.phase)
        }
        #expect(phases(.cec) == [.press, .held, .held, .release])
        for bus in [InputDevice.Bus.infrared, .usb, .bluetooth] { #expect(phases(bus) == [.press, .release]) }
    }

    @Test("Buttons of mice and pads are no keys")
    func buttons() {
        var keys = DeviceKeys(device: Self.remote)
        let events = [BTN_LEFT, BTN_TOUCH, BTN_SOUTH, BTN_DPAD_UP, BTN_TRIGGER_HAPPY].flatMap {
            keys.handle(code: UInt16($0), value: 1, time: .zero)
        }
        #expect(events.isEmpty)
    }

    @Test("On CEC, Exit is back and the kernel's Back and Forward skip; elsewhere they stay")
    func cec() {
        let codes = [KEY_EXIT, KEY_BACK, KEY_FORWARD, KEY_OK].map { UInt16($0) }
        func meanings(_ bus: InputDevice.Bus) -> [UInt16] {
            var keys = DeviceKeys(device: InputDevice(id: "a", name: "a", bus: bus))
            return codes.flatMap { keys.handle(code: $0, value: 1, time: .zero) }.map(\.code)
        }
        #expect(meanings(.cec) == [KEY_BACK, KEY_PREVIOUSSONG, KEY_NEXTSONG, KEY_OK].map { UInt16($0) })
        #expect(meanings(.usb) == codes)
    }
}

@Suite("Input devices")
struct InputDeviceTests {
    private func capabilities(_ codes: Int32...) -> KeyCapabilities {
        KeyCapabilities(Set(codes.map { UInt16($0) }))
    }

    @Test("A remote is what has a key; mice, joysticks and touch pads have only buttons")
    func remote() {
        #expect(capabilities(KEY_OK).isRemote(includingPowerButtons: false))
        #expect(capabilities(BTN_LEFT, KEY_VOLUMEUP).isRemote(includingPowerButtons: false))
        #expect(!capabilities(BTN_LEFT, BTN_RIGHT).isRemote(includingPowerButtons: true))
        #expect(!capabilities(BTN_SOUTH, BTN_DPAD_UP, BTN_TRIGGER_HAPPY).isRemote(includingPowerButtons: true))
        #expect(!capabilities(BTN_TOUCH, BTN_TOOL_FINGER).isRemote(includingPowerButtons: true))
        #expect(!capabilities().isRemote(includingPowerButtons: true))
    }

    @Test("A power button is one when asked for")
    func power() {
        #expect(!capabilities(KEY_POWER, KEY_SLEEP).isRemote(includingPowerButtons: false))
        #expect(capabilities(KEY_POWER).isRemote(includingPowerButtons: true))
    }

    @Test("The bus comes from the kernel; rc-core's devices are infrared whatever their receiver")
    func bus() {
        #expect(
            InputDevice.Bus(busType: BUS_USB, sysfsPath: "/sys/devices/pci0000:00/usb1/input/input3/event3") == .usb)
        #expect(InputDevice.Bus(busType: BUS_USB, sysfsPath: "/sys/devices/usb1/rc/rc0/input5/event5") == .infrared)
        #expect(InputDevice.Bus(busType: BUS_CEC, sysfsPath: "/sys/devices/vivid/rc/rc1/input6/event6") == .cec)
        #expect(InputDevice.Bus(busType: BUS_BLUETOOTH, sysfsPath: "") == .bluetooth)
        #expect(InputDevice.Bus(busType: BUS_VIRTUAL, sysfsPath: "") == .virtual)
        #expect(InputDevice.Bus(busType: BUS_HOST, sysfsPath: "") == .other)
    }

    @Test(
        "Nodes of one remote share its unique id or its port",
        arguments: [
            ("aa:bb", "usb-1/input0", "aa:bb"), ("", "usb-0000:00:14.0-1/input1", "usb-0000:00:14.0-1"),
            (nil, "gpio-keys/input0", "gpio-keys"), (nil, "odd", "odd"), (nil, "a/b", "a/b"), ("", "", nil),
            (nil, nil, nil),
        ] as [(String?, String?, String?)])
    func identity(unique: String?, physical: String?, expected: String?) {
        #expect(InputDevice.remote(unique: unique, physical: physical) == expected)
    }
}
