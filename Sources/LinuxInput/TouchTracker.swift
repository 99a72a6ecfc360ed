import CEvdev
import Devices
import MediaCore

/// Turns one surface's events into contacts that always end. The kernel reports only changes in each frame.
package struct TouchTracker: Sendable, Hashable {
    private struct Slot: Hashable {
        /// The kernel's tracking id of the contact; nil: nothing touches.
        var tracking: Int32?
        var x: Int32
        var y: Int32
        var pressure: Int32
        var isPalm = false
        /// The contact as it was last reported; nil: it was not.
        var told: Told?
        var hasChanged = false
    }

    private struct Told: Hashable {
        var contact: Int
        var tracking: Int32
    }

    /// The largest number of slots that is believed: no surface has more fingers.
    private static let mostSlots: Int32 = 64

    package let surface: TouchSurface
    private let axes: TouchAxes
    private var slots: [Int32: Slot] = [:]
    private var slot: Int32 = 0
    /// The number of contacts of this frame so far (type A); `hasPosition`: whether the one under way has a position.
    private var frameCount: Int32 = 0
    private var hasPosition = false
    private var count = 0

    package init(surface: TouchSurface, axes: TouchAxes) {
        self.surface = surface
        self.axes = axes
    }

    /// Sets what the kernel has in a slot when the device is opened. A finger that lies there already counts once it is
    /// lifted and comes back.
    package mutating func seed(slot: Int32, x: Int32, y: Int32, pressure: Int32, isPalm: Bool = false) {
        guard (0..<Self.mostSlots).contains(slot) else { return }
        slots[slot] = Slot(x: x, y: y, pressure: pressure, isPalm: isPalm)
    }

    /// Selects the slot that events refer to until one names another.
    package mutating func select(slot: Int32) { self.slot = slot }

    /// Takes an event; returns the touches that its frame completes.
    /// - Parameter isResync: part of what libevdev reports after the kernel's buffer overran; a contact that is lifted
    ///   there may have been anywhere before
    package mutating func handle(type: UInt16, code: UInt16, value: Int32, time: HostTime, isResync: Bool = false)
        -> [TouchEvent]
    {
        switch (Int32(type), Int32(code)) {
        case (EV_SYN, SYN_REPORT):
            if axes.style == .anonymous { endFrame() }
            return report(time, isResync)
        case (EV_SYN, SYN_MT_REPORT) where axes.style == .anonymous:
            endContact()
        case (EV_KEY, BTN_TOUCH) where axes.style == .single:
            change { $0.tracking = value == 0 ? nil : 0 }
        case (EV_ABS, let axis):
            handle(axis, value)
        default: break
        }
        return []
    }

    /// Ends every contact, as the device is gone.
    package mutating func vanish(at time: HostTime) -> [TouchEvent] {
        defer { slots = [:] }
        return slots.sorted { $0.key < $1.key }.compactMap { _, slot in
            slot.told.map { event(slot, $0, .cancelled, time) }
        }
    }

    // MARK: Changes

    private mutating func handle(_ axis: Int32, _ value: Int32) {
        switch (axes.style, axis) {
        case (.slots, ABS_MT_SLOT): slot = value
        case (.slots, ABS_MT_TRACKING_ID): change { $0.tracking = value < 0 ? nil : value }
        case (.slots, ABS_MT_TOOL_TYPE), (.anonymous, ABS_MT_TOOL_TYPE): change { $0.isPalm = value == MT_TOOL_PALM }
        case (.slots, ABS_MT_POSITION_X), (.single, ABS_X): change { $0.x = value }
        case (.slots, ABS_MT_POSITION_Y), (.single, ABS_Y): change { $0.y = value }
        case (.slots, ABS_MT_PRESSURE), (.single, ABS_PRESSURE): change { $0.pressure = value }
        case (.anonymous, ABS_MT_POSITION_X):
            hasPosition = true
            if frameCount == 0 { change { $0.x = value } }
        case (.anonymous, ABS_MT_POSITION_Y): if frameCount == 0 { change { $0.y = value } }
        case (.anonymous, ABS_MT_PRESSURE): if frameCount == 0 { change { $0.pressure = value } }
        default: break
        }
    }

    private mutating func change(_ body: (inout Slot) -> Void) {
        guard (0..<Self.mostSlots).contains(slot) else { return }
        var changed = slots[slot] ?? Slot(x: axes.x.minimum, y: axes.y.minimum, pressure: axes.pressure?.minimum ?? 0)
        body(&changed)
        changed.hasChanged = true
        slots[slot] = changed
    }

    // MARK: Type A

    private mutating func endContact() {
        guard hasPosition else { return }
        hasPosition = false
        frameCount = min(frameCount + 1, Self.mostSlots)
    }

    /// Ends a type A frame: one without a contact means that all were lifted.
    private mutating func endFrame() {
        endContact()
        let isTouched = frameCount > 0
        frameCount = 0
        guard isTouched || slots[slot]?.tracking != nil else { return }
        change { $0.tracking = isTouched ? 0 : nil }
    }

    // MARK: The frame

    private mutating func report(_ time: HostTime, _ isResync: Bool) -> [TouchEvent] {
        var events: [TouchEvent] = []
        for key in slots.keys.sorted() {
            guard var slot = slots[key], slot.hasChanged else { continue }
            slot.hasChanged = false
            let isThere = slot.tracking != nil && !slot.isPalm
            if let told = slot.told, !isThere || told.tracking != slot.tracking {
                events.append(event(slot, told, isResync || slot.isPalm ? .cancelled : .ended, time))
                slot.told = nil
            }
            if isThere, let tracking = slot.tracking {
                if let told = slot.told {
                    events.append(event(slot, told, .moved, time))
                } else {
                    count = count &+ 1
                    let told = Told(contact: count, tracking: tracking)
                    slot.told = told
                    events.append(event(slot, told, .began, time))
                }
            }
            slots[key] = slot
        }
        return events
    }

    private func event(_ slot: Slot, _ told: Told, _ phase: TouchEvent.Phase, _ time: HostTime) -> TouchEvent {
        TouchEvent(
            contact: told.contact, phase: phase,
            position: TouchPosition(x: axes.x.part(slot.x), y: axes.y.part(slot.y)),
            pressure: axes.pressure.map { $0.part(slot.pressure) }, time: time, surface: surface)
    }
}
