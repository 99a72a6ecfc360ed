import Base
import Glibc

/// Writes files of the kernel (sysfs, debugfs), each with one call.
package enum KernelFile {
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
        let file = try OwnedDescriptor(open: path, flags: O_WRONLY)
        try checked("write \(path)") { Glibc.write(file.raw, bytes, bytes.count) }
    }

    package static func write(_ text: String, to path: String) throws(SystemCallError) {
        try write(Array(text.utf8), to: path)
    }
}
