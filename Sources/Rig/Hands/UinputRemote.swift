import Base
import CEvdev
import CLinux
import Glibc

/// A uinput device that the kernel takes for a remote. Its keys are evdev codes
/// (`linux/input-event-codes.h`).
package final class UinputRemote {
    package let name: String
    private var device: OpaquePointer?
    /// The uinput descriptor, kept only for a device with a physical path or with repeats.
    private var uinput: OwnedDescriptor?

    /// - Parameters:
    ///   - codes: the keys it claims; nil: those of a living room's remote
    ///   - isMouse: it also has relative axes
    ///   - repeats: the kernel repeats held keys, as it does for keyboards
    ///   - physical: the physical path where it is plugged in, as for USB:
    ///     `usb-0000:00:14.0-1/input1`
    package init(
        _ name: String, codes: [UInt16]? = nil, isMouse: Bool = false, repeats: Bool = false, physical: String? = nil
    ) throws(SystemCallError) {
        self.name = name
        let description = libevdev_new()
        defer { libevdev_free(description) }
        libevdev_set_name(description, name)
        libevdev_enable_event_type(description, UInt32(EV_KEY))
        for code in codes ?? Self.codes {
            libevdev_enable_event_code(description, UInt32(EV_KEY), UInt32(code), nil)
        }
        if isMouse {
            for code in [REL_X, REL_Y, REL_WHEEL] {
                libevdev_enable_event_code(description, UInt32(EV_REL), UInt32(code), nil)
            }
        }
        var descriptor = Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue)
        if physical != nil || repeats {
            let opened = try OwnedDescriptor(open: "/dev/uinput", flags: O_RDWR)
            if let physical {
                try checked("UI_SET_PHYS") { physical.withCString { hearth_uinput_set_phys(opened.raw, $0) } }
            }
            if repeats { try checked("UI_SET_EVBIT") { hearth_uinput_set_repeats(opened.raw) } }
            descriptor = opened.raw
            uinput = consume opened
        }
        let result = libevdev_uinput_create_from_device(description, descriptor, &device)
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
        uinput = nil
    }

    /// Presses a key and lets it go at once.
    package func tap(_ code: UInt16) {
        press(code)
        release(code)
    }

    /// Moves the pointer of a device that is a mouse.
    package func moveAbout(x: Int32, y: Int32) {
        guard let device else { return }
        libevdev_uinput_write_event(device, UInt32(EV_REL), UInt32(REL_X), x)
        libevdev_uinput_write_event(device, UInt32(EV_REL), UInt32(REL_Y), y)
        libevdev_uinput_write_event(device, UInt32(EV_SYN), UInt32(SYN_REPORT), 0)
    }

    private func send(_ code: UInt16, _ value: Int32) {
        guard let device else { return }
        libevdev_uinput_write_event(device, UInt32(EV_KEY), UInt32(code), value)
        libevdev_uinput_write_event(device, UInt32(EV_SYN), UInt32(SYN_REPORT), 0)
    }
}
