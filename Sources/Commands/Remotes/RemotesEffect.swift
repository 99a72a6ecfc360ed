import Devices
import MediaCore

/// What `Remotes` wants done. To be carried out in order.
package enum RemotesEffect: Hashable, Sendable {
    /// Perform the command, and answer with `RemotesEvent.performed`. Comes last, one at a time.
    ///
    /// - Parameter key: the kernel's time of the press
    case perform(Command, key: HostTime)
    /// A hand is on a remote that is not the TV's: the TV may be told who is watched.
    case handled(HostTime)

    // MARK: What the viewer sees

    /// Show what keys do, as one that may be a long press is held.
    case showHint
    /// Show at this edge where a click there would lead.
    case showEdgeHint(Direction, Command)
    case hideEdgeHint
    /// `Remotes.keyTest` has changed.
    case keyTestChanged
    /// Tell the viewer that this remote's battery is low.
    ///
    /// - Parameter percent: of its charge; nil: it tells none
    case batteryLow(InputDevice, percent: Int?)

    // MARK: What those who follow are told

    /// A key did what it does, or nothing.
    case told(KeyReport)
    /// A finger's movement was a command of its own.
    case swiped(Command, CommandResult)
    case attached(InputDevice)
    case detached(InputDevice)

    // MARK: What takes time

    /// Ask these devices for the levels of their batteries, and answer with `RemotesEvent.batteries`.
    case lookAtBatteries([InputDevice])
}
