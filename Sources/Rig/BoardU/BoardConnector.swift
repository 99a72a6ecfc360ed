import Base

/// The board's own connector, unplugged and plugged through sysfs.
package enum BoardConnector {
    private static let name = "card0-Virtual-1"

    /// Sets the connector's status.
    /// - Parameter status: `off`, `on` or `detect` (as the driver sees it)
    package static func set(_ status: String) throws(SystemCallError) {
        try KernelFile.write(status, to: "/sys/class/drm/\(name)/status")
        try announce()
    }

    /// Sets the TV's EDID from now on; empty: none, as at first.
    package static func set(edid: [UInt8]) throws(SystemCallError) {
        // The word must have no newline; anything else is taken for an EDID.
        let file = "/sys/kernel/debug/dri/0/Virtual-1/edid_override"
        if edid.isEmpty {
            try KernelFile.write("reset", to: file)
        } else {
            try KernelFile.write(edid, to: file)
        }
        // The kernel reads it when it is asked for the modes anew.
        try KernelFile.write("detect", to: "/sys/class/drm/\(name)/status")
        try announce()
    }

    /// Reports a hotplug as a real driver's interrupt would, since this driver does not poll.
    private static func announce() throws(SystemCallError) {
        try KernelFile.write("change", to: "/sys/class/drm/card0/uevent")
    }
}
