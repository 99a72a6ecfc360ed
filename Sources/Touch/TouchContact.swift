import Devices
import Glibc
import MediaCore

/// One finger's contact from touch to lift, and the gestures it makes.
///
/// The contact waits until it moves, faster than a resting thumb wanders; then it goes along one axis, or round the
/// rim; and waits again when it has paused.
struct TouchContact: Sendable {
    /// The meaning of movements in the present focus.
    struct Purpose: Hashable, Sendable {
        /// Whether movements are swipes of the picture; otherwise they are steps of the focus.
        var swipes = false
        /// Whether a swipe goes on until the finger is lifted; otherwise it is over once it has been reached.
        var holdsSwipes = false
        var turns = false
        var flicks = false
    }

    /// The steps that follow when the finger has left with speed.
    struct Flick: Hashable, Sendable {
        var direction: Direction
        var steps: Int
    }

    private struct Point: Hashable {
        var x: Double
        var y: Double

        static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
        var length: Double { (x * x + y * y).squareRoot() }
    }

    private enum Axis: Hashable { case horizontal, vertical }

    private enum Stage: Hashable {
        case waiting
        case moving(Axis)
        case turning
        /// Nothing more comes of the contact until it is lifted.
        case spent
        /// The surface's button is down.
        case clicked
    }

    private struct Sample: Hashable {
        var point: Point
        var time: HostTime
    }

    let id: Int
    private let tuning: TouchTuning
    private let isNatural: Bool
    private let purpose: Purpose
    /// The length of a whole surface along each axis, in parts of the shorter side.
    private let scale: Point
    private let began: HostTime
    private var stage = Stage.waiting
    /// The point from which the next step, or the swipe, is measured.
    private var anchor: Point
    private var recent: [Sample]
    /// The place where the finger lies still, and the time since when.
    private var still: Sample
    private var isTap = true
    /// The direction and time of the last step.
    private var lastStep: (direction: Direction, time: HostTime)?
    private var reached: Direction?
    /// The edge for which a hint was asked.
    private(set) var hinted: Direction?
    private(set) var position: TouchPosition
    /// Whether a movement along the rim may become a turn; then the degrees that are not yet reported, and the last
    /// angle.
    private var mayTurn: Bool
    private var turned = 0.0
    private var angle: Double
    private var lastTurn: HostTime?

    init(_ event: TouchEvent, purpose: Purpose, tuning: TouchTuning, isNatural: Bool) {
        id = event.contact
        self.tuning = tuning
        self.isNatural = isNatural
        self.purpose = purpose
        let aspect = event.surface.aspect
        scale = Point(x: max(1, aspect), y: max(1, 1 / aspect))
        began = event.time
        let point = Point(x: event.position.x * scale.x, y: event.position.y * scale.y)
        anchor = point
        recent = [Sample(point: point, time: event.time)]
        still = Sample(point: point, time: event.time)
        position = event.position
        mayTurn = purpose.turns && event.position.radius >= tuning.turnRim
        angle = event.position.angle
    }

    /// Whether the finger has gone anywhere: then a click does not belong to an edge.
    var hasMoved: Bool {
        switch stage {
        case .moving, .turning: true
        case .waiting, .spent, .clicked: lastStep != nil || reached != nil
        }
    }

    /// The time at which to call `wake`; nil when nothing comes of lying still.
    var nextWake: HostTime? {
        guard purpose.swipes, stage == .waiting, hinted == nil, edge != nil else { return nil }
        return still.time + tuning.rest
    }

    // MARK: Events

    mutating func wake(at now: HostTime) -> [TouchGesture.Kind] {
        guard let due = nextWake, due <= now, let edge else { return [] }
        hinted = edge
        isTap = false
        return [.rest(edge)]
    }

    mutating func move(to event: TouchEvent) -> [TouchGesture.Kind] {
        let time = event.time
        var gestures = wake(at: time)
        let before = recent.last ?? still
        let hasPaused = before.time - still.time >= tuning.pause || time - before.time >= tuning.pause
        note(event)
        guard time - began >= tuning.settle, let now = recent.last else { return gestures }
        switch stage {
        case .spent, .clicked: return gestures
        case .turning: return gestures + turn(time)
        case .moving where hasPaused && !(purpose.holdsSwipes && reached != nil):
            // The movement begins anew from where the finger lay.
            stage = .waiting
            anchor = before.point
            lastStep = nil
            gestures += finishSwipe(.completed)
        case .moving, .waiting: break
        }
        if stage == .waiting { gestures += begin(now) }
        if case .moving(let axis) = stage { gestures += go(along: axis, now) }
        return gestures
    }

