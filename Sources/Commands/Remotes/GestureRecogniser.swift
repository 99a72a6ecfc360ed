import Devices
import MediaCore

/// Turns presses and releases into gestures, with a timing of our own: remotes' own repeats differ
/// too much to be of use.
///
/// The owner calls `wake(at:)` when `nextWake` has come. A key acts when it is pressed, unless it
/// has a long press (`longPressKeys`): then when it is let go, or at the threshold. Repeats come ever closer
/// together, so that one holds a key through a long list and still hits a near line.
///
/// A key of the TV's remote is held only once the line has said so (`KeyEvent.Phase.held`): its release may be lost, and
/// then nobody's finger is on it.
package struct GestureRecogniser: Sendable {
    package struct Timing: Sendable, Equatable {
        /// How long a key with a long press is down before it counts as held; longer than a quick press.
        package var hint: Duration = .milliseconds(250)
        /// How long a key is down for a long press. At least 500 ms: an infrared key's release comes up to
        /// 250 ms late.
        package var longPress: Duration = .milliseconds(500)
        package var repeatDelay: Duration = .milliseconds(450)
        package var repeatInterval: Duration = .milliseconds(120)
        /// The interval from the 10th repeat on.
        package var fastInterval: Duration = .milliseconds(60)
        /// The interval from the 30th repeat on: two vblanks.
        package var fastestInterval: Duration = .milliseconds(33)
        /// The longest time a key can be held; a longer one has lost its release and is let go.
        package var longestHold: Duration = .seconds(30)

        package init() {}

        /// The interval from this repeat, counted from 1, to the next.
        func interval(after repetition: Int) -> Duration {
            switch repetition {
            case ..<10: repeatInterval
            case ..<30: fastInterval
            default: fastestInterval
            }
        }
    }

    private struct Source: Hashable {
        var device: String
        var code: UInt16
    }

    private enum Stage {
        /// The key waits for its release, or to count as held.
        case maybeHeld
        /// The key waits for its release, or for the long press.
        case maybeLong
        /// The key repeats; with the number of repeats given.
        case repeating(Int)
        /// The key does nothing more until it is released.
        case spent
    }

    private struct Held {
        var key: Key
        var device: InputDevice
        var pressed: HostTime
        var stage: Stage
        var deadline: HostTime
        /// Nothing has said yet that it stays down.
        var isUnsure: Bool
    }

    package var keymap: Keymap
    /// The keys that have a long press in the present focus. Read when a key goes down.
    package var longPressKeys: Set<Key> = []
    /// The keys that repeat in the present focus, unless they have a long press. Read when a key goes down.
    package var repeatingKeys: Set<Key> = []

    private let timing: Timing
    private var held: [Source: Held] = [:]

    package init(keymap: Keymap = .standard, timing: Timing = Timing()) {
        self.keymap = keymap
        self.timing = timing
    }

    /// When to call `wake(at:)`; nil while no key needs it.
    package var nextWake: HostTime? { held.values.map(wake(of:)).min() }

    /// Takes a key event.
    /// - Parameter key: what it is, whatever its code means elsewhere
    package mutating func handle(_ event: KeyEvent, as key: Key? = nil) -> [KeyGesture] {
        let source = Source(device: event.device.id, code: event.code)
        switch event.phase {
        case .press: return press(source, event, key)
        case .release: return release(source)
        case .held:
            held[source]?.isUnsure = false
            return []
        }
    }

    /// Forgets the keys that the device held, as it is gone. No gesture comes of it.
    package mutating func detach(_ device: InputDevice) {
        held = held.filter { $0.key.device != device.id }
    }

    /// The gestures that became due until `now`. However late it is called, a key repeats at most once.
    package mutating func wake(at now: HostTime) -> [KeyGesture] {
        let due = held.filter { wake(of: $0.value) <= now }
            .sorted { ($0.value.deadline, $0.key.code) < ($1.value.deadline, $1.key.code) }
        return due.compactMap { source, key in advance(source, key, now) }
    }

    private mutating func press(_ source: Source, _ event: KeyEvent, _ given: Key?) -> [KeyGesture] {
        guard let key = given ?? keymap[KeyCode(event.code)] else { return [] }
        // A second press without a release between means that the release was lost.
        var gestures = release(source)
        stopRepeats()
        var pressed = Held(
            key: key, device: event.device, pressed: event.time, stage: .spent,
            deadline: event.time + timing.longestHold, isUnsure: event.device.bus == .cec)
        if longPressKeys.contains(key) {
            pressed.stage = .maybeHeld
            pressed.deadline = event.time + timing.hint
        } else {
            gestures.append(KeyGesture(key: key, kind: .press, time: event.time, device: event.device))
            if repeatingKeys.contains(key) {
                pressed.stage = .repeating(0)
                pressed.deadline = event.time + timing.repeatDelay
            }
        }
        held[source] = pressed
        return gestures
    }

    private mutating func release(_ source: Source) -> [KeyGesture] {
        guard let key = held.removeValue(forKey: source) else { return [] }
        switch key.stage {
        case .maybeHeld, .maybeLong: break
        case .repeating, .spent: return []
        }
        return [KeyGesture(key: key.key, kind: .press, time: key.pressed, device: key.device)]
    }

    /// Stops the repeats of other keys: a hand that rolls from one key to another means the newest.
    private mutating func stopRepeats() {
        for (source, key) in held {
            guard case .repeating = key.stage else { continue }
            held[source]?.stage = .spent
            held[source]?.deadline = key.pressed + timing.longestHold
        }
    }

    private func wake(of key: Held) -> HostTime {
        key.isUnsure ? key.pressed + timing.longestHold : key.deadline
    }

    private mutating func advance(_ source: Source, _ key: Held, _ now: HostTime) -> KeyGesture? {
        let end = key.pressed + timing.longestHold
        guard !key.isUnsure else { return release(source).first }
        switch key.stage {
        case .spent:
            held[source] = nil
            return nil
        case .maybeHeld:
            held[source]?.stage = .maybeLong
            held[source]?.deadline = key.pressed + timing.longPress
            return KeyGesture(key: key.key, kind: .holding, time: key.deadline, device: key.device)
        case .maybeLong:
            held[source]?.stage = .spent
            held[source]?.deadline = end
            return KeyGesture(key: key.key, kind: .longPress, time: key.deadline, device: key.device)
        case .repeating(let count):
            guard now < end else {
                held[source] = nil
                return nil
            }
            held[source]?.stage = .repeating(count + 1)
            held[source]?.deadline = min(end, now + timing.interval(after: count + 1))
            return KeyGesture(key: key.key, kind: .repetition(count + 1), time: key.deadline, device: key.device)
        }
    }
}
