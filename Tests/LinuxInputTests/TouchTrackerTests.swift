import CEvdev
import Devices
import MediaCore
import Testing

@testable import LinuxInput

@Suite("Touch tracker")
struct TouchTrackerTests {
    private static let surface = TouchSurface(
        device: InputDevice(id: "/dev/input/event9", name: "Pad", bus: .bluetooth))
    private static let axis = TouchAxes.Axis(minimum: 0, maximum: 100)
    private static let pressure = TouchAxes.Axis(minimum: 0, maximum: 200)

    private static func tracker(_ style: TouchAxes.Style, pressure: TouchAxes.Axis? = nil) -> TouchTracker {
        TouchTracker(surface: surface, axes: TouchAxes(style: style, x: axis, y: axis, pressure: pressure))
    }

    /// One frame of events at a millisecond: codes of EV_ABS and their values.
    private func frame(
        _ tracker: inout TouchTracker, _ milliseconds: Int64, _ values: [(Int32, Int32)], isResync: Bool = false
    ) -> [TouchEvent] {
        let time = HostTime(nanoseconds: milliseconds * 1_000_000)
        var events: [TouchEvent] = []
        for (code, value) in values {
            let type = code == BTN_TOUCH ? EV_KEY : code == SYN_MT_REPORT ? EV_SYN : EV_ABS
            events += tracker.handle(
                type: UInt16(type), code: UInt16(code), value: value, time: time, isResync: isResync)
        }
        return events
            + tracker.handle(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0, time: time, isResync: isResync)
    }

    private func told(_ events: [TouchEvent]) -> [String] {
        events.map { "\($0.contact) \($0.phase) \($0.position.x) \($0.position.y)" }
    }

    @Test("A contact begins, moves and ends, in parts of the surface; what does not change is remembered")
    func slots() {
        var tracker = Self.tracker(.slots, pressure: Self.pressure)
        var events = frame(
            &tracker, 10,
            [
                (ABS_MT_SLOT, 0), (ABS_MT_TRACKING_ID, 7), (ABS_MT_POSITION_X, 25), (ABS_MT_POSITION_Y, 50),
                (ABS_MT_PRESSURE, 50),
            ])
        #expect(told(events) == ["1 began 0.25 0.5"])
        #expect(events.first?.pressure == 0.25)
        #expect(events.first?.time == HostTime(nanoseconds: 10_000_000))
        events = frame(&tracker, 20, [(ABS_MT_POSITION_X, 75)])
        #expect(told(events) == ["1 moved 0.75 0.5"])
        #expect(told(frame(&tracker, 25, [])) == [])
        #expect(told(frame(&tracker, 30, [(ABS_MT_TRACKING_ID, -1)])) == ["1 ended 0.75 0.5"])
        // The next finger comes down at the same place: the kernel only reports that it came.
        #expect(told(frame(&tracker, 40, [(ABS_MT_TRACKING_ID, 8)])) == ["2 began 0.75 0.5"])
    }

    @Test("Where a finger was before the device was opened is known from what the kernel keeps")
    func seeded() {
        var tracker = Self.tracker(.slots)
        tracker.seed(slot: 0, x: 10, y: 20, pressure: 0)
        tracker.seed(slot: 1, x: 30, y: 40, pressure: 0)
        tracker.select(slot: 1)
        #expect(told(frame(&tracker, 1, [(ABS_MT_TRACKING_ID, 3)])) == ["1 began 0.3 0.4"])
    }

    @Test("Two fingers are two contacts")
    func two() {
        var tracker = Self.tracker(.slots)
        let events = frame(
            &tracker, 1,
            [
                (ABS_MT_TRACKING_ID, 1), (ABS_MT_POSITION_X, 10), (ABS_MT_POSITION_Y, 10), (ABS_MT_SLOT, 1),
                (ABS_MT_TRACKING_ID, 2),
                (ABS_MT_POSITION_X, 90), (ABS_MT_POSITION_Y, 90),
            ])
        #expect(told(events) == ["1 began 0.1 0.1", "2 began 0.9 0.9"])
        #expect(told(frame(&tracker, 2, [(ABS_MT_SLOT, 0), (ABS_MT_TRACKING_ID, -1)])) == ["1 ended 0.1 0.1"])
        #expect(told(tracker.vanish(at: .zero)) == ["2 cancelled 0.9 0.9"])
    }

    @Test("After an overrun what has been lifted is cancelled, and another finger in its place is another contact")
    func resync() {
        var tracker = Self.tracker(.slots)
        _ = frame(&tracker, 1, [(ABS_MT_TRACKING_ID, 1), (ABS_MT_POSITION_X, 10), (ABS_MT_POSITION_Y, 10)])
        let events = frame(&tracker, 9, [(ABS_MT_TRACKING_ID, 4), (ABS_MT_POSITION_X, 60)], isResync: true)
        #expect(told(events) == ["1 cancelled 0.6 0.1", "2 began 0.6 0.1"])
        #expect(told(frame(&tracker, 10, [(ABS_MT_TRACKING_ID, -1)], isResync: true)) == ["2 cancelled 0.6 0.1"])
    }

