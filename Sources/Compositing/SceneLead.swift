import MediaCore

/// How long before its vblank a scene is asked for: as late as it is safely made in time, so that a
/// key or a first frame that came just now is in it. Asked right after the vblank before, it would
/// wait a whole vblank more.
///
/// Follows what making scenes took lately: up at once, down slowly.
package struct SceneLead: Sendable, Equatable {
    /// For the wake-up and the driver's own part.
    private let reserve: Duration
    /// The longest lately, from asking to ready.
    private var longest: Duration = .zero
    /// Longer than any interval; what took seconds was an accident.
    private static let limit: Duration = .milliseconds(50)

    package init(reserve: Duration) {
        self.reserve = reserve
    }

    /// Making a scene took that long.
    package mutating func made(in duration: Duration) {
        // Half of it is forgotten in about 70 scenes.
        longest = max(min(duration, Self.limit), longest - longest / 100)
    }

    /// A scene was late, though it seemed to be in time.
    package mutating func missed(interval: Duration) {
        longest = min(interval, longest + interval / 4)
    }

    /// At most a whole interval: then a scene is asked for right after the vblank before.
    package func lead(interval: Duration) -> Duration {
        min(interval, longest + longest / 2 + reserve)
    }
}
