import Glibc

/// Tells this start of the machine from all others.
package enum MachineBoot {
    /// The kernel's own random name of it; empty where there is none to read.
    package static let identity: String = {
        guard let file = try? OwnedDescriptor(open: "/proc/sys/kernel/random/boot_id", flags: O_RDONLY) else {
            return ""
        }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file.raw, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).filter { !$0.isWhitespace }
    }()
}
