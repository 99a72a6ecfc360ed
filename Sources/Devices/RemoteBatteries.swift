/// A battery's charge, as far as the remote tells.
package struct BatteryLevel: Sendable, Hashable {
    /// The kernel's words for a level, where there is no number (`capacity_level`).
    package enum Word: String, Sendable, Hashable, CaseIterable { case critical, low, normal, high, full }

    /// The charge, 0 … 100.
    package var percent: Int?
    package var word: Word?
    package var isCharging = false

    package init(percent: Int? = nil, word: Word? = nil, isCharging: Bool = false) {
        self.percent = percent
        self.word = word
        self.isCharging = isCharging
    }
}

/// The batteries of remotes, as the kernel knows them.
package protocol RemoteBatteries: Sendable {
    /// The level of a device's battery; nil: it has none, or doesn't tell.
    func level(of device: InputDevice) -> BatteryLevel?
}
