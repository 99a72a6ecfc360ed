import Devices
import MediaCore

/// A hand with a uinput remote, which the kernel takes for a real one.
package final class UinputHand: Hand {
    package let kind = HandKind.uinput
    /// The remote; nil while it is unplugged.
    package private(set) var remote: UinputRemote?
    private let name: String
    private let clock = MonotonicClock()

    package init(name: String = "Rig remote") throws {
        self.name = name
        remote = try UinputRemote(name)
    }

    package func has(_ key: RemoteKey) -> Bool { true }

    package func press(_ key: RemoteKey) -> HostTime {
        let time = clock.now
        remote?.press(key.evdevCode)
        return time
    }

    package func release(_ key: RemoteKey) { remote?.release(key.evdevCode) }

    /// Removes the device, whatever key is held.
    package func unplug() {
        remote?.vanish()
        remote = nil
    }

    package func plugIn() throws {
        if remote == nil { remote = try UinputRemote(name) }
    }
}
