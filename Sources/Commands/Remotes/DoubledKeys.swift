import Devices

/// Keeps a key of the TV's remote from arriving twice: the kernel can give a CEC adapter an event device of its own (RC
/// passthrough), and the box has the line itself. While that is open its keys count, and the event device's do not.
package struct DoubledKeys: Sendable, Hashable {
    private struct Source: Hashable {
        var device: String
        var code: UInt16
    }

    /// The keys of event devices that were let through and are still down. A key's release goes the same way as its
    /// press.
    private var down: Set<Source> = []

    package init() {}

    /// Decides whether a key is let through.
    /// - Parameter lineIsOpen: the box has the CEC line, so that its keys come by that
    package mutating func admits(_ event: KeyEvent, lineIsOpen: Bool) -> Bool {
        guard event.device.bus == .cec, event.device.id.hasPrefix("/") else { return true }
        let source = Source(device: event.device.id, code: event.code)
        switch event.phase {
        case .press:
            if !lineIsOpen { down.insert(source) }
            return !lineIsOpen
        case .release:
            return down.remove(source) != nil
        case .held:
            return down.contains(source)
        }
    }
    /// Forgets the keys of a device that is gone.
    package mutating func detach(_ device: InputDevice) {
        down = down.filter { $0.device != device.id }
    }
}
