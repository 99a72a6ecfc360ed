import Devices
import MediaCore

/// What a hand did with one key.
package struct KeyGesture: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Pressed; or, for a key with a long press, let go before it became one.
        case press
        /// A key with a long press is down for so long that one may follow: the time to say what it will do.
        case holding
        /// Still held: the first repeat is 1.
        case repetition(Int)
        case longPress
    }

    package var key: Key
    package var kind: Kind
    /// The kernel's time of the key that a viewer would count from: of the press, or of the moment
    /// the hold made a repeat or a long press.
    package var time: HostTime
    package var device: InputDevice

    package init(key: Key, kind: Kind, time: HostTime, device: InputDevice) {
        self.key = key
        self.kind = kind
        self.time = time
        self.device = device
    }
}
