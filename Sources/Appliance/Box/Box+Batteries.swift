import Base
import Channels
import Commands
import ControlProtocol
import Devices
import Logging
import MediaCore
import Screens

/// Watches the batteries of remotes: looks when a remote comes, and every ten minutes; reports a low
/// one once.
extension Box {
    private static let interval = Duration.seconds(600)
    /// The pause before the next look when the viewer could not be told.
    private static let retry = Duration.seconds(60)

    func lookAtBatteries() {
        if devices.batteries != nil { batteryLooks.continuation.yield(()) }
    }

    func keepBatteries() async {
        guard let batteries = devices.batteries else { return }
        for await _ in batteryLooks.stream {
            let remotes = remotes
            // The kernel queries the remote itself, which may be asleep.
            let levels = try? await blocking(on: "hearth-battery") {
                let found = remotes.compactMap { device in batteries.level(of: device).map { (device.id, $0) } }
                return Dictionary(found) { first, _ in first }
            }
            if let levels { consider(levels, of: remotes) }
        }
    }

    private func consider(_ levels: [String: BatteryLevel], of remotes: [InputDevice]) {
        batteryLevels = levels
        var isPostponed = false
        for device in remotes {
            guard let level = levels[device.id] else { continue }
            let canTell = focus != .passcode && !tuner.isStandby
            if BatteryWatch.isLow(level), !canTell { isPostponed = true }
            guard batteryWatch.handle(level, of: device.remote, canTell: canTell) else { continue }
            logger.notice(
                "a remote's battery is low", metadata: ["name": "\(device.name)", "percent": "\(level.percent ?? -1)"])
            tell(.battery(BatteryNotice(remote: device.name, percent: level.percent)))
        }
        alarms.set(.batteries, at: now + (isPostponed ? Self.retry : Self.interval))
    }
}
