import MediaCore

/// The kind of device by which a hand presses keys.
package enum HandKind: String, CaseIterable, Codable, Sendable {
    /// An evdev device that the rig makes with uinput: any key.
    case uinput
    /// An infrared remote, through an infrared receiver.
    case nec, rc5, rc6
    /// The TV's own remote, over HDMI-CEC.
    case cec
    /// A keyboard of the emulated machine.
    case qmp
    /// The box's control socket, used as `hearthctl press` does.
    case control
    /// The keys of the daemon's web page.
    case web
}

extension HandKind {
    /// The shortest time between letting a key go and pressing the same key again. NEC has no toggle bit:
    /// a press that comes before the kernel has released the first looks to it as if the first were still
    /// held.
    package var shortestGap: Duration { self == .nec ? .milliseconds(250) : .milliseconds(60) }
}

package protocol Hand: AnyObject {
    var kind: HandKind { get }
    /// Whether the remote has that key.
    func has(_ key: RemoteKey) -> Bool
    /// Presses a key down. Returns CLOCK_MONOTONIC just before it.
    func press(_ key: RemoteKey) throws -> HostTime
    func release(_ key: RemoteKey) throws
    /// Presses a key, holds it for `hold` and lets it go. Blocks for as long. Returns CLOCK_MONOTONIC
    /// just before the press.
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

    /// Presses a key for a tenth of a second, as people do.
    @discardableResult
    package func tap(_ key: RemoteKey) throws -> HostTime { try tap(key, hold: .milliseconds(100)) }
}
