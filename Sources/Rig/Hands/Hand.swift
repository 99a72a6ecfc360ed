import MediaCore

/// What presses keys.
package enum HandKind: String, CaseIterable, Codable, Sendable {
    /// An evdev device of our own making: any key.
    case uinput
    /// A remote through an infrared receiver.
    case nec, rc5, rc6
    /// The TV's own remote, over HDMI-CEC.
    case cec
    /// A keyboard of the emulated machine.
    case qmp
    /// `hearthctl press`.
    case control
    /// The page's keys.
    case web
}

package protocol Hand: AnyObject {
    var kind: HandKind { get }
    /// False for a key that such a remote has not.
    func has(_ key: RemoteKey) -> Bool
    /// The key goes down. Returns CLOCK_MONOTONIC just before it did.
    func press(_ key: RemoteKey) throws -> HostTime
    func release(_ key: RemoteKey) throws
}
