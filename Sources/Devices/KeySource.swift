import MediaCore

/// Remotes and keyboards: everything that has keys, as it comes and goes.
package protocol KeySource: AnyObject, Sendable {
    /// The events of keys and devices. One consumer. Ends after `stop`.
    var events: AsyncStream<KeySourceEvent> { get }
    func start() throws
    func stop()
}

package enum KeySourceEvent: Sendable, Hashable {
    case key(KeyEvent)
    case touch(TouchEvent)
    case attached(InputDevice)
    /// A device is gone. Keys it held were released, and contacts cancelled, by events of their own
    /// before this.
    case detached(InputDevice)
}

/// One transition of one key.
package struct KeyEvent: Sendable, Hashable {
    package enum Phase: Sendable, Hashable {
        case press, release
        /// The remote says that the key is still down. Only HDMI-CEC's tell it, whose release may be lost on the way.
        case held
    }

    /// The kernel's code (`linux/input-event-codes.h`), whatever the remote.
    package var code: UInt16
    package var phase: Phase
    /// The time at which the kernel saw it, so that latency counts from the key and not from when
    /// we got round to it.
    package var time: HostTime
    package var device: InputDevice

    package init(code: UInt16, phase: Phase, time: HostTime, device: InputDevice) {
        self.code = code
        self.phase = phase
        self.time = time
        self.device = device
    }
}

package struct InputDevice: Sendable, Hashable {
    package enum Bus: String, Sendable, Hashable { case usb, bluetooth, infrared, cec, virtual, network, other }

    /// The device's id, unique while it is there: `/dev/input/event3`, `cec:0`, `control`.
    package var id: String
    package var name: String
    package var bus: Bus
    /// The remote's id, the same for all devices of one remote: many appear as several.
    package var remote: String

    /// Makes a device; `remote` is `id` unless given.
    package init(id: String, name: String, bus: Bus, remote: String? = nil) {
        self.id = id
        self.name = name
        self.bus = bus
        self.remote = remote ?? id
    }
}