    mutating func lift(_ event: TouchEvent) -> (gestures: [TouchGesture.Kind], flick: Flick?) {
        var gestures = move(to: event)
        defer { stage = .spent }
        if stage == .turning { gestures += tellTurn(event.time, isLast: true) }
        if let told = endHint() { gestures.append(told) }
        switch stage {
        case .spent, .clicked, .turning: return (gestures, nil)
        case .moving, .waiting: break
        }
        if reached != nil { return (gestures + finishSwipe(.completed), nil) }
        let length = event.time - began
        guard length >= tuning.settle else { return (gestures, nil) }
        guard let direction = flick(at: event.time) else {
            if stage == .waiting, isTap, length <= tuning.longestTap { gestures.append(.tap) }
            return (gestures, nil)
        }
        if purpose.swipes { return (gestures + [.swipe(direction, .reached), .swipe(direction, .completed)], nil) }
        if lastStep == nil { gestures.append(.step(direction)) }
        guard purpose.flicks else { return (gestures, nil) }
        let speed = abs(speed(along: direction.isHorizontal, within: tuning.flickWindow, until: event.time))
        let steps = Int(min(Double(tuning.mostFlickSteps), 1 + (speed - tuning.flickSpeed) / tuning.flickSpeedPerStep))
        return (gestures, Flick(direction: direction, steps: steps))
    }

    /// Ends the contact without effect: the finger is gone without having been lifted, or the focus is elsewhere.
    mutating func cancel() -> [TouchGesture.Kind] {
        var gestures: [TouchGesture.Kind] = []
        if let told = endHint() { gestures.append(told) }
        gestures += finishSwipe(.takenBack)
        stage = .spent
        return gestures
    }

    /// Ends the movement because the surface's button, or another of the remote's keys, goes down. What a swipe has
    /// shown by then stays for the click to choose.
    mutating func press() -> [TouchGesture.Kind] {
        guard stage != .spent else { return [] }
        reached = nil
        stage = .clicked
        return endHint().map { [$0] } ?? []
    }

    /// Notes that the button is released: the finger may go on without being lifted.
    mutating func release() {
        guard stage == .clicked, let last = recent.last else { return }
        stage = .waiting
        anchor = last.point
        still = last
        isTap = false
        lastStep = nil
        mayTurn = false
    }

    // MARK: Movements

    private mutating func note(_ event: TouchEvent) {
        position = event.position
        let point = Point(x: event.position.x * scale.x, y: event.position.y * scale.y)
        let oldest = event.time - .milliseconds(150)
        recent.removeAll { $0.time < oldest }
        recent.append(Sample(point: point, time: event.time))
        // The bound holds what a slow and a fast device report within the window.
        if recent.count > 64 { recent.removeFirst(recent.count - 64) }
        if (point - still.point).length > tuning.slop / 2 { still = Sample(point: point, time: event.time) }
        if (point - anchor).length > tuning.slop { isTap = false }
    }

    /// Begins a movement, if the finger moves far and fast enough.
    private mutating func begin(_ now: Sample) -> [TouchGesture.Kind] {
        if wanders(now.time) {
            anchor = now.point
            angle = position.angle
            turned = 0
            return []
        }
        if mayTurn, watchRim() { return turn(now.time) }
        let way = now.point - anchor
        guard !mayTurn, way.length > tuning.slop, let axis = axis(of: way) else { return [] }
        stage = .moving(axis)
        return endHint().map { [$0] } ?? []
    }

    /// Whether the finger moves only as a resting thumb does.
    private func wanders(_ time: HostTime) -> Bool {
        guard time - began >= tuning.driftWindow else { return false }
        let x = speed(along: true, within: tuning.driftWindow, until: time)
        let y = speed(along: false, within: tuning.driftWindow, until: time)
        return (x * x + y * y).squareRoot() < tuning.drift
    }

    private mutating func go(along axis: Axis, _ now: Sample) -> [TouchGesture.Kind] {
        let way = axis == .horizontal ? now.point.x - anchor.x : now.point.y - anchor.y
        let direction = direction(axis, way)
        if purpose.swipes { return swipe(direction, abs(way), now) }
        let isBack = lastStep.map { $0.direction != direction } ?? false
        let needed = tuning.step + (isBack ? tuning.reversal : 0)
        guard abs(way) >= needed, lastStep.map({ now.time - $0.time >= tuning.stepInterval }) ?? true else { return [] }
        // The rest of the way counts towards the next step, but never for two.
        let rest = min(abs(way) - needed, tuning.step * 0.99)
        let kept = way > 0 ? rest : -rest
        if axis == .horizontal { anchor.x = now.point.x - kept } else { anchor.y = now.point.y - kept }
        lastStep = (direction, now.time)
        return [.step(direction)]
    }

