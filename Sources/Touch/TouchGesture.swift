import Devices
import MediaCore

/// A gesture that a finger made on a touch surface.
package struct TouchGesture: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Move the focus by one.
        case step(Direction)
        /// A swipe over the picture.
        case swipe(Direction, Swipe)
        case tap
        /// A finger rests at the left or the right edge; nil: no longer.
        case rest(Direction?)
        /// The finger turned so many notches round the rim, clockwise where positive:
        /// `TouchTuning.notchesPerTurn`.
        case turn(Int)
    }

    package enum Swipe: Hashable, Sendable {
        /// The finger has gone so far that it would be a swipe if it were lifted.
        case reached
        /// The finger is lifted, or nearly. Follows `reached`.
        case completed
        /// The finger has gone back, or is gone without having been lifted. Follows `reached`.
        case takenBack
    }

    package var kind: Kind
    /// The kernel's time of the movement, or the time at which the gesture was due.
    package var time: HostTime
    package var device: InputDevice

    package init(_ kind: Kind, time: HostTime, device: InputDevice) {
        self.kind = kind
        self.time = time
        self.device = device
    }
}
