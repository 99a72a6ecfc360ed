import Layout
import MediaCore

/// A painted part of the interface, ready for a scene.
package struct InterfaceLayer: Hashable, Sendable, Identifiable {
    /// The same part keeps its name from one time to the next.
    package enum ID: String, Hashable, Sendable, CaseIterable {
        case soundOnly, hint, edgeHint, stall, lineup, interstitial, interstitialWheel, failure, failureWheel, info, transport
        case favourites, list, passcode
        case volume, track
        case playingFigures, flipFigures, keyTest, learning, battery
    }

    package var id: ID
    /// At least one; several are shown in turn, over and over.
    package var frames: [Picture]
    /// How long each of several is shown.
    package var framePeriod: Duration
    /// Where it rests, in pixels.
    package var rectangle: PixelRectangle
    /// Offsets in pixels.
    package var motion: Motion

    /// What to paint now.
    package func picture(at time: HostTime) -> Picture? {
        let period = framePeriod.nanoseconds
        guard frames.count > 1, period > 0 else { return frames.first }
        let turn = max(0, time.nanoseconds) / period % Int64(frames.count)
        return frames[Int(turn)]
    }

    package func rectangle(at time: HostTime) -> PixelRectangle {
        let pose = motion.value(at: time)
        return PixelRectangle(
            x: rectangle.x + Int(pose.x.rounded()), y: rectangle.y + Int(pose.y.rounded()),
            width: rectangle.width, height: rectangle.height)
    }

    /// 0 … 1.
    package func opacity(at time: HostTime) -> Double { motion.value(at: time).opacity }

    /// Whether the next vblank may show it differently.
    package func isMoving(at time: HostTime) -> Bool { frames.count > 1 || !motion.isSettled(at: time) }
}
