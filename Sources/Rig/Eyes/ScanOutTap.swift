import Base
import Glibc
import MediaCore

/// Eyes that see board U's screen through the scan-out tap: what vkms really scans out, vblank by
/// vblank, whoever is the device's DRM master.
package struct ScanOutTap: Eyes {
    package let name = "vkms scan-out tap"
    package let seesEveryFrame = true
    private let path: String

    /// - Parameter path: the CRTC's file in debugfs
    package init(path: String = "/sys/kernel/debug/dri/0/crtc-0/scanout") { self.path = path }

    package func look(at gaze: Gaze) throws -> any Looking { try ScanOutLooking(path: path, gaze: gaze) }
}
