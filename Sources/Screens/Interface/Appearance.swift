import Layout
import MediaCore

/// The coming and going of one screen: what it shows, how it moves, and when it leaves by itself.
struct Appearance: Sendable {
    /// The movement with which a screen comes and goes; offsets in points.
    struct Style: Hashable, Sendable {
        var entry: Motion.Pose
        var exit: Motion.Pose
        var entryDuration: Duration
        var exitDuration: Duration
    }

    /// The screen, kept while it fades out.
    private(set) var screen: (any Screen)?
    private(set) var motion = Motion.still(Motion.Pose(opacity: 0))
    private(set) var isPresented = false
    private var leavesAt: HostTime?
    /// The screen that comes by itself as soon as it may.
    var waiting: (any Screen)?

    /// The screen while it is there, and nil from the moment it begins to leave.
    var presented: (any Screen)? { isPresented ? screen : nil }

    /// The screen while it is more than something to read.
    var inForce: (any Screen)? { presented.flatMap { $0.lingers ? nil : $0 } }

    /// The next time after `moment` at which something changes without an event.
    func nextWake(after moment: Moment) -> HostTime? {
        [
            isPresented ? leavesAt : screen.map { _ in motion.end },
            presented?.nextTurn(after: moment.now), moment.nextTick(of: presented?.countdown), waiting?.comesAt,
        ].compactMap(\.self).filter { $0 > moment.now }.min()
    }

    /// Shows a screen, or replaces the one that is shown without a new entrance.
    mutating func present(_ screen: some Screen, at now: HostTime) {
        if !isPresented {
            let style = type(of: screen).row.style
            motion =
                self.screen == nil
                ? Motion(from: style.entry, to: .rest, start: now, duration: style.entryDuration)
                : motion.retargeted(to: .rest, at: now, duration: style.entryDuration)
        }
        self.screen = screen
        isPresented = true
        leavesAt = screen.stay.map { now + $0 }
    }

    /// Changes the screen that is shown, if it is; it stays no longer for that.
    mutating func update(_ screen: any Screen) {
        if isPresented { self.screen = screen }
    }

    /// Begins the time anew that it stays: somebody uses it.
    mutating func touch(at now: HostTime) {
        guard isPresented, let stay = screen?.stay else { return }
        leavesAt = now + stay
    }

    mutating func shake(at now: HostTime) {
        guard isPresented else { return }
        motion = Motion(
            from: Motion.Pose(x: 28), to: .rest, start: now, duration: .milliseconds(420), curve: .shake)
    }

    mutating func dismiss(at now: HostTime) {
        guard isPresented, let screen else { return }
        let style = type(of: screen).row.style
        isPresented = false
        leavesAt = nil
        motion = motion.retargeted(to: style.exit, at: now, duration: style.exitDuration)
        if motion.isSettled(at: now) { self.screen = nil }
    }

    mutating func advance(to now: HostTime) {
        if isPresented, let leavesAt, now >= leavesAt { dismiss(at: leavesAt) }
        if !isPresented, motion.isSettled(at: now) { screen = nil }
    }
}

extension Appearance: Hashable {
    static func == (a: Self, b: Self) -> Bool {
        a.isPresented == b.isPresented && a.leavesAt == b.leavesAt && a.motion == b.motion
            && isSame(a.screen, b.screen) && isSame(a.waiting, b.waiting)
    }

    private static func isSame(_ a: (any Screen)?, _ b: (any Screen)?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return a.isEqual(to: b)
    }

    func hash(into hasher: inout Hasher) {
        // Most of the table is empty at any time.
        guard screen != nil || waiting != nil else { return hasher.combine(motion) }
        hasher.combine(isPresented)
        hasher.combine(leavesAt)
        hasher.combine(motion)
        screen?.hash(into: &hasher)
        waiting?.hash(into: &hasher)
    }
}

extension Screen {
    fileprivate func isEqual(to other: any Screen) -> Bool { other as? Self == self }
}

extension Appearance.Style {
    /// A style that is on the screen at the very next vblank, only not quite in place: a key press
    /// must be seen to have done something before any movement is over.
    static var prompt: Self {
        Self(
            entry: Motion.Pose(y: 18, opacity: 0.6), exit: Motion.Pose(y: 18, opacity: 0),
            entryDuration: .milliseconds(140), exitDuration: .milliseconds(260))
    }

    static func fade(in entry: Duration = .milliseconds(140), out exit: Duration = .milliseconds(260)) -> Self {
        Self(
            entry: Motion.Pose(opacity: 0.3), exit: Motion.Pose(opacity: 0),
            entryDuration: entry, exitDuration: exit)
    }

    /// A style that slides in from below the edge of the screen.
    static func slide(height: Double) -> Self {
        Self(
            entry: Motion.Pose(y: height * 0.5, opacity: 0.4), exit: Motion.Pose(y: height, opacity: 0),
            entryDuration: .milliseconds(220), exitDuration: .milliseconds(220))
    }
}
