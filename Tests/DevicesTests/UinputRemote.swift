import Base
import CEvdev
import Glibc

/// A remote that the kernel believes in.
final class UinputRemote: KeyHand {
    let name: String
    private var device: OpaquePointer?

    init(_ name: String) throws {
        self.name = name
        let description = libevdev_new()
        defer { libevdev_free(description) }
        libevdev_set_name(description, name)
        libevdev_enable_event_type(description, UInt32(EV_KEY))
        for code in [103, 105, 106, 108, 0x160, 0x192, 0x193] {
            libevdev_enable_event_code(description, UInt32(EV_KEY), UInt32(code), nil)
        }
        let result = libevdev_uinput_create_from_device(
            description, Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue), &device)
        guard result == 0 else {
            throw SystemCallError(call: "libevdev_uinput_create_from_device", errno: -result)
        }
    }

    deinit { vanish() }

    var node: String {
        guard let device, let path = libevdev_uinput_get_devnode(device) else { return "" }
        return String(cString: path)
    }

    func press(_ code: UInt16) { send(code, 1) }
    func release(_ code: UInt16) { send(code, 0) }

    func vanish() {
        guard let gone = device else { return }
        libevdev_uinput_destroy(gone)
        device = nil
    }

    private func send(_ code: UInt16, _ value: Int32) {
        guard let device else { return }
        libevdev_uinput_write_event(device, UInt32(EV_KEY), UInt32(code), value)
        libevdev_uinput_write_event(device, UInt32(EV_SYN), UInt32(SYN_REPORT), 0)
    }
}
