import Devices
import MediaCore

/// Keeps a key from arriving twice by two event devices of one remote: some report the same key as a keyboard and as a
/// consumer control, by the same code or by another that means the same. The device that reports it first has it until
/// it is let go.
package struct NodeKeys: Sendable, Hashable {
    private struct Source: Hashable {
        var device: String
        var code: UInt16
    }

    private struct Meant: Hashable {
        var remote: String
        var key: Key
    }

    private struct Press: Hashable {
        var source: Source
        var time: HostTime
        var isDown = true
    }

    /// The time within which two presses by two devices are one: no hand presses a key twice so fast.
    private static let together = Duration.milliseconds(40)

    private var presses: [Meant: Press] = [:]
    /// The keys that are down and were not let through: their releases aren't either.
    private var dropped: Set<Source> = []

    package init() {}

    /// Decides whether a key is let through.
    /// - Parameter key: what its code means; nil: nothing
    package mutating func admits(_ event: KeyEvent, as key: Key?) -> Bool {
        let source = Source(device: event.device.id, code: event.code)
        if event.phase == .held { return !dropped.contains(source) }
        guard event.phase == .press else {
            if dropped.remove(source) != nil { return false }
            if let meant = presses.first(where: { $0.value.source == source })?.key { presses[meant]?.isDown = false }
            return true
        }
        guard let key else { return true }
        let meant = Meant(remote: event.device.remote, key: key)
        if let first = presses[meant], first.source.device != source.device,
            first.isDown || event.time - first.time < Self.together
        {
            dropped.insert(source)
            return false
        }
        presses[meant] = Press(source: source, time: event.time)
        // The release of a press that was not let through may be lost; this one's is not to be taken for it.
        dropped.remove(source)
        return true
    }

    /// Forgets the keys of a device that is gone.
    package mutating func detach(_ device: InputDevice) {
        presses = presses.filter { $0.value.source.device != device.id }
        dropped = dropped.filter { $0.device != device.id }
    }
}
