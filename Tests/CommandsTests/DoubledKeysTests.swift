import Devices
import MediaCore
import Testing

@testable import Commands

@Suite("Doubled keys")
struct DoubledKeysTests {
    private static let passthrough = InputDevice(id: "/dev/input/event5", name: "vivid", bus: .cec)
    private static let line = InputDevice(id: "cec:0", name: "TV remote (CEC)", bus: .cec)
    private static let keyboard = InputDevice(id: "/dev/input/event1", name: "keyboard", bus: .usb)

    private func event(_ device: InputDevice, _ phase: KeyEvent.Phase, _ code: UInt16 = 103) -> KeyEvent {
        KeyEvent(code: code, phase: phase, time: .zero, device: device)
    }

    @Test("While the line is open a key that comes by both ways counts once")
    func once() {
        var keys = DoubledKeys()
        var admitted: [InputDevice.Bus] = []
        for phase in [KeyEvent.Phase.press, .release] {
            for device in [Self.passthrough, Self.line, Self.keyboard] {
                let isAdmitted = keys.admits(event(device, phase), lineIsOpen: true)
                #expect(isAdmitted == (device != Self.passthrough))
                if isAdmitted { admitted.append(device.bus) }
            }
        }
        #expect(admitted == [.cec, .usb, .cec, .usb])
    }

    @Test("Without the line the event device's keys count")
    func alone() {
        var keys = DoubledKeys()
        for phase in [KeyEvent.Phase.press, .release] {
            let isAdmitted = keys.admits(event(Self.passthrough, phase), lineIsOpen: false)
            #expect(isAdmitted)
        }
    }

    @Test("A sign that a key is held goes the way its press went")
    func held() {
        for isOpen in [true, false] {
            var keys = DoubledKeys()
            let early = keys.admits(event(Self.passthrough, .held), lineIsOpen: isOpen)
            let press = keys.admits(event(Self.passthrough, .press), lineIsOpen: isOpen)
            let held = keys.admits(event(Self.passthrough, .held), lineIsOpen: isOpen)
            let line = keys.admits(event(Self.line, .held), lineIsOpen: isOpen)
            #expect([early, press, held, line] == [false, !isOpen, !isOpen, true])
        }
    }

    @Test("Whenever the line comes and goes, presses and releases that count pair")
    func pairs() {
        // Each bit of the mask: whether the line is open at one of six events of two keys.
        for mask in 0..<64 {
            var keys = DoubledKeys()
            var down: Set<UInt16> = []
            let events: [(KeyEvent.Phase, UInt16)] = [
                (.press, 1), (.press, 2), (.release, 1), (.press, 1), (.release, 2), (.release, 1),
            ]
            for (index, (phase, code)) in events.enumerated() {
                let isOpen = mask >> index & 1 == 1
                guard keys.admits(event(Self.passthrough, phase, code), lineIsOpen: isOpen) else { continue }
                switch phase {
                case .press: #expect(down.insert(code).inserted && !isOpen, "\(mask)")
                case .release: #expect(down.remove(code) != nil, "\(mask)")
                case .held: break
                }
            }
            #expect(down.isEmpty, "\(mask)")
        }
    }
}
