import Glibc

/// Tells this start of the machine from all others.
package enum MachineBoot {
    /// The kernel's own random name of it, in hexadecimal; empty where nobody tells it.
    ///
    /// systemd tells it the daemon in `HEARTH_BOOT`: the unit keeps all of /proc but processes from it.
    package static let identity = identity(told: getenv("HEARTH_BOOT").map { String(cString: $0) }, or: kernel)

    /// The first that is a name, the same whoever wrote it: systemd leaves the kernel's dashes out.
    static func identity(told: String?, or kernel: () -> String) -> String {
        let digits = (told ?? "").filter(\.isHexDigit)
        return digits.isEmpty ? kernel().filter(\.isHexDigit) : digits
    }

    private static func kernel() -> String {
        guard let file = try? OwnedDescriptor(open: "/proc/sys/kernel/random/boot_id", flags: O_RDONLY) else {
            return ""
        }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file.raw, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
