import Devices
import MediaCore

/// Everything that `Remotes` is told: what hands do, which devices there are, and what became of a command.
package enum RemotesEvent: Hashable, Sendable {
    /// The layer that has the keys from now on.
    case focus(Focus)
    /// A key went down or up.
    ///
    /// - Parameter lineIsOpen: the box has the HDMI-CEC line itself, so that the TV's keys come by that
    case key(KeyEvent, lineIsOpen: Bool)
    case touch(TouchEvent)
    case attached(InputDevice)
    case detached(InputDevice)
    /// The command of `RemotesEffect.perform` was carried out. What waited behind it comes with the answer.
    case performed(CommandResult)
    /// The device with this id is being taught its codes, so that its keys mean nothing; nil: none is.
    case taught(String?)
    /// The key test is opened, or closed.
    case keyTest(Bool)
    /// The levels of the batteries, by device, as `RemotesEffect.lookAtBatteries` asked.
    case batteries([String: BatteryLevel])
    /// The time of `Remotes.nextWake` has come.
    case wake
}