    private mutating func swipe(_ direction: Direction, _ length: Double, _ now: Sample) -> [TouchGesture.Kind] {
        if reached == nil, wanders(now.time) {
            stage = .waiting
            anchor = now.point
            return []
        }
        var gestures: [TouchGesture.Kind] = []
        if let reached, reached != direction || length < tuning.takenBack { gestures += finishSwipe(.takenBack) }
        if reached == nil, length >= tuning.swipe {
            reached = direction
            gestures.append(.swipe(direction, .reached))
        }
        return gestures
    }

    private mutating func finishSwipe(_ end: TouchGesture.Swipe) -> [TouchGesture.Kind] {
        guard let direction = reached else { return [] }
        reached = nil
        return [.swipe(direction, end)]
    }

    private mutating func endHint() -> TouchGesture.Kind? {
        guard hinted != nil else { return nil }
        hinted = nil
        return .rest(nil)
    }

    /// The edge at which the finger lies, left or right; nil elsewhere.
    private var edge: Direction? {
        if position.x <= tuning.edge { return .left }
        return position.x >= 1 - tuning.edge ? .right : nil
    }

    private func axis(of way: Point) -> Axis? {
        if abs(way.x) > abs(way.y) * tuning.axisRatio { return .horizontal }
        return abs(way.y) > abs(way.x) * tuning.axisRatio ? .vertical : nil
    }

    private func direction(_ axis: Axis, _ way: Double) -> Direction {
        let isForward = (way > 0) != isNatural
        return switch axis {
        case .horizontal: isForward ? .right : .left
        case .vertical: isForward ? .down : .up
        }
    }

    /// The direction of a finger that leaves fast enough, having gone far enough, along its axis.
    private func flick(at time: HostTime) -> Direction? {
        guard let last = recent.last, let first = recent.first(where: { $0.time >= time - tuning.flickWindow }) else {
            return nil
        }
        let way = last.point - anchor
        let axis: Axis
        switch stage {
        case .moving(let along): axis = along
        case .waiting where !mayTurn:
            guard let along = self.axis(of: way) else { return nil }
            axis = along
        case .waiting, .turning, .spent, .clicked: return nil
        }
        let isHorizontal = axis == .horizontal
        let length = isHorizontal ? way.x : way.y
        let leaving = isHorizontal ? last.point.x - first.point.x : last.point.y - first.point.y
        guard abs(speed(along: isHorizontal, within: tuning.flickWindow, until: time)) >= tuning.flickSpeed else {
            return nil
        }
        // The way that made steps does not count again.
        if lastStep == nil { guard abs(length) >= tuning.flick, (length > 0) == (leaving > 0) else { return nil } }
        return direction(axis, leaving)
    }

    /// The speed over the last moments before `time`, in parts of the shorter side a second.
    private func speed(along isHorizontal: Bool, within window: Duration, until time: HostTime) -> Double {
        guard let last = recent.last, let first = recent.first(where: { $0.time >= time - window }) else { return 0 }
        let seconds = Double((time - first.time).nanoseconds) / 1e9
        guard seconds > 0.001 else { return 0 }
        return (isHorizontal ? last.point.x - first.point.x : last.point.y - first.point.y) / seconds
    }

    // MARK: The rim

    /// Whether a movement that began at the rim has become a turn; one that leaves the rim never does.
    private mutating func watchRim() -> Bool {
        guard position.radius >= tuning.turnInnerRim else {
            mayTurn = false
            return false
        }
        addAngle()
        guard abs(turned) >= tuning.turnThreshold else { return false }
        stage = .turning
        return true
    }

    private mutating func turn(_ time: HostTime) -> [TouchGesture.Kind] {
        // Near the middle an angle says nothing.
        if position.radius < tuning.turnInnerRim / 2 { angle = position.angle } else { addAngle() }
        return tellTurn(time, isLast: false)
    }

    private mutating func addAngle() {
        var change = position.angle - angle
        if change > 180 { change -= 360 }
        if change < -180 { change += 360 }
        angle = position.angle
        turned += change
    }

    private mutating func tellTurn(_ time: HostTime, isLast: Bool) -> [TouchGesture.Kind] {
        let notch = 360 / Double(TouchTuning.notchesPerTurn)
        let notches = Int((turned / notch).rounded(.towardZero))
        guard notches != 0, isLast || lastTurn.map({ time - $0 >= tuning.stepInterval }) ?? true else { return [] }
        turned -= Double(notches) * notch
        lastTurn = time
        return [.turn(notches)]
    }
}

extension TouchPosition {
    /// The distance from the middle, 1 at the middle of each edge.
    var radius: Double { ((x * 2 - 1) * (x * 2 - 1) + (y * 2 - 1) * (y * 2 - 1)).squareRoot() }

    /// The angle in degrees clockwise from the right.
    var angle: Double { atan2(y * 2 - 1, x * 2 - 1) * 180 / .pi }
}

extension Direction {
    var isHorizontal: Bool { self == .left || self == .right }
}
