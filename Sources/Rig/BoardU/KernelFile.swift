import Base
import Glibc

/// A file of the kernel's (sysfs, debugfs), which takes what is written to it in one call.
package enum KernelFile {
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
        let file = try OwnedDescriptor(open: path, flags: O_WRONLY)
        try checked("write \(path)") { Glibc.write(file.raw, bytes, bytes.count) }
    }

    package static func write(_ text: String, to path: String) throws(SystemCallError) {
        try write(Array(text.utf8), to: path)
    }
}
