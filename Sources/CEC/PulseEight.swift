import Glibc

/// Pulse-Eight's USB adapters: the ones that libcec is used for.
///
/// Not for others, though it drives them: chosen by the TV it says Image View On and Active Source by itself, on threads of
/// its own, and can't be told not to. A TV that was switched off right after it chose the box hears the second after its
/// own Standby, and may wake.
enum PulseEight {
    /// The maker's USB number (`idVendor`).
    private static let vendor = "2548"

    /// Paths of their serial ports, in the kernel's order.
    static func ports(folder: String = "/sys/class/tty") -> [String] {
        (0..<8).map { "ttyACM\($0)" }.filter { name in
            // The port's device is an interface; the USB device is above it.
            text(of: "\(folder)/\(name)/device/../idVendor") == vendor
        }.map { "/dev/\($0)" }
    }

    private static func text(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self).filter { !$0.isWhitespace }
    }
}
