import Devices
import MediaCore

/// A hand that presses keys of the TV's own remote, which reach the box over HDMI-CEC.
package final class CECHand: Hand {
    package let kind = HandKind.cec
    private let bus: any CECNeighbours
    private let clock = MonotonicClock()
    private var held: HeldKey?

    package init(_ bus: any CECNeighbours) { self.bus = bus }

    package func has(_ key: RemoteKey) -> Bool { key.cecCode != nil }

    /// Presses a key; returns when the bus has carried it, 70 ms later. The returned time is that
    /// before it.
    package func press(_ key: RemoteKey) throws -> HostTime {
        guard let code = key.cecCode else { throw NoSuchKey(key: key, hand: kind) }
        held?.release()
        held = nil
        let message = CECMessage(.userControlPressed, to: .box, [code])
        let time = clock.now
        try bus.say(message, awaiting: nil)
        if let interval = bus.television.keyRepeat {
            held = try HeldKey(from: time, every: interval) { [bus] in try bus.say(message, awaiting: nil) }
        }
        return time
    }

    package func release(_ key: RemoteKey) throws {
        held?.release()
        held = nil
        guard bus.television.tellsRelease else { return }
        try bus.say(CECMessage(.userControlReleased, to: .box), awaiting: nil)
    }
}

package struct NoSuchKey: Error, CustomStringConvertible {
    package var key: RemoteKey
    package var hand: HandKind

    package var description: String { "the hand \(hand.rawValue) has no key \(key.rawValue): take another hand" }
}
