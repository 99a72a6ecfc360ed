import Devices
import MediaCore

/// Turns User Control Pressed and Released into presses and releases that pair. One key is down at a time: that
/// is all the line can say.
///
/// A TV that holds a key says so again at least each half second, and then it is held. Some say nothing before the
/// release: once one has been caught at that, its keys count as held from their press on.
package struct CECKeys: Sendable {
    private struct Down: Hashable {
        var code: UInt16
        var pressed: HostTime
        var lastSeen: HostTime
        /// The TV has said it again.
        var isRepeated = false
    }

    package let device: InputDevice
    private var down: Down?
    /// Let go here because nothing more was said of it: its release may be late, and not lost.
    private var expired: Down?
    /// This TV says nothing while a key is held.
    private var isSilent = false

    /// Longest between two signs that a key is held (CEC 13.13.3).
    private static let longestInterval = Duration.milliseconds(500)

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
        expired = nil
        if var held = down, held.code == code {
            (held.lastSeen, held.isRepeated) = (time, true)
            down = held
            isSilent = false
            return events + [event(code, .held, time)]
        }
        events += letGo(at: time)
        down = Down(code: code, pressed: time, lastSeen: time)
        return events + [event(code, .press, time)] + (isSilent ? [event(code, .held, time)] : [])
    }

    /// Releases a key whose release was lost.
    package mutating func expire(at time: HostTime) -> [KeyEvent] {
        guard let deadline, time >= deadline else { return [] }
        expired = down
        return letGo(at: time)
    }

    /// User Control Released.
    package mutating func release(at time: HostTime) -> [KeyEvent] {
        if let held = down ?? expired, !held.isRepeated, time - held.pressed > Self.longestInterval { isSilent = true }
        expired = nil
        return letGo(at: time)
    }

    /// The line is gone: nothing is held any more.
    package mutating func letGo(at time: HostTime) -> [KeyEvent] {
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
