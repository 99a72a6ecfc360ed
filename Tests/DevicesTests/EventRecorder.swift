import Base
import CEvdev
import Foundation
import Glibc

/// Records a device's events as `evemu-record` does.
final class EventRecorder {
    private let descriptor: OwnedDescriptor
    private var text: String

    init(node: String) throws {
        descriptor = try OwnedDescriptor(open: node, flags: O_RDONLY | O_NONBLOCK)
        var opened: OpaquePointer?
        let result = libevdev_new_from_fd(descriptor.raw, &opened)
        guard result == 0, let device = opened else {
            throw SystemCallError(call: "libevdev_new_from_fd", errno: -result)
        }
        defer { libevdev_free(device) }
        libevdev_set_clock_id(device, CLOCK_MONOTONIC)
        text = "# EVEMU 1.3\nN: \(String(cString: libevdev_get_name(device)))\n"
        let properties = (0..<UInt32(8)).filter { libevdev_has_property(device, $0) == 1 }.reduce(0) { $0 | 1 << $1 }
        text += String(format: "P: %02x 00 00 00 00 00 00 00\n", properties)
        for code in 0..<UInt32(ABS_CNT) {
            guard let axis = libevdev_get_abs_info(device, code)?.pointee else { continue }
            text += String(
                format: "A: %02x %d %d %d %d %d\n", code, axis.minimum, axis.maximum, axis.fuzz, axis.flat,
                axis.resolution)
        }
    }

    /// The events so far, with times relative to the first one.
    func recording() -> String {
        var event = input_event()
        var first: Int64?
        while Glibc.read(descriptor.raw, &event, MemoryLayout<input_event>.size) == MemoryLayout<input_event>.size {
            let time = Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec)
            let since = time - (first ?? time)
            if first == nil { first = time }
            text += String(
                format: "E: %lld.%06lld %04x %04x %04d\n", since / 1_000_000, since % 1_000_000, Int32(event.type),
                Int32(event.code),
                event.value)
        }
        return text
    }
}
