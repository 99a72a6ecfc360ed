import Devices

/// What became of one key, for those who follow. While a passcode is asked for it tells the remote and the focus, and
/// nothing of the key: not even its place on the keypad.
package struct KeyReport: Hashable, Sendable {
    package let device: InputDevice
    /// The focus when the key was pressed.
    package let focus: Focus
    /// The code; nil: it is secret, or a finger stood for the key.
    package private(set) var code: KeyCode?
    /// What the hand did; nil: it is secret, or the code has no meaning.
    package private(set) var gesture: KeyGesture?
    /// The command that it meant there; nil: none.
    package private(set) var command: Command?
    package private(set) var result: CommandResult?
    /// The time from the press until its command began; nil for keys that act when they are let go, whose time says
    /// nothing.
    package private(set) var delay: Duration?

    /// A code that has no meaning.
    init(_ code: KeyCode, of device: InputDevice, focus: Focus) {
        (self.device, self.focus, self.code) = (device, focus, code)
    }

    init(
        _ gesture: KeyGesture, code: KeyCode?, focus: Focus, command: Command?, result: CommandResult?, delay: Duration?
    ) {
        (device, self.focus) = (gesture.device, focus)
        guard focus != .passcode else { return }
        (self.code, self.gesture, self.command) = (code, gesture, command)
        (self.result, self.delay) = (result, delay)
    }
}
