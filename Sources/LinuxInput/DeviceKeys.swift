import CEvdev
import Devices
import MediaCore

/// Turns one device's `EV_KEY` events into presses and releases that always pair.
///
/// The kernel's own repeats are dropped: repeat and long press are decided above. Only CEC's count as a sign that the key
/// is still down: rc-core makes none there before the TV has said it again (`ir_do_keydown`). A press of a key that is
/// down means that its release was lost, and brings it first.
package struct DeviceKeys: Sendable, Hashable {
    package let device: InputDevice
    /// Whether the device is a touch surface with a button, which is a key too.
    private let hasClicks: Bool
    package private(set) var down: Set<UInt16> = []

    package init(device: InputDevice, hasClicks: Bool = false) {
        self.device = device
        self.hasClicks = hasClicks
    }

    /// Takes a key event; `value` is 0 release, 1 press, 2 repeat
    /// (`Documentation/input/event-codes`).
    package mutating func handle(code: UInt16, value: Int32, time: HostTime) -> [KeyEvent] {
        guard KeyCapabilities.isKey(code) || hasClicks && Int32(code) == BTN_LEFT else { return [] }
        let code = meaning(of: code)
        switch value {
        case 1:
            let isNew = down.insert(code).inserted
            return (isNew ? [] : [event(code, .release, time)]) + [event(code, .press, time)]
        case 0:
            return down.remove(code) == nil ? [] : [event(code, .release, time)]
        default:
            return device.bus == .cec && down.contains(code) ? [event(code, .held, time)] : []
        }
    }

    /// Releases the keys that the device held, as it is gone.
    package mutating func vanish(at time: HostTime) -> [KeyEvent] {
        defer { down = [] }
        return down.sorted().map { event($0, .release, time) }
    }

    private func event(_ code: UInt16, _ phase: KeyEvent.Phase, _ time: HostTime) -> KeyEvent {
        KeyEvent(code: code, phase: phase, time: time, device: device)
    }

    /// The code by its meaning. CEC has no "back": TVs send its Exit for their Back key, and the
    /// kernel's KEY_BACK and KEY_FORWARD are CEC's "skip" keys
    /// (`drivers/media/rc/keymaps/rc-cec.c`).
    private func meaning(of code: UInt16) -> UInt16 {
        guard device.bus == .cec else { return code }
        return switch Int32(code) {
        case KEY_EXIT: UInt16(KEY_BACK)
        case KEY_BACK: UInt16(KEY_PREVIOUSSONG)
        case KEY_FORWARD: UInt16(KEY_NEXTSONG)
        default: code
        }
    }
}
