import Devices
import MediaCore

/// Turns User Control Pressed and Released into presses and releases that pair. One key is down at a time, as
/// the line can't express more.
package struct CECKeys: Sendable {
    package let device: InputDevice
    private var down: (code: UInt16, lastSeen: HostTime)?

    /// The time without a repeat after which a key counts as released. A TV repeats a held key at least every
    /// 450 ms and may lose the release (CEC 13.13.3).
    package static let patience = Duration.milliseconds(650)

    package init(device: InputDevice) {
        self.device = device
    }

    /// The time at which `expire` has something to do.
    package var deadline: HostTime? { down.map { $0.lastSeen + Self.patience } }

    /// Takes User Control Pressed: a press, or a sign that the key is still held.
    ///
    /// - Parameter operands: the code, and for some codes a second operand
    package mutating func press(_ operands: [UInt8], at time: HostTime) -> [KeyEvent] {
        guard let code = CECKeyTranslation.code(forUserControl: operands) else { return [] }
        var events = expire(at: time)
        if let held = down, held.code == code {
            down = (code, time)
            return events
        }
        events += release(at: time)
        down = (code, time)
        events.append(event(code, .press, time))
        return events
    }

    /// Releases a key whose release was lost.
    package mutating func expire(at time: HostTime) -> [KeyEvent] {
        guard let deadline, time >= deadline else { return [] }
        return release(at: time)
    }

    /// Releases the key that is held: at User Control Released, or when the line is gone.
    package mutating func release(at time: HostTime) -> [KeyEvent] {
        guard let held = down.take() else { return [] }
        return [event(held.code, .release, time)]
    }

    /// Makes the press and release of a key that some other message stands for.
    func tap(_ code: Int32, at time: HostTime) -> [KeyEvent] {
        [event(UInt16(code), .press, time), event(UInt16(code), .release, time)]
    }

    private func event(_ code: UInt16, _ phase: KeyEvent.Phase, _ time: HostTime) -> KeyEvent {
        KeyEvent(code: code, phase: phase, time: time, device: device)
    }
}
