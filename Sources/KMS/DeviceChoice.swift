import Glibc

extension KMSDevice {
    /// Opens the device named by `wanted` (a path, or a driver's name), or the first that fits: one with
    /// a TV before one without.
    static func find(_ wanted: String?) throws(KMSError) -> KMSDevice {
        if let wanted, wanted.hasPrefix("/") { return try KMSDevice(path: wanted) }
        var reasons: [String] = []
        var fallback: KMSDevice?
        for path in cards() {
            do throws(KMSError) {
                let device = try KMSDevice(path: path)
                if let wanted, device.driver != wanted {
                    reasons.append("\(path) is driven by \(device.driver), not \(wanted)")
                } else if device.connectors().contains(where: \.isConnected) {
                    return device
                } else if fallback == nil {
                    fallback = device
                }
            } catch {
                reasons.append("\(path): \(error)")
            }
        }
        guard let fallback else { throw .noDevice(reasons) }
        return fallback
    }

    /// Where what `find` opens lies, links of udev's included.
    static func folders(_ wanted: String?) -> [String] {
        guard let wanted, wanted.hasPrefix("/"), let slash = wanted.lastIndex(of: "/") else { return ["/dev/dri"] }
        let own = String(wanted[..<slash])
        return own == "/dev/dri" ? [own] : [own, "/dev/dri"]
    }

    private static func cards() -> [String] {
        (0..<16).map { "/dev/dri/card\($0)" }.filter { access($0, F_OK) == 0 }
    }
}
