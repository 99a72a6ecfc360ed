import CUdev
import Glibc

/// Receives the kernel's messages that a connector changed. They come from the kernel and not from
/// udevd: there may be no udevd, and nothing of what it adds is needed.
final class HotplugMonitor {
    private let udev: OpaquePointer
    private let monitor: OpaquePointer
    let descriptor: Int32

    /// Opens the channel; nil where there is none (some containers).
    init?() {
        guard let udev = udev_new() else { return nil }
        guard let monitor = udev_monitor_new_from_netlink(udev, "kernel") else {
            udev_unref(udev)
            return nil
        }
        udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil)
        udev_monitor_enable_receiving(monitor)
        self.udev = udev
        self.monitor = monitor
        descriptor = udev_monitor_get_fd(monitor)
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    /// Whether anything came since the last call. Never blocks.
    func drain() -> Bool {
        var came = false
        while let device = udev_monitor_receive_device(monitor) {
            came = true
            udev_device_unref(device)
        }
        return came
    }
}
