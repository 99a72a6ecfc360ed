import Devices
import MediaCore

/// A press, hold or repeat of one key.
package struct KeyGesture: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The key was pressed; or, if it has a long press, was let go before that.
        case press
        /// A key with a long press has been down so long that one may follow: the time to say what it will
        /// do.
        case holding
        /// The key is still held: the first repeat is 1.
        case repetition(Int)
        case longPress
    }

    package var key: Key
    package var kind: Kind
    /// The time from which a viewer would count, by the kernel's clock: of the press, or of the moment at
    /// which holding made a repeat or a long press.
    package var time: HostTime
    package var device: InputDevice

    package init(key: Key, kind: Kind, time: HostTime, device: InputDevice) {
        self.key = key
        self.kind = kind
        self.time = time
        self.device = device
    }
}
