import Layout
import MediaCore

/// The quiet of a screen at which nobody looks: some time after the last key it grows dim and wanders slowly, so that
/// nothing bright burns into the television.
///
/// Its movement is a function of time, so nothing wakes the box for it.
struct Ambience: Hashable, Sendable {
    /// How long after the last key it begins.
    static let patience = Duration.seconds(20)
    private static let dimming = Duration.seconds(60)

    private let dimmed: Motion.Pose
    private var lastKey: HostTime
    /// How it comes back to where it belongs, after a key.
    private var waking = Motion.still()

    /// - Parameters:
    ///   - x: how far it wanders to the left and right, in points
    ///   - y: how far it wanders up and down, in points
    ///   - opacity: how bright it is then, 0 … 1
    init(x: Double, y: Double, opacity: Double, since now: HostTime) {
        dimmed = Motion.Pose(x: x, y: y, opacity: opacity)
        lastKey = now
    }

    var begins: HostTime { lastKey + Self.patience }

    /// Notes that somebody is there.
    mutating func wake(at now: HostTime) {
        waking = motion(at: now).retargeted(to: .rest, at: now, duration: .milliseconds(400))
        lastKey = now
    }

    func motion(at now: HostTime) -> Motion {
        guard now >= begins else { return waking }
        return Motion(from: .rest, to: dimmed, start: begins, duration: Self.dimming, curve: .wander)
    }
}
