import Devices
import MediaCore

/// A remote that is there: one, however many event devices the kernel makes of it.
package struct Remote: Sendable {
    /// The device that sent a key last, or came first.
    package let device: InputDevice
    /// All of its devices, in the order in which they came.
    package let nodes: [InputDevice]
    /// The key that its `device` sent last, and when; nil: none yet. A passcode's keys don't count.
    package let lastKey: (code: KeyCode, time: HostTime)?
    package let battery: BatteryLevel?

    /// The name of the whole: single nodes are called "… Consumer Control" and the like.
    package var name: String { nodes.map(\.name).min { $0.count < $1.count } ?? device.name }
}
