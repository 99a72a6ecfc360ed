import Layout
import MediaCore

/// The coming and going of one layer: what it shows, how it moves, and when it leaves by itself.
struct Presentation<State: Hashable & Sendable>: Hashable, Sendable {
    /// The movement with which a layer comes and goes; offsets in points.
    struct Style: Hashable, Sendable {
        var entry: Motion.Pose
        var exit: Motion.Pose
        var entryDuration: Duration
        var exitDuration: Duration
    }

    private let style: Style
    /// The state that is shown, kept while it fades out.
    private(set) var state: State?
    private(set) var motion = Motion.still(Motion.Pose(opacity: 0))
    private(set) var isPresented = false
    private var leavesAt: HostTime?

    init(_ style: Style) {
        self.style = style
    }

    /// The state while it is there, and nil from the moment it begins to leave.
    var presented: State? { isPresented ? state : nil }

    /// The time at which `advance` has something to do.
    var nextDeadline: HostTime? {
        if isPresented { leavesAt } else { state == nil ? nil : motion.end }
    }

    /// Shows a state, or replaces the one that is shown without a new entrance.
    mutating func present(_ state: State, at now: HostTime, for duration: Duration? = nil) {
        if !isPresented {
            motion =
                self.state == nil
                ? Motion(from: style.entry, to: .rest, start: now, duration: style.entryDuration)
                : motion.retargeted(to: .rest, at: now, duration: style.entryDuration)
        }
        self.state = state
        isPresented = true
        leavesAt = duration.map { now + $0 }
    }

    /// Changes the state that is shown, if it is.
    mutating func update(_ change: (inout State) -> Void) {
        guard isPresented, var new = state else { return }
        change(&new)
        state = new
    }

    mutating func shake(at now: HostTime) {
        guard isPresented else { return }
        motion = Motion(
            from: Motion.Pose(x: 28), to: .rest, start: now, duration: .milliseconds(420), curve: .shake)
    }

    mutating func dismiss(at now: HostTime) {
        guard isPresented else { return }
        isPresented = false
        leavesAt = nil
        motion = motion.retargeted(to: style.exit, at: now, duration: style.exitDuration)
        if motion.isSettled(at: now) { state = nil }
    }

    mutating func advance(to now: HostTime) {
        if isPresented, let leavesAt, now >= leavesAt { dismiss(at: leavesAt) }
        if !isPresented, motion.isSettled(at: now) { state = nil }
    }
}

extension Presentation.Style {
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
