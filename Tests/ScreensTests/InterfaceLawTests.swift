import Devices
import Foundation
import Layout
import MediaCore
import Testing

@testable import Screens

/// Laws that hold for every screen of the table, after any events in any order.
@Suite("Interface, over all orders of events")
struct InterfaceLawTests {
    private struct Step {
        var event: InterfaceEvent
        /// The screen that it opens, if it may.
        var opens: ScreenID?
    }

    private static let size = PixelSize(width: 1920, height: 1080)
    private static let pace = Duration.milliseconds(300)
    private static let steps =
        ScreenID.allCases.flatMap { id in Samples.openings(id).map { Step(event: $0, opens: id) } }
        + Samples.others.map { Step(event: $0) }

    private func random(_ state: inout UInt64) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33)
    }

    /// The screens that have, or would have, the keys.
    private func withKeys(_ interface: Interface) -> Set<ScreenID> {
        Set(ScreenID.allCases.filter { interface[$0].inForce?.focus != nil })
    }

    /// The law that the interface violates after a step; nil: none.
    private func violation(of interface: Interface, after step: Step, at now: HostTime) -> String? {
        if let wake = interface.nextWake, wake <= now { return "a wake in the past" }
        // Few of them are there, and this is asked half a million times.
        let presented = ScreenID.allCases.compactMap { id in interface[id].presented.map { (id: id, screen: $0) } }
        let inForce = presented.filter { !$0.screen.lingers }
        let withKeys = Set(inForce.filter { $0.screen.focus != nil }.map(\.id))
        for (id, screen) in presented {
            for (other, over) in inForce where other != id {
                if id.row.yields(to: other.row, focus: over.focus) { return "\(id) stands beside \(other)" }
                let isOverPanel = (id.row.kind == .card) != (other.row.kind == .card)
                if id.row.kind.isOpenedByViewer, other.row.kind.isOpenedByViewer, !isOverPanel {
                    return "\(id) and \(other) are open"
                }
            }
            if step.opens == id, !screen.lingers, let left = screen.closes.first(where: { interface[$0].isPresented }) {
                return "\(id) opened and left \(left)"
            }
        }
        let dimmest =
            inForce.map { $0.screen.inset(interface.look.inset) == nil ? $0.screen.videoOpacity : 1 }.min() ?? 1
        if interface.picture.to.opacity != dimmest { return "the picture is not as dim as it should" }
        let top = interface.top
        if let top, !withKeys.contains(top) { return "who has the keys takes none" }
        if top == nil, !withKeys.isEmpty { return "nobody has the keys" }
        return nil
    }

    /// Words are never read through other words: what was opened over a notice is alone there.
    private func overlap(of layers: [InterfaceLayer], in interface: Interface) -> String? {
        for over in layers where over.screen.row.kind.covers && interface[over.screen].inForce != nil {
            let under = layers.first {
                $0.screen.row.kind == .notice && !$0.rectangle.intersection(over.rectangle).isEmpty
            }
            if let under { return "\(over.screen) over \(under.screen)" }
        }
        return nil
    }

    /// Between events nothing changes but at `nextWake`.
    private func change(of start: Interface, _ layers: [InterfaceLayer], at now: HostTime) -> String? {
        let end = start.nextWake ?? now + .seconds(3600)
        for time in [now + .nanoseconds((end - now).nanoseconds / 2), end - .nanoseconds(1)] {
            var interface = start
            if !interface.handle(.wake, at: time).isEmpty { return "a wake does something" }
            if interface.nextWake != start.nextWake { return "a wake too early changes the next" }
            if interface.top != start.top || interface.picture != start.picture { return "the keys change unasked" }
            let after = interface.layers(size: Self.size)
            if Set(layers.map(\.screen)) != Set(after.map(\.screen)) {
                return "something comes or goes before its time"
            }
            // A countdown on a panel that fades away may stand still, or not.
            let isThere = { (layer: InterfaceLayer) in start[layer.screen].isPresented }
            if layers.filter(isThere) != after.filter(isThere) { return "the picture changes before its time" }
        }
        return nil
    }

    /// Closing everything closes no more than that: what is on its way, or has failed, stays.
    private func closing(_ start: Interface, at now: HostTime) -> String? {
        var interface = start
        let actions = interface.handle(.closeEverything, at: now)
        if actions.contains(.goBack) { return "closing everything gives a flip up" }
        if let top = interface.top, top.row.kind != .notice { return "closing everything leaves \(top)" }
        let open = ScreenID.allCases.first {
            interface[$0].inForce != nil && $0.row.kind != .sign && $0.row.kind != .notice
        }
        return open.map { "closing everything leaves \($0) beneath" }
    }

    /// From here, without another event, everything that has its time goes; and Back leads to the picture.
    private func restsAndCloses(_ start: Interface, at now: HostTime) -> String? {
        var interface = start
        var wakes = 0
        while let time = interface.nextWake {
            wakes += 1
            if wakes > 60 { return "it never rests" }
            _ = interface.handle(.wake, at: time)
        }
        let end = now + .seconds(62)
        _ = interface.handle(.wake, at: end)
        for id in ScreenID.allCases {
            guard let screen = interface[id].screen else { continue }
            if screen.stay != nil { return "\(id) stays longer than its time" }
            if !interface[id].motion.isSettled(at: end) { return "\(id) still moves" }
        }

        interface = start
        var presses = 0
        while let top = interface.top {
            presses += 1
            if presses > 2 * ScreenID.allCases.count { return "Back does not lead to the picture" }
            let before = withKeys(interface)
            let depth = interface.shownList?.above.count ?? 0
            _ = interface.handle(.back, at: now + .milliseconds(presses))
            let closed = before.subtracting(withKeys(interface))
            // It may take one thing back by itself, as the transport bar does with a place that is looked for.
            if closed.isEmpty, interface[top].presented?.farewell != start[top].presented?.farewell { continue }
            // A list within another leads to that.
            if closed.isEmpty, top == .list, (interface.shownList?.above.count ?? 0) < depth { continue }
            if !closed.contains(top) || !closed.isSubset(of: top.row.takesAlong.union([top])) {
                return "Back in \(top) closed \(closed)"
            }
        }
        return nil
    }

    private func anyLaw(_ interface: Interface, at now: HostTime) -> String? {
        let layers = interface.layers(size: Self.size)
        return restsAndCloses(interface, at: now) ?? closing(interface, at: now) ?? overlap(of: layers, in: interface)
            ?? change(of: interface, layers, at: now)
    }

    @Test(
        "Every screen comes, is drawn, and goes by itself, by Back, or when the box says so",
        arguments: ScreenID.allCases)
    func alone(id: ScreenID) throws {
        for event in Samples.openings(id) {
            var interface = Interface()
            _ = interface.handle(event, at: Samples.start)
            while !interface[id].isPresented {
                _ = interface.handle(.wake, at: try #require(interface.nextWake, "\(id) does not come"))
            }
            #expect(interface.layers(size: Self.size).map(\.screen).contains(id))
            #expect(interface.layers(size: Self.size).allSatisfy { !$0.frames.isEmpty })
            #expect(id.type.row.id == id)
            #expect(interface.top == (interface[id].presented?.focus == nil ? nil : id))
            #expect(anyLaw(interface, at: interface.moment.now) == nil)
        }
    }

    @Test("Three events in any order, with any of them at any pace, break no law")
    func exhaustive() {
        let steps = Self.steps
        // Events that do nothing, and ways that meet, lead to one state: it is looked at once, with the first way there.
        var states: [Interface: [Int]] = [Interface(): []]
        var now = Samples.start
        for length in 0...3 {
            for (interface, path) in states {
                // Pictures cost most; two events in any order lead to each kind of them.
                let wrong =
                    length < 3
                    ? anyLaw(interface, at: now) : restsAndCloses(interface, at: now) ?? closing(interface, at: now)
                #expect(wrong == nil, "after \(path.map { steps[$0].event })")
                if wrong != nil { return }
            }
            guard length < 3 else { return }
            now = now + Self.pace
            var next: [Interface: [Int]] = [:]
            for (interface, path) in states {
                for index in steps.indices {
                    var after = interface
                    _ = after.handle(steps[index].event, at: now)
                    let wrong = violation(of: after, after: steps[index], at: now)
                    #expect(wrong == nil, "after \((path + [index]).map { steps[$0].event })")
                    if wrong != nil { return }
                    if next[after] == nil { next[after] = path + [index] }
                }
            }
            states = next
        }
    }

    @Test("Six of the arrows, OK and Back in any order, from every screen, break no law", arguments: ScreenID.allCases)
    func keys(id: ScreenID) {
        let keys: [InterfaceEvent] = [.move(.up), .move(.down), .move(.left), .move(.right), .confirm, .back]
        for opening in Samples.openings(id) {
            var interface = Interface()
            _ = interface.handle(opening, at: Samples.start)
            var states: Set<Interface> = [interface]
            var now = Samples.start
            for _ in 0..<6 {
                now = now + Self.pace
                // Keys that do nothing, and ways that meet, lead to one state.
                var next: Set<Interface> = []
                for state in states {
                    for key in keys {
                        var interface = state
                        _ = interface.handle(key, at: now)
                        next.insert(interface)
                    }
                }
                states = next
                for interface in states {
                    let wrong =
                        violation(of: interface, after: Step(event: .wake), at: now) ?? closing(interface, at: now)
                        ?? restsAndCloses(interface, at: now)
                    #expect(wrong == nil, "after \(opening)")
                    if wrong != nil { return }
                }
            }
        }
    }

    /// `scripts/walks` makes a hundred thousand of them.
    @Test("Long random walks break no law")
    func walks() {
        var state: UInt64 = 42
        let count = ProcessInfo.processInfo.environment["HEARTH_WALKS"].flatMap { Int($0) } ?? 200
        for _ in 0..<count {
            var interface = Interface()
            var now = Samples.start
            var path: [InterfaceEvent] = []
            for count in 1...60 {
                let step = Self.steps[random(&state) % Self.steps.count]
                path.append(step.event)
                now = now + .milliseconds(random(&state) % 900)
                _ = interface.handle(step.event, at: now)
                let wrong =
                    violation(of: interface, after: step, at: now) ?? closing(interface, at: now)
                    ?? (count.isMultiple(of: 6) ? anyLaw(interface, at: now) : nil)
                #expect(wrong == nil, "\(path)")
                if wrong != nil { return }
            }
        }
    }
}
