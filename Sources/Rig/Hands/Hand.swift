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
    /// The box's control socket, as `hearthctl press` uses it.
    case control
    /// The page's keys.
    case web
}

extension HandKind {
    /// Between letting a key go and pressing the same again. NEC has no toggle bit: what comes before the
    /// kernel has let go of the first press looks to it as the first still held.
    package var shortestGap: Duration { self == .nec ? .milliseconds(250) : .milliseconds(60) }
}

package protocol Hand: AnyObject {
    var kind: HandKind { get }
    /// False for a key that such a remote has not.
    func has(_ key: RemoteKey) -> Bool
    /// The key goes down. Returns CLOCK_MONOTONIC just before it did.
    func press(_ key: RemoteKey) throws -> HostTime
    func release(_ key: RemoteKey) throws
    /// Pressed, held, let go. Blocks for as long. Returns CLOCK_MONOTONIC just before it went down.
    @discardableResult
    func tap(_ key: RemoteKey, hold: Duration) throws -> HostTime
}

extension Hand {
    @discardableResult
    package func tap(_ key: RemoteKey, hold: Duration) throws -> HostTime {
        let time = try press(key)
        pause(hold)
        try release(key)
        return time
    }

    /// For a tenth of a second, as people do.
    @discardableResult
    package func tap(_ key: RemoteKey) throws -> HostTime { try tap(key, hold: .milliseconds(100)) }
}
