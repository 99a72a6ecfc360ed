import Devices

/// The part of a touch surface that was clicked.
package enum TouchClick: Hashable, Sendable {
    /// The middle, which is OK.
    case ok
    /// The rim, which has an arrow on each side.
    case arrow(Direction)
}
