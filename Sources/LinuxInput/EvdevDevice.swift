import Base
import CEvdev
import Devices
import Glibc
import MediaCore

/// An open event device. The only file that calls libevdev. Confined to `hearth-input`.
final class EvdevDevice {
    let path: String
    let capabilities: KeyCapabilities
    let descriptor: Int32
    private(set) var keys: DeviceKeys
    /// The tracker of its contacts; nil when it is no touch surface.
    private(set) var touches: TouchTracker?

    private let owned: OwnedDescriptor
    private let device: OpaquePointer
    private var isSyncing = false

    /// Opens the node. Timestamps of its events are `CLOCK_MONOTONIC` from here on.
    init(opening path: String) throws(SystemCallError) {
        let owned = try OwnedDescriptor(open: path, flags: O_RDONLY | O_NONBLOCK)
        // Before the keys' state is read: the kernel throws away what waits when the clock changes, and says so only with
        // the next event. So a key that is pressed meanwhile is in the state, or comes after it.
        try checked("EVIOCSCLOCKID \(path)") { hearth_evdev_set_clock(owned.raw, CLOCK_MONOTONIC) }
        var created: OpaquePointer?
        let result = libevdev_new_from_fd(owned.raw, &created)
        guard result == 0, let device = created else {
            throw SystemCallError(call: "libevdev_new_from_fd \(path)", errno: -result)
        }
        capabilities = KeyCapabilities(
            Set((0..<UInt16(KEY_MAX)).filter { libevdev_has_event_code(device, UInt32(EV_KEY), UInt32($0)) == 1 }))
        let name = String(cString: libevdev_get_name(device))
        let unique = libevdev_get_uniq(device).map { String(cString: $0) }
        let physical = libevdev_get_phys(device).map { String(cString: $0) }
        let bus = InputDevice.Bus(
            busType: libevdev_get_id_bustype(device), sysfsPath: Self.sysfsPath(of: path))
        let about = InputDevice(
            id: path, name: name, bus: bus, remote: InputDevice.remote(unique: unique, physical: physical) ?? path)
        touches = Self.touches(of: device, about)
        keys = DeviceKeys(device: about, hasClicks: touches?.surface.hasButton == true)
        // A keymap may be loaded later (ir-keytable, udev's hwdb) and bring codes that libevdev would drop
        // because the device did not claim them when it was opened.
        libevdev_enable_event_type(device, UInt32(EV_KEY))
        for code in UInt32(1)..<UInt32(KEY_MAX) where KeyCapabilities.isKey(UInt16(code)) {
            libevdev_enable_event_code(device, UInt32(EV_KEY), code, nil)
        }
        self.path = path
        descriptor = owned.raw
        self.owned = owned
        self.device = device
    }

    deinit {
        libevdev_free(device)
    }

    /// Takes the events away from all other programs, or gives them back.
    func grab(_ isGrabbed: Bool) throws(SystemCallError) {
        let result = libevdev_grab(device, isGrabbed ? LIBEVDEV_GRAB : LIBEVDEV_UNGRAB)
        if result < 0 { throw SystemCallError(call: "EVIOCGRAB \(path)", errno: -result) }
    }

    /// Presses of the keys that are held already: a remote that connected because of a key.
    func pressHeld(at time: HostTime) -> [KeyEvent] {
        capabilities.codes.sorted().flatMap { code -> [KeyEvent] in
            guard libevdev_get_event_value(device, UInt32(EV_KEY), UInt32(code)) == 1 else { return [] }
            return keys.handle(code: code, value: 1, time: time)
        }
    }

    /// Reads all events that are there. After the kernel's buffer overran (`SYN_DROPPED`) libevdev reports
    /// the difference to the known state as events of its own.
    ///
    /// Throws `ENODEV` when the device is gone.
    func read() throws(SystemCallError) -> [KeySourceEvent] {
        var events: [KeySourceEvent] = []
        while true {
            var event = input_event()
            let flag = isSyncing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
            let result = libevdev_next_event(device, UInt32(flag.rawValue), &event)
            switch result {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue), Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                if result == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) { isSyncing = true }
                let time = HostTime(event.time)
                if event.type == EV_KEY {
                    events += keys.handle(code: event.code, value: event.value, time: time).map { .key($0) }
                }
                if let touched = touches?.handle(
                    type: event.type, code: event.code, value: event.value, time: time, isResync: isSyncing)
                {
                    events += touched.map { .touch($0) }
                }
            case -EAGAIN where isSyncing:
                isSyncing = false
            case -EAGAIN:
                return events
            case -EINTR:
                continue
            default:
                // Earlier events still count: the caller releases the keys next.
                if !events.isEmpty { return events }
                throw SystemCallError(call: "read \(path)", errno: -result)
            }
        }
    }

    func vanish(at time: HostTime) -> [KeySourceEvent] {
        (touches?.vanish(at: time) ?? []).map { .touch($0) } + keys.vanish(at: time).map { .key($0) }
    }

    private static func touches(of device: OpaquePointer, _ about: InputDevice) -> TouchTracker? {
        let axes = TouchAxes(
            { code in
                libevdev_get_abs_info(device, UInt32(code)).map {
                    TouchAxes.Axis(
                        minimum: $0.pointee.minimum, maximum: $0.pointee.maximum, resolution: $0.pointee.resolution)
                }
            }, has: { libevdev_has_event_code(device, UInt32(EV_KEY), UInt32($0)) == 1 },
            isAccelerometer: libevdev_has_property(device, UInt32(INPUT_PROP_ACCELEROMETER)) == 1)
        guard let axes else { return nil }
        let hasButton = libevdev_has_event_code(device, UInt32(EV_KEY), UInt32(BTN_LEFT)) == 1
        var tracker = TouchTracker(
            surface: TouchSurface(device: about, aspect: axes.aspect, hasButton: hasButton), axes: axes)
        // The kernel does not report unchanged values: a finger that comes down where the last one was has
        // no position.
        if axes.style == .slots {
            for slot in 0..<UInt32(max(0, libevdev_get_num_slots(device))) {
                func value(_ code: Int32) -> Int32 { libevdev_get_slot_value(device, slot, UInt32(code)) }
                tracker.seed(
                    slot: Int32(slot), x: value(ABS_MT_POSITION_X), y: value(ABS_MT_POSITION_Y),
                    pressure: value(ABS_MT_PRESSURE), isPalm: value(ABS_MT_TOOL_TYPE) == MT_TOOL_PALM)
            }
            tracker.select(slot: max(0, libevdev_get_current_slot(device)))
        } else if axes.style == .single {
            func value(_ code: Int32) -> Int32 { libevdev_get_event_value(device, UInt32(EV_ABS), UInt32(code)) }
            tracker.seed(slot: 0, x: value(ABS_X), y: value(ABS_Y), pressure: value(ABS_PRESSURE))
        }
        return tracker
    }

    private static func sysfsPath(of path: String) -> String {
        guard let node = path.split(separator: "/").last,
            let resolved = realpath("/sys/class/input/\(node)", nil)
        else { return "" }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

extension HostTime {
    fileprivate init(_ time: timeval) {
        self.init(
            nanoseconds: Int64(time.tv_sec).multipliedSaturating(by: 1_000_000_000)
                .addingSaturating(Int64(time.tv_usec).multipliedSaturating(by: 1_000)))
    }
}
