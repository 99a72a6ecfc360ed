import Base
import CEvdev
import Glibc

/// A remote that the kernel believes in. Its keys are evdev codes (`linux/input-event-codes.h`).
package final class UinputRemote {
    package let name: String
    private var device: OpaquePointer?

    package init(_ name: String) throws(SystemCallError) {
        self.name = name
        let description = libevdev_new()
        defer { libevdev_free(description) }
        libevdev_set_name(description, name)
        libevdev_enable_event_type(description, UInt32(EV_KEY))
        for code in Self.codes {
            libevdev_enable_event_code(description, UInt32(EV_KEY), UInt32(code), nil)
        }
        let result = libevdev_uinput_create_from_device(
            description, Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue), &device)
        guard result == 0 else {
            throw SystemCallError(call: "libevdev_uinput_create_from_device", errno: -result)
        }
    }

    deinit { vanish() }

    private static let codes = RemoteKey.allCases.map(\.evdevCode)

    package var node: String {
        guard let device, let path = libevdev_uinput_get_devnode(device) else { return "" }
        return String(cString: path)
    }

    package func press(_ code: UInt16) { send(code, 1) }
    package func release(_ code: UInt16) { send(code, 0) }

    package func vanish() {
        guard let gone = device else { return }
        libevdev_uinput_destroy(gone)
        device = nil
    }

    /// Pressed and let go at once.
    package func tap(_ code: UInt16) {
        press(code)
        release(code)
    }

    private func send(_ code: UInt16, _ value: Int32) {
        guard let device else { return }
        libevdev_uinput_write_event(device, UInt32(EV_KEY), UInt32(code), value)
        libevdev_uinput_write_event(device, UInt32(EV_SYN), UInt32(SYN_REPORT), 0)
    }
}
