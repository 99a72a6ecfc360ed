import Devices
import MediaCore

/// What a finger did on a touch surface, as far as it means anything.
package struct TouchGesture: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The focus goes one on.
        case step(Command.Direction)
        /// A swipe over the picture.
        case swipe(Command.Direction, Swipe)
        case tap
        /// A finger lies still at the left or the right edge; nil: no longer.
        case rest(Command.Direction?)
        /// So many notches round the rim, clockwise where positive: `TouchTuning.notchesPerTurn`.
        case turn(Int)
    }

    package enum Swipe: Hashable, Sendable {
        /// So far that it would be one if the finger were lifted.
        case reached
        /// The finger is lifted, or nearly. Follows `reached`.
        case completed
        /// The finger has gone back, or is gone without having been lifted. Follows `reached`.
        case takenBack
    }

    package var kind: Kind
    /// The kernel's time of the movement, or when it was due.
    package var time: HostTime
    package var device: InputDevice

    package init(_ kind: Kind, time: HostTime, device: InputDevice) {
        self.kind = kind
        self.time = time
        self.device = device
    }
}
