/// How full a remote's battery is, as far as it tells.
package struct BatteryLevel: Sendable, Hashable {
    /// The kernel's words, where there is no number (`capacity_level`).
    package enum Word: String, Sendable, Hashable, CaseIterable { case critical, low, normal, high, full }

    /// 0 … 100
    package var percent: Int?
    package var word: Word?
    package var isCharging = false

    package init(percent: Int? = nil, word: Word? = nil, isCharging: Bool = false) {
        self.percent = percent
        self.word = word
        self.isCharging = isCharging
    }
}

/// Batteries of remotes, as the kernel knows them.
package protocol RemoteBatteries: Sendable {
    /// Nil: it has none, or doesn't tell.
    func level(of device: InputDevice) -> BatteryLevel?
}
