import Devices
import MediaCore

/// The batteries of remotes: when they are looked at (as a remote comes, and every ten minutes; one look at a time), and
/// which are told to be low.
struct Batteries: Sendable {
    private enum Phase {
        case none
        case due(HostTime)
        /// Somebody is asking the kernel. Another look follows where a remote has come since.
        case looking(again: Bool)
    }

    private static let interval = Duration.seconds(600)
    /// The pause before the next look when the viewer could not be told.
    private static let retry = Duration.seconds(60)

    /// The levels by device, as far as they are known.
    private(set) var levels: [String: BatteryLevel] = [:]
    private var watch = BatteryWatch()
    private var phase = Phase.none

    var nextWake: HostTime? { if case .due(let time) = phase { time } else { nil } }

    /// A remote has come.
    /// - Returns: whether to look now
    mutating func look() -> Bool {
        if case .looking = phase {
            phase = .looking(again: true)
            return false
        }
        phase = .looking(again: false)
        return true
    }

    /// - Returns: whether to look now
    mutating func wake(at now: HostTime) -> Bool {
        guard case .due(let time) = phase, time <= now else { return false }
        return look()
    }

    /// Takes what a look saw.
    /// - Parameter canTell: whether the viewer can be told now; if not, there is another look soon
    /// - Returns: the devices whose low battery is to be told, and whether to look once more at once
    mutating func take(
        _ seen: [String: BatteryLevel], of devices: [InputDevice], canTell: Bool, at now: HostTime
    ) -> (low: [InputDevice], again: Bool) {
        levels = seen
        let known = devices.compactMap { device in seen[device.id].map { (device, $0) } }
        let isPostponed = !canTell && known.contains { BatteryWatch.isLow($0.1) }
        let low = known.filter { watch.handle($0.1, of: $0.0.remote, canTell: canTell) }.map(\.0)
        guard case .looking(true) = phase else {
            phase = .due(now + (isPostponed ? Self.retry : Self.interval))
            return (low, false)
        }
        phase = .looking(again: false)
        return (low, true)
    }

    mutating func detach(_ device: InputDevice) { levels[device.id] = nil }
}
