import Devices

extension InputDevice {
    /// The identity that all nodes of one physical remote share: its unique id (a Bluetooth
    /// address, a USB serial number), or else where it is plugged in, without the number of the
    /// interface. Nil without either.
    static func remote(unique: String?, physical: String?) -> String? {
        if let unique, !unique.isEmpty { return unique }
        guard let physical, !physical.isEmpty else { return nil }
        guard let slash = physical.lastIndex(of: "/"), physical[slash...].hasPrefix("/input") else {
            return physical
        }
        return String(physical[..<slash])
    }
}
