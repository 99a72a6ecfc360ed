import Devices

/// Decides when a low battery is reported: once, until it was full again or another was put in.
package struct BatteryWatch: Sendable, Hashable {
    /// The percentage below which a battery is low, and from which on it is no longer.
    package static let low = 15
    package static let recovered = 30

    /// The remotes whose low battery was reported.
    private var told: Set<String> = []

    package init() {}

    /// Takes a battery's level.
    /// - Parameter canTell: whether the viewer can be told now; if not, it is told another time
    /// - Returns: whether to tell now
    package mutating func handle(_ level: BatteryLevel, of remote: String, canTell: Bool) -> Bool {
        if level.isCharging || Self.isRecovered(level) { told.remove(remote) }
        guard Self.isLow(level), canTell else { return false }
        return told.insert(remote).inserted
    }

    package static func isLow(_ level: BatteryLevel) -> Bool {
        guard !level.isCharging else { return false }
        if let percent = level.percent { return percent < low }
        return level.word == .low || level.word == .critical
    }

    private static func isRecovered(_ level: BatteryLevel) -> Bool {
        if let percent = level.percent { return percent >= recovered }
        return level.word == .normal || level.word == .high || level.word == .full
    }
}
