import Devices
import MediaCore

/// Turns the codes that an infrared receiver's decoders find into presses and releases that pair, one key at a time.
///
/// From lirc's records, and not from the kernel's key events: several decoders may find a code in one light (Sony's does in
/// RC-6's), and the kernel takes each for a key of its own. That lets go of the one that is held, which the next frame
/// presses again.
package struct InfraredKeys: Sendable {
    private struct Down: Hashable {
        var code: UInt16
        var signal: InfraredSignal
        var until: HostTime
    }

    /// A light that was understood: beyond doubt, or as a key.
    private struct Light: Hashable {
        var signal: InfraredSignal
        /// When a decoder found something in it last.
        var end: HostTime

        init(_ signal: InfraredSignal) {
            self.signal = signal
            end = signal.time
        }
    }

    private struct Waiting: Hashable {
        var code: UInt16
        var signal: InfraredSignal
    }

    /// Codes that come closer together are of one light: no frame is shorter.
    package static let together = Duration.milliseconds(20)

    private let device: InputDevice
    private var down: Down?
    private var last: Light?
    /// A key that its light may not have meant: another decoder may speak yet.
    private var waiting: Waiting?

    package init(device: InputDevice) {
        self.device = device
    }

    /// When `expire` has something to do.
    package var deadline: HostTime? {
        [down?.until, waiting.map { $0.signal.time + Self.together }].compactMap(\.self).min()
    }

    /// - Parameters:
    ///   - code: the key that the kernel's table has for it; nil: none
    ///   - decoders: families that are decoded now
    package mutating func handle(_ signal: InfraredSignal, code: UInt16?, decoders: Set<String>) -> [KeyEvent] {
        var events = expire(at: signal.time)
        if let light = last, isOneLight(light.signal, light.end, signal) {
            guard signal.kind.doubt < light.signal.kind.doubt, code != nil || signal.kind.isCertain else {
                last?.end = signal.time
                return events
            }
            // What was taken for a key was none.
            if let down, down.signal == light.signal { events += letGo(at: signal.time) }
        }
        if let other = waiting, isOneLight(other.signal, other.signal.time, signal),
            code != nil || signal.kind.isCertain
        {
            guard signal.kind.doubt < other.signal.kind.doubt else { return events }
            waiting = nil
        }
        if isHeld(signal) {
            last = Light(signal)
            down?.until = Self.silence(after: signal)
            return events
        }
        guard let code else {
            if signal.kind.isCertain { last = Light(signal) }
            // Another key of the same remote, which means nothing: the one before is not held any more.
            if let down, down.signal.kind.family == signal.kind.family { events += letGo(at: signal.time) }
            return events
        }
        if signal.kind.isEasilyMistaken, decoders.contains(where: { $0 != signal.kind.family }) {
            waiting = Waiting(code: code, signal: signal)
            return events
        }
        return events + press(code, signal)
    }

    /// What became due until `now`: a key that nobody gainsaid, a key that was let go. No remote says that one was.
    package mutating func expire(at now: HostTime) -> [KeyEvent] {
        var events: [KeyEvent] = []
        if let key = waiting, now >= key.signal.time + Self.together {
            waiting = nil
            if let down, key.signal.time >= down.until { events += letGo(at: down.until) }
            events += press(key.code, key.signal)
        }
        if let down, now >= down.until { events += letGo(at: down.until) }
        return events
    }

    /// The receiver is gone.
    package mutating func vanish(at time: HostTime) -> [KeyEvent] {
        waiting = nil
        return letGo(at: time)
    }

    private mutating func press(_ code: UInt16, _ signal: InfraredSignal) -> [KeyEvent] {
        let released = letGo(at: signal.time)
        last = Light(signal)
        down = Down(code: code, signal: signal, until: Self.silence(after: signal))
        return released + [KeyEvent(code: code, phase: .press, time: signal.time, device: device)]
    }

    private mutating func letGo(at time: HostTime) -> [KeyEvent] {
        down.take().map { [KeyEvent(code: $0.code, phase: .release, time: time, device: device)] } ?? []
    }

    private func isOneLight(_ one: InfraredSignal, _ end: HostTime, _ other: InfraredSignal) -> Bool {
        one.kind.family != other.kind.family && other.time - end < Self.together
    }

    private func isHeld(_ signal: InfraredSignal) -> Bool {
        guard let down else { return false }
        return down.signal.kind == signal.kind && down.signal.scancode == signal.scancode
            && (signal.isRepeat || down.signal.toggle == signal.toggle)
    }

    /// When a key that was not said again is let go: the next frame is late, and the receiver a little later (`rc-main.c`).
    private static func silence(after signal: InfraredSignal) -> HostTime {
        signal.time + signal.kind.repeatPeriod + .milliseconds(125)
    }
}
