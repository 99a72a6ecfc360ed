import Glibc
import MediaCore

/// A movement and fade of a finished layer, as a function of time: nothing is painted for it, and
/// the display asks for its value at each vblank.
package struct Motion: Hashable, Sendable {
    package enum Curve: Hashable, Sendable {
        case linear
        /// Fast at first, then slower until it rests.
        case easeOut
        /// A movement from side to side around the end, ever less, to say "no".
        case shake
        /// Round and round between both sides of where it rests, as far as the end lies from there, and never along the
        /// same way; the opacity alone goes from the start to the end. It never settles.
        case wander
    }

    package struct Pose: Hashable, Sendable {
        /// The distance from the resting place, in pixels (or points, before `scaled`); so is `y`.
        package var x: Double
        package var y: Double
        /// The opacity, 0 … 1.
        package var opacity: Double
        /// The size, as a factor; it grows around the layer's middle.
        package var scale: Double

        package init(x: Double = 0, y: Double = 0, opacity: Double = 1, scale: Double = 1) {
            self.x = x
            self.y = y
            self.opacity = opacity
            self.scale = scale
        }

        /// The pose of what fills a screen, made so small that it lies within a part of it, in the middle of that.
        package init(insetInto part: Rectangle, of screen: Size) {
            self.init(
                x: part.x + (part.width - screen.width) / 2, y: part.y + (part.height - screen.height) / 2,
                scale: min(part.width / screen.width, part.height / screen.height))
        }

        /// Whether both lie in the same place, however strong.
        package func isSamePlace(as other: Self) -> Bool { x == other.x && y == other.y && scale == other.scale }

        /// The pose of a layer that moves by itself within something that moves.
        package func within(_ outer: Pose) -> Pose {
            Pose(x: x + outer.x, y: y + outer.y, opacity: opacity * outer.opacity, scale: scale * outer.scale)
        }

        package static let rest = Pose()
    }

    package var from: Pose
    package var to: Pose
    package var start: HostTime
    package var duration: Duration
    package var curve: Curve

    package init(from: Pose, to: Pose, start: HostTime, duration: Duration, curve: Curve = .easeOut) {
        self.from = from
        self.to = to
        self.start = start
        self.duration = duration
        self.curve = curve
    }

    package static func still(_ pose: Pose = .rest) -> Motion {
        Motion(from: pose, to: pose, start: .zero, duration: .zero)
    }

    package var end: HostTime { start + duration }

    package func isSettled(at time: HostTime) -> Bool { from == to || curve != .wander && time >= end }

    /// The pose at a time: `from` before the start, `to` from the end on.
    package func value(at time: HostTime) -> Pose {
        if curve == .wander { return wandering(at: time) }
        let length = duration.inSeconds
        guard length > 0, time < end else { return to }
        let t = max(0, (time - start).inSeconds / length)
        let progress = curve.progress(t)
        return Pose(
            x: from.x + (to.x - from.x) * progress, y: from.y + (to.y - from.y) * progress,
            opacity: min(1, max(0, from.opacity + (to.opacity - from.opacity) * progress)),
            scale: max(0, from.scale + (to.scale - from.scale) * progress))
    }

    private func wandering(at time: HostTime) -> Pose {
        let seconds = max(0, (time - start).inSeconds)
        let length = duration.inSeconds
        let progress = length > 0 ? min(1, seconds / length) : 1
        func swing(_ distance: Double, _ period: Double) -> Double { distance * sin(2 * Double.pi * seconds / period) }
        // Periods in no simple proportion: it comes by the same place on another way.
        return Pose(
            x: from.x + swing(to.x - from.x, 471), y: from.y + swing(to.y - from.y, 293),
            opacity: min(1, max(0, from.opacity + (to.opacity - from.opacity) * progress)))
    }

    /// A motion from this one's pose at `time` to another pose, so that nothing jumps.
    package func retargeted(
        to pose: Pose, at time: HostTime, duration: Duration, curve: Curve = .easeOut
    ) -> Motion {
        let now = value(at: time)
        if now == pose { return .still(pose) }
        return Motion(from: now, to: pose, start: time, duration: duration, curve: curve)
    }

    /// The motion without any movement: its fade is all that is left.
    package var fading: Motion {
        func resting(_ pose: Pose) -> Pose { Pose(opacity: pose.opacity) }
        var motion = self
        (motion.from, motion.to) = (resting(from), resting(to))
        return motion
    }

    /// The motion with left and right changed over.
    package var mirrored: Motion {
        var motion = self
        motion.from.x = -from.x
        motion.to.x = -to.x
        return motion
    }

    /// The motion with its offsets multiplied by a factor, to another unit.
    package func scaled(by factor: Double) -> Motion {
        var motion = self
        motion.from.x *= factor
        motion.from.y *= factor
        motion.to.x *= factor
        motion.to.y *= factor
        return motion
    }
}

extension Motion.Curve {
    /// The progress at a time.
    /// - Parameter t: 0 … 1.
    fileprivate func progress(_ t: Double) -> Double {
        switch self {
        case .linear, .wander:
            return t
        case .easeOut:
            let rest = 1 - t
            return 1 - rest * rest * rest
        case .shake:
            // Three swings of a triangle wave; `from` is the widest.
            let swing = t * 3 + 0.25
            let phase = swing - swing.rounded(.down)
            let wave = 1 - 4 * abs(phase - 0.5)
            return 1 + wave * (1 - t)
        }
    }
}
