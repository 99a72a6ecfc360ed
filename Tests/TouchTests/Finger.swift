import Commands
import Devices
import MediaCore
import Touch

/// A finger on a touch surface with a recogniser, without a clock.
struct Finger {
    static let device = InputDevice(id: "/dev/input/event7", name: "Pad", bus: .bluetooth, remote: "aa:bb")

    private(set) var recogniser: TouchRecogniser
    private(set) var now = HostTime(nanoseconds: 1_000_000_000)
    private(set) var gestures: [TouchGesture] = []
    private var position = TouchPosition(x: 0.5, y: 0.5)
    private var contact = 0
    var surface: TouchSurface
    var pressure: Double?

    init(
        _ use: TouchRecogniser.Use, settings: TouchSettings = TouchSettings(), aspect: Double = 1,
        hasButton: Bool = true
    ) {
        recogniser = TouchRecogniser(settings: settings)
        surface = TouchSurface(device: Self.device, aspect: aspect, hasButton: hasButton)
        _ = recogniser.use(use, at: now)
    }

    var kinds: [TouchGesture.Kind] { gestures.map(\.kind) }

    mutating func use(_ use: TouchRecogniser.Use) { gestures += recogniser.use(use, at: now) }

    /// Lets time pass; gestures that become due meanwhile happen.
    mutating func pass(_ milliseconds: Int) {
        let end = now + .milliseconds(milliseconds)
        var wakes = 0
        while let due = recogniser.nextWake, due <= end, wakes < 1_000 {
            now = max(now, due)
            gestures += recogniser.wake(at: now)
            wakes += 1
        }
        now = end
    }

    mutating func down(_ x: Double, _ y: Double) {
        contact += 1
        position = TouchPosition(x: x, y: y)
        send(.began)
    }

    mutating func move(_ x: Double, _ y: Double) {
        position = TouchPosition(x: min(1, max(0, x)), y: min(1, max(0, y)))
        send(.moved)
    }

    /// Slides at an even pace, with a position every 8 ms.
    mutating func slide(to x: Double, _ y: Double, over milliseconds: Int) {
        let start = position
        let steps = max(1, milliseconds / 8)
        for step in 1...steps {
            pass(milliseconds / steps)
            let part = Double(step) / Double(steps)
            move(start.x + (x - start.x) * part, start.y + (y - start.y) * part)
        }
    }

    mutating func up() { send(.ended) }

    mutating func cancel() { send(.cancelled) }

    mutating func swipe(from: (Double, Double), to: (Double, Double), over milliseconds: Int) {
        down(from.0, from.1)
        slide(to: to.0, to.1, over: milliseconds)
        up()
    }

    /// Clicks the surface's button; returns its meaning at the finger's place.
    @discardableResult
    mutating func click(isOK: Bool = false, code: UInt16 = 0x110) -> (Key?, Key?) {
        let (press, first) = recogniser.handle(
            KeyEvent(code: code, phase: .press, time: now, device: Self.device), isOK: isOK)
        gestures += first
        pass(80)
        let (release, second) = recogniser.handle(
            KeyEvent(code: code, phase: .release, time: now, device: Self.device), isOK: isOK)
        gestures += second
        return (press?.key, release?.key)
    }

    mutating func forget() { gestures = [] }

    private mutating func send(_ phase: TouchEvent.Phase) {
        gestures += recogniser.handle(
            TouchEvent(
                contact: contact, phase: phase, position: position, pressure: pressure, time: now, surface: surface))
    }
}
