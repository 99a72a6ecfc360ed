import Devices
import MediaCore

/// Turns User Control Pressed and Released into presses and releases that pair. One key is down at a time: that
/// is all the line can say.
package struct CECKeys: Sendable {
    package let device: InputDevice
    private var down: (code: UInt16, lastSeen: HostTime)?

    /// A TV repeats a held key at least every 450 ms and may lose the release (CEC 13.13.3).
    package static let patience = Duration.milliseconds(650)

    package init(device: InputDevice) {
        self.device = device
    }

    /// When `expire` has something to do.
    package var deadline: HostTime? { down.map { $0.lastSeen + Self.patience } }

    /// User Control Pressed: a press, or a sign that the key is still held.
    ///
    /// - Parameter operands: the code, and of some what it is to do
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

    /// Lets go of a key whose release was lost.
    package mutating func expire(at time: HostTime) -> [KeyEvent] {
        guard let deadline, time >= deadline else { return [] }
        return release(at: time)
    }

    /// User Control Released; or the line is gone. Lets go of what is held.
    package mutating func release(at time: HostTime) -> [KeyEvent] {
        guard let held = down.take() else { return [] }
        return [event(held.code, .release, time)]
    }

    /// A key that some other message stands for, at once let go.
    func tap(_ code: Int32, at time: HostTime) -> [KeyEvent] {
        [event(UInt16(code), .press, time), event(UInt16(code), .release, time)]
    }

    private func event(_ code: UInt16, _ phase: KeyEvent.Phase, _ time: HostTime) -> KeyEvent {
        KeyEvent(code: code, phase: phase, time: time, device: device)
    }
}
