import MediaCore

/// Decides how long before its vblank a scene is asked for: as late as it is safely made in time,
/// so that a key or a first frame that came just now is in it. Asked right after the vblank before,
/// that would wait a whole vblank more.
///
/// The lead follows the time that making scenes took lately: up at once, down slowly. The first scene does not count:
/// it touches memory for the first time, takes ten times as long as those behind it, and would have the first picture
/// of the first channel wait for a vblank more.
package struct SceneLead: Sendable, Equatable {
    /// The time added for the wake-up and the driver's own part.
    private let reserve: Duration
    /// The longest recent time from asking to ready.
    private var longest: Duration = .zero
    /// The number of scenes made, up to two.
    private var scenes = 0
    /// The largest time that counts, longer than any interval: seconds were an accident.
    private static let limit: Duration = .milliseconds(50)

    package init(reserve: Duration) {
        self.reserve = reserve
    }

    /// Notes how long making a scene took.
    package mutating func made(in duration: Duration) {
        scenes = min(scenes + 1, 2)
        guard scenes > 1 else { return }
        // The longest time halves in about 70 scenes.
        longest = max(min(duration, Self.limit), longest - longest / 100)
    }

    /// Notes that a scene was late, though it seemed to be in time.
    package mutating func missed(interval: Duration) {
        guard scenes != 1 else { return }
        longest = min(interval, longest + interval / 4)
    }

    /// The time before a vblank at which to ask. At most a whole interval: then a scene is asked
    /// for right after the vblank before.
    package func lead(interval: Duration) -> Duration {
        min(interval, longest + longest / 2 + reserve)
    }
}
