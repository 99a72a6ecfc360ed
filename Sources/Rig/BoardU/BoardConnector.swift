import Base
import Foundation
import Glibc

/// The board's own connector, pulled and plugged through sysfs.
package enum BoardConnector {
    package static func set(_ status: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: "/sys/class/drm")
        for name in names where name.hasPrefix("card0-Virtual") {
            try write(status, to: "/sys/class/drm/\(name)/status")
        }
        // The driver does not poll: say that something happened, as a real one's interrupt would.
        try write("change", to: "/sys/class/drm/card0/uevent")
    }

    private static func write(_ text: String, to path: String) throws {
        let file = try OwnedDescriptor(open: path, flags: O_WRONLY)
        try checked("write \(path)") { Glibc.write(file.raw, text, text.utf8.count) }
    }
}
