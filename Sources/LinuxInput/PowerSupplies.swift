import Devices
import Glibc

/// Reads batteries of remotes from `/sys/class/power_supply`: those with scope Device whose device is the remote's.
package struct PowerSupplies: RemoteBatteries {
    private let power: String
    private let input: String

    package init(power: String = "/sys/class/power_supply", input: String = "/sys/class/input") {
        self.power = power
        self.input = input
    }

    package func level(of device: InputDevice) -> BatteryLevel? {
        guard let node = device.id.split(separator: "/").last, device.id.hasPrefix("/"),
            let path = Self.resolved("\(input)/\(node)/device")
        else { return nil }
        let unique = InfraredDirectory.text(of: "\(path)/uniq").filter { !$0.isNewline }.lowercased()
        for name in InfraredDirectory.entries(of: power) {
            let facts = InfraredDirectory.pairs(InfraredDirectory.text(of: "\(power)/\(name)/uevent"))
            guard facts["POWER_SUPPLY_SCOPE"] == "Device", facts["POWER_SUPPLY_PRESENT"] != "0" else { continue }
            // A HID device is above both its battery and its event devices; else its address is in the battery's name.
            let owner = Self.resolved("\(power)/\(name)/device")
            let isOwn = owner.map { path == $0 || path.hasPrefix($0 + "/") } ?? false
            guard isOwn || (unique.count >= 8 && name.lowercased().contains(unique)) else { continue }
            if let level = Self.level(facts) { return level }
        }
        return nil
    }

    /// The level stated in a battery's facts; nil when it states none.
    static func level(_ facts: [String: String]) -> BatteryLevel? {
        let percent = facts["POWER_SUPPLY_CAPACITY"].flatMap { Int($0) }.flatMap { (0...100).contains($0) ? $0 : nil }
        let word = facts["POWER_SUPPLY_CAPACITY_LEVEL"].flatMap { BatteryLevel.Word(rawValue: $0.lowercased()) }
        guard percent != nil || word != nil else { return nil }
        return BatteryLevel(percent: percent, word: word, isCharging: facts["POWER_SUPPLY_STATUS"] == "Charging")
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
