import Base
import CEvdev
import Glibc

/// A finger on a touch screen that the kernel takes for a real one. Hearth has no use for it yet; what
/// is shown is that the node is one.
package final class TouchHand {
    /// Of the surface: 0…1 from left and from top.
    package struct Point: Sendable, Hashable {
        package var x: Double
        package var y: Double

        package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
    }

    /// The axes go from 0 to this.
    package static let resolution: Int32 = 4_095
    private let device: OpaquePointer
    private var contact: Int32 = 0

    package init(name: String = "Rig touch screen") throws(SystemCallError) {
        let description = libevdev_new()
        defer { libevdev_free(description) }
        libevdev_set_name(description, name)
        libevdev_enable_property(description, UInt32(INPUT_PROP_DIRECT))
        libevdev_enable_event_code(description, UInt32(EV_KEY), UInt32(BTN_TOUCH), nil)
        for (code, maximum) in [
            (ABS_X, Self.resolution), (ABS_Y, Self.resolution), (ABS_MT_SLOT, 9), (ABS_MT_TRACKING_ID, 65_535),
            (ABS_MT_POSITION_X, Self.resolution), (ABS_MT_POSITION_Y, Self.resolution),
        ] {
            var axis = input_absinfo()
            axis.maximum = maximum
            libevdev_enable_event_code(description, UInt32(EV_ABS), UInt32(code), &axis)
        }
        var created: OpaquePointer?
        let result = libevdev_uinput_create_from_device(
            description, Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue), &created)
        guard result == 0, let created else {
            throw SystemCallError(call: "libevdev_uinput_create_from_device", errno: -result)
        }
        device = created
    }

    deinit { libevdev_uinput_destroy(device) }

    /// `/dev/input/event5`
    package var node: String { libevdev_uinput_get_devnode(device).map { String(cString: $0) } ?? "" }

    package func tap(_ point: Point, hold: Duration = .milliseconds(80)) {
        touch(point)
        pause(hold)
        lift()
    }

    /// At an even pace, a position each 10 ms. Blocks.
    package func swipe(from start: Point, to end: Point, over duration: Duration = .milliseconds(200)) {
        touch(start)
        let steps = max(1, Int(duration / .milliseconds(10)))
        for step in 1...steps {
            pause(.milliseconds(10))
            let part = Double(step) / Double(steps)
            move(Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part))
        }
        lift()
    }

    private func touch(_ point: Point) {
        contact = (contact + 1) % 65_536
        send(EV_ABS, ABS_MT_SLOT, 0)
        send(EV_ABS, ABS_MT_TRACKING_ID, contact)
        send(EV_KEY, BTN_TOUCH, 1)
        move(point)
    }

    private func move(_ point: Point) {
        let (x, y) = (Self.position(point.x), Self.position(point.y))
        for (code, value) in [(ABS_MT_POSITION_X, x), (ABS_MT_POSITION_Y, y), (ABS_X, x), (ABS_Y, y)] {
            send(EV_ABS, code, value)
        }
        send(EV_SYN, SYN_REPORT, 0)
    }

    private func lift() {
        send(EV_ABS, ABS_MT_TRACKING_ID, -1)
        send(EV_KEY, BTN_TOUCH, 0)
        send(EV_SYN, SYN_REPORT, 0)
    }

    private func send(_ type: Int32, _ code: Int32, _ value: Int32) {
        libevdev_uinput_write_event(device, UInt32(type), UInt32(code), value)
    }

    private static func position(_ part: Double) -> Int32 {
        Int32((min(max(part, 0), 1) * Double(resolution)).rounded())
    }
}
