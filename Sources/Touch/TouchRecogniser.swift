import Devices
import MediaCore

/// Turns contacts and clicks of touch surfaces into gestures. A brush, and a thumb that lies still, make none.
///
/// The owner calls `wake(at:)` when `nextWake` has come, and says by `use(_:at:)` what movements are for where the focus
/// is. On each surface the first finger counts; a second one ends what the first began.
package struct TouchRecogniser: Sendable {
    /// The use of movements.
    package enum Use: Hashable, Sendable {
        /// No use: in standby a click alone wakes the box.
        case nothing
        /// Swipes over a channel's picture.
        case swipes
        /// Steps from one thing to the next; through a list a flick goes on by itself.
        case steps, list
        /// The transport bar: steps, and turns round the rim.
        case transport
    }

    private struct Surface {
        var contacts: Set<Int> = []
        /// The contact that counts; nil: there is none, or it does not count any more.
        var first: TouchContact?
        /// A contact that is down, but whose pressure is not yet that of an intended touch.
        var faint: Int?
        /// What the button means until it is let go.
        var click: TouchClick?
    }

    /// The steps of a flick that are still to come.
    private struct Glide {
        var direction: Direction
        var left: Int
        var interval: Duration
        var next: HostTime
        var device: InputDevice
    }

    private let settings: TouchSettings
    private let tuning: TouchTuning
    package private(set) var use = Use.nothing
    private var surfaces: [String: Surface] = [:]
    private var devices: [String: InputDevice] = [:]
    private var glide: Glide?

    package init(settings: TouchSettings = TouchSettings(), tuning: TouchTuning = TouchTuning()) {
        self.settings = settings
        self.tuning = tuning.adjusted(by: settings.sensitivity)
    }

    /// The time at which to call `wake(at:)`; nil while nothing needs it.
    package var nextWake: HostTime? {
        (surfaces.values.compactMap { $0.first?.nextWake } + [glide?.next].compactMap(\.self)).min()
    }

    /// Sets the use of movements from now on. A finger that moves on from another use must be lifted first.
    package mutating func use(_ use: Use, at now: HostTime) -> [TouchGesture] {
        guard use != self.use else { return [] }
        self.use = use
        glide = nil
        return endAll(at: now) { $0.cancel() }
    }

    package mutating func handle(_ event: TouchEvent) -> [TouchGesture] {
        let device = event.surface.device
        devices[device.id] = device
        var surface = surfaces[device.id] ?? Surface()
        defer { surfaces[device.id] = surface }
        let kinds: [TouchGesture.Kind]
        switch event.phase {
        case .began:
            glide = nil
            let isAlone = surface.contacts.isEmpty
            surface.contacts.insert(event.contact)
            if isAlone {
                surface.faint = event.contact
                press(event, on: &surface)
                kinds = []
            } else {
                // Two fingers hold the remote, or make a gesture that has no meaning.
                surface.faint = nil
                kinds = surface.first?.cancel() ?? []
                surface.first = nil
            }
        case .moved:
            if surface.faint == event.contact { press(event, on: &surface) }
            guard surface.first?.id == event.contact else { return [] }
            if let pressure = event.pressure, pressure < tuning.pressureOff {
                surface.faint = event.contact
                kinds = lift(event, from: &surface)
            } else {
                kinds = surface.first?.move(to: event) ?? []
            }
        case .ended:
            surface.contacts.remove(event.contact)
            if surface.faint == event.contact { surface.faint = nil }
            kinds = surface.first?.id == event.contact ? lift(event, from: &surface) : []
        case .cancelled:
            surface.contacts.remove(event.contact)
            if surface.faint == event.contact { surface.faint = nil }
            guard surface.first?.id == event.contact else { return [] }
            kinds = surface.first?.cancel() ?? []
            surface.first = nil
        }
        return kinds.map { TouchGesture($0, time: event.time, device: device) }
    }

    /// Takes a key of any remote before it does anything: it ends movements on its remote's surface. For the surface's
    /// own button it also says what was clicked: at the rim the arrow there, elsewhere OK.
    ///
    /// - Parameter isOK: wherever it is clicked
    /// - Returns: a nil click for an event that is none, with the gestures that ended by it
    package mutating func handle(_ event: KeyEvent, isOK: Bool) -> (click: TouchClick?, gestures: [TouchGesture]) {
        guard event.phase != .held else { return (nil, []) }
        glide = nil
        let isClick = event.code == Self.button && surfaces[event.device.id] != nil
        var click: TouchClick?
        if isClick {
            switch event.phase {
            case .press:
                let still = surfaces[event.device.id]?.first.flatMap { $0.hasMoved ? nil : $0.position }
                click = isOK ? .ok : still.map(self.click(at:)) ?? .ok
                surfaces[event.device.id]?.click = click
            case .release:
                click = surfaces[event.device.id]?.click ?? .ok
                surfaces[event.device.id]?.click = nil
            case .held: break
            }
        }
        let gestures = endAll(at: event.time, of: event.device.remote) { contact in
            switch event.phase {
            case .press: return contact.press()
            case .release:
                contact.release()
                return []
            case .held: return []
            }
        }
        return (click, gestures)
    }

    package mutating func detach(_ device: InputDevice, at now: HostTime) -> [TouchGesture] {
        let kinds = surfaces.removeValue(forKey: device.id)?.first.map { first in
            var first = first
            return first.cancel()
        }
        devices[device.id] = nil
        if glide?.device.id == device.id { glide = nil }
        return (kinds ?? []).map { TouchGesture($0, time: now, device: device) }
    }

    /// The gestures that became due until `now`. However late it is called, a flick goes at most one step on.
    package mutating func wake(at now: HostTime) -> [TouchGesture] {
        var gestures: [TouchGesture] = []
        for (id, surface) in surfaces.sorted(by: { $0.key < $1.key }) {
            guard let device = devices[id], let due = surface.first?.nextWake, due <= now else { continue }
            gestures += (surfaces[id]?.first?.wake(at: now) ?? []).map { TouchGesture($0, time: due, device: device) }
        }
        guard var gliding = glide, gliding.next <= now else { return gestures }
        gestures.append(TouchGesture(.step(gliding.direction), time: gliding.next, device: gliding.device))
        gliding.left -= 1
        gliding.interval = gliding.interval * tuning.flickSlowing
        gliding.next = now + gliding.interval
        glide = gliding.left > 0 ? gliding : nil
        return gestures
    }

    // MARK: Contacts

    /// Begins a contact; it counts from when its pressure is felt.
    private func press(_ event: TouchEvent, on surface: inout Surface) {
        if let pressure = event.pressure, pressure < tuning.pressureOn { return }
        surface.faint = nil
        surface.first = TouchContact(event, purpose: purpose, tuning: tuning, isNatural: settings.isNatural)
        // A click must still know where the finger lies.
        if use == .nothing { _ = surface.first?.cancel() }
        if surface.click != nil { _ = surface.first?.press() }
    }

    private mutating func lift(_ event: TouchEvent, from surface: inout Surface) -> [TouchGesture.Kind] {
        guard let (kinds, flick) = surface.first?.lift(event) else { return [] }
        surface.first = nil
        if let flick {
            glide = Glide(
                direction: flick.direction, left: flick.steps, interval: tuning.stepInterval,
                next: event.time + tuning.stepInterval, device: event.surface.device)
        }
        return kinds.filter { $0 != .tap || settings.taps(event.surface.hasButton) }
    }

    private var purpose: TouchContact.Purpose {
        switch use {
        case .nothing: TouchContact.Purpose()
        case .swipes: TouchContact.Purpose(swipes: true, holdsSwipes: !settings.previews)
        case .steps: TouchContact.Purpose()
        case .list: TouchContact.Purpose(flicks: true)
        case .transport: TouchContact.Purpose(turns: true)
        }
    }

    private func click(at position: TouchPosition) -> TouchClick {
        guard position.radius >= tuning.clickRim else { return .ok }
        let (x, y) = (position.x - 0.5, position.y - 0.5)
        if abs(x) > abs(y) { return .arrow(x < 0 ? .left : .right) }
        return .arrow(y < 0 ? .up : .down)
    }

    private mutating func endAll(
        at time: HostTime, of remote: String? = nil, _ end: (inout TouchContact) -> [TouchGesture.Kind]
    ) -> [TouchGesture] {
        var gestures: [TouchGesture] = []
        for id in surfaces.keys.sorted() {
            guard let device = devices[id], remote == nil || device.remote == remote, var first = surfaces[id]?.first
            else { continue }
            gestures += end(&first).map { TouchGesture($0, time: time, device: device) }
            surfaces[id]?.first = first
        }
        return gestures
    }

    /// The code of the surface's button, BTN_LEFT.
    private static let button: UInt16 = 0x110
}
