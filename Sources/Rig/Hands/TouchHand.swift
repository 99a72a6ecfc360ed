import Base
import CEvdev
import Glibc

/// A finger on a touch surface that the kernel takes for a real one: a remote's pad, which can be clicked and
/// senses pressure, or a touch screen.
package final class TouchHand {
    package enum Kind: Sendable { case pad, screen }

    /// A point of the surface: 0…1 from the left and from the top.
    package struct Point: Sendable, Hashable {
        package var x: Double
        package var y: Double

        package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
    }

    /// The largest value of both axes, which begin at 0.
    package static let resolution: Int32 = 4_095
    /// The pressure of a firm touch.
    package static let firm: Int32 = 80
    private let kind: Kind
    private var device: OpaquePointer?
    private var contact: Int32 = 0

    package init(_ kind: Kind = .screen, name: String = "Rig touch screen") throws(SystemCallError) {
        self.kind = kind
        let description = libevdev_new()
        defer { libevdev_free(description) }
        libevdev_set_name(description, name)
        libevdev_enable_property(description, UInt32(kind == .screen ? INPUT_PROP_DIRECT : INPUT_PROP_POINTER))
        libevdev_enable_event_code(description, UInt32(EV_KEY), UInt32(BTN_TOUCH), nil)
        var axes = [
            (ABS_X, Self.resolution), (ABS_Y, Self.resolution), (ABS_MT_SLOT, 9), (ABS_MT_TRACKING_ID, 65_535),
            (ABS_MT_POSITION_X, Self.resolution), (ABS_MT_POSITION_Y, Self.resolution),
        ]
        if kind == .pad {
            libevdev_enable_property(description, UInt32(INPUT_PROP_BUTTONPAD))
            for code in [BTN_LEFT, BTN_TOOL_FINGER] {
                libevdev_enable_event_code(description, UInt32(EV_KEY), UInt32(code), nil)
            }
            axes.append((ABS_MT_PRESSURE, 255))
        }
        for (code, maximum) in axes {
            var axis = input_absinfo()
            axis.maximum = maximum
            libevdev_enable_event_code(description, UInt32(EV_ABS), UInt32(code), &axis)
        }
        let result = libevdev_uinput_create_from_device(
            description, Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue), &device)
        guard result == 0, device != nil else {
            throw SystemCallError(call: "libevdev_uinput_create_from_device", errno: -result)
        }
    }

    deinit { vanish() }

    /// The path of the event device: `/dev/input/event5`.
    package var node: String { device.flatMap { libevdev_uinput_get_devnode($0) }.map { String(cString: $0) } ?? "" }

    package func vanish() {
        guard let gone = device else { return }
        libevdev_uinput_destroy(gone)
        device = nil
    }

    package func tap(_ point: Point, hold: Duration = .milliseconds(80)) {
        touch(point)
        pause(hold)
        lift()
    }

    /// Touches, slides at an even pace with a position every 10 ms, and lifts. Blocks.
    package func swipe(from start: Point, to end: Point, over duration: Duration = .milliseconds(200)) {
        touch(start)
        slide(from: start, to: end, over: duration)
        lift()
    }

    /// Moves a finger that is down, at an even pace. Blocks.
    package func slide(from start: Point, to end: Point, over duration: Duration) {
        let steps = max(1, Int(duration / .milliseconds(10)))
        for step in 1...steps {
            pause(.milliseconds(10))
            let part = Double(step) / Double(steps)
            move(Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part))
        }
    }

    /// Clicks a pad: presses it down until it clicks, with a finger that is already there or is put there. Blocks.
    package func click(_ point: Point = Point(0.5, 0.5), hold: Duration = .milliseconds(80)) {
        touch(point)
        pause(.milliseconds(60))
        press()
        pause(hold)
        release()
        pause(.milliseconds(30))
        lift()
    }

    package func press() { button(1) }
    package func release() { button(0) }

    package func touch(_ point: Point, pressure: Int32 = TouchHand.firm) {
        contact = (contact + 1) % 65_536
        send(EV_ABS, ABS_MT_SLOT, 0)
        send(EV_ABS, ABS_MT_TRACKING_ID, contact)
        if kind == .pad {
            send(EV_KEY, BTN_TOOL_FINGER, 1)
            send(EV_ABS, ABS_MT_PRESSURE, pressure)
        }
        send(EV_KEY, BTN_TOUCH, 1)
        move(point)
    }

    package func move(_ point: Point) {
        let (x, y) = (Self.position(point.x), Self.position(point.y))
        for (code, value) in [(ABS_MT_POSITION_X, x), (ABS_MT_POSITION_Y, y), (ABS_X, x), (ABS_Y, y)] {
            send(EV_ABS, code, value)
        }
        send(EV_SYN, SYN_REPORT, 0)
    }

    package func lift() {
        send(EV_ABS, ABS_MT_TRACKING_ID, -1)
        if kind == .pad { send(EV_KEY, BTN_TOOL_FINGER, 0) }
        send(EV_KEY, BTN_TOUCH, 0)
        send(EV_SYN, SYN_REPORT, 0)
    }

    private func button(_ value: Int32) {
        guard kind == .pad else { return }
        send(EV_KEY, BTN_LEFT, value)
        send(EV_SYN, SYN_REPORT, 0)
    }

    private func send(_ type: Int32, _ code: Int32, _ value: Int32) {
        guard let device else { return }
        libevdev_uinput_write_event(device, UInt32(type), UInt32(code), value)
    }

    private static func position(_ part: Double) -> Int32 {
        Int32((min(max(part, 0), 1) * Double(resolution)).rounded())
    }
}