    @Test("A palm is no finger, whether it comes as one or becomes one")
    func palm() {
        var tracker = Self.tracker(.slots)
        #expect(told(frame(&tracker, 1, [(ABS_MT_TRACKING_ID, 1), (ABS_MT_TOOL_TYPE, MT_TOOL_PALM)])) == [])
        _ = frame(&tracker, 2, [(ABS_MT_TRACKING_ID, -1)])
        #expect(
            told(frame(&tracker, 3, [(ABS_MT_TRACKING_ID, 2), (ABS_MT_TOOL_TYPE, MT_TOOL_FINGER)])) == [
                "1 began 0.0 0.0"
            ])
        #expect(told(frame(&tracker, 4, [(ABS_MT_TOOL_TYPE, MT_TOOL_PALM)])) == ["1 cancelled 0.0 0.0"])
        #expect(tracker.vanish(at: .zero) == [])
    }

    @Test("Type A: the first of the contacts of each frame; an empty frame lifts it")
    func anonymous() {
        var tracker = Self.tracker(.anonymous)
        func contact(_ x: Int32) -> [(Int32, Int32)] {
            [(ABS_MT_POSITION_X, x), (ABS_MT_POSITION_Y, 50), (SYN_MT_REPORT, 0)]
        }
        #expect(told(frame(&tracker, 1, contact(10) + contact(80))) == ["1 began 0.1 0.5"])
        #expect(told(frame(&tracker, 2, contact(20))) == ["1 moved 0.2 0.5"])
        #expect(told(frame(&tracker, 3, [(SYN_MT_REPORT, 0)])) == ["1 ended 0.2 0.5"])
        #expect(told(frame(&tracker, 4, [(SYN_MT_REPORT, 0)])) == [])
    }

    @Test("One finger by ABS_X, ABS_Y and BTN_TOUCH")
    func single() {
        var tracker = Self.tracker(.single)
        #expect(told(frame(&tracker, 1, [(ABS_X, 10), (ABS_Y, 20)])) == [])
        #expect(told(frame(&tracker, 2, [(BTN_TOUCH, 1)])) == ["1 began 0.1 0.2"])
        #expect(told(frame(&tracker, 3, [(ABS_Y, 30)])) == ["1 moved 0.1 0.3"])
        #expect(told(frame(&tracker, 4, [(BTN_TOUCH, 0)])) == ["1 ended 0.1 0.3"])
    }

    @Test("Over thousands of random events, senseless ones included, contacts begin and end in turn and none is left")
    func random() {
        var random = SystemRandomNumberGenerator()
        let codes: [Int32] = [
            ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_PRESSURE, ABS_MT_TOOL_TYPE,
            ABS_X, ABS_Y,
            BTN_TOUCH, SYN_MT_REPORT,
        ]
        for style in [TouchAxes.Style.slots, .anonymous, .single] {
            var tracker = Self.tracker(style, pressure: TouchAxes.Axis(minimum: .min, maximum: .max))
            var down: Set<Int> = []
            func follow(_ events: [TouchEvent]) {
                for event in events {
                    #expect((0...1).contains(event.position.x) && (0...1).contains(event.position.y))
                    #expect((0...1).contains(event.pressure ?? 0))
                    switch event.phase {
                    case .began: #expect(down.insert(event.contact).inserted)
                    case .moved: #expect(down.contains(event.contact))
                    case .ended, .cancelled: #expect(down.remove(event.contact) != nil)
                    }
                }
            }
            for turn in 0..<5_000 {
                let values = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                    (
                        codes.randomElement(using: &random) ?? ABS_X,
                        [.min, -1, 0, 1, 2, 50, 63, 64, 100, .max].randomElement(using: &random) ?? Int32(0)
                    )
                }
                follow(frame(&tracker, Int64(turn), values, isResync: turn.isMultiple(of: 50)))
            }
            follow(tracker.vanish(at: .zero))
            #expect(down.isEmpty)
        }
    }
}

@Suite("Touch axes")
struct TouchAxesTests {
    private func axes(_ codes: [Int32], buttons: [Int32] = [], isAccelerometer: Bool = false) -> TouchAxes? {
        TouchAxes(
            { codes.contains($0) ? TouchAxes.Axis(minimum: 0, maximum: 100) : nil }, has: { buttons.contains($0) },
            isAccelerometer: isAccelerometer)
    }

    private static let slots = [ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y]

    @Test("A surface is what has positions of contacts, or one finger's; joysticks, pens and accelerometers are none")
    func kinds() {
        #expect(axes(Self.slots)?.style == .slots)
        #expect(axes([ABS_MT_POSITION_X, ABS_MT_POSITION_Y])?.style == .anonymous)
        #expect(axes([ABS_X, ABS_Y], buttons: [BTN_TOUCH])?.style == .single)
        #expect(axes([ABS_X, ABS_Y], buttons: [BTN_TOUCH, BTN_TOOL_PEN, BTN_TOOL_FINGER])?.style == .single)
        #expect(axes([ABS_X, ABS_Y], buttons: [BTN_TOUCH, BTN_TOOL_PEN]) == nil)
        #expect(axes([ABS_X, ABS_Y], buttons: [BTN_SOUTH]) == nil)
        #expect(axes([ABS_X, ABS_Y, ABS_MT_SLOT - 1] + Self.slots, buttons: [BTN_SOUTH]) == nil)
        #expect(axes(Self.slots, isAccelerometer: true) == nil)
        #expect(axes([ABS_MT_POSITION_X]) == nil)
    }

    @Test("The shape is that of millimetres where they are known")
    func aspect() {
        func axes(_ width: Int32, _ height: Int32, _ across: Int32 = 0, _ down: Int32 = 0) -> Double {
            TouchAxes(
                style: .slots, x: TouchAxes.Axis(minimum: 0, maximum: width, resolution: across),
                y: TouchAxes.Axis(minimum: 0, maximum: height, resolution: down)
            ).aspect
        }
        #expect(axes(4_000, 2_000) == 2)
        #expect(axes(4_000, 2_000, 100, 50) == 1)
        #expect(axes(4_000, 2_000, 100) == 2)
        #expect(axes(0, 2_000) == 1)
        #expect(axes(.max, 1) == 1)
    }
}
