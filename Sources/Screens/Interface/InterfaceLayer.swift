import Layout
import MediaCore

/// A painted part of the interface, ready for a scene.
package struct InterfaceLayer: Hashable, Sendable, Identifiable {
    /// The layer's name, which the same part keeps from one time to the next.
    package struct ID: Hashable, Sendable {
        package var screen: ScreenID
        package var part: Part

        package init(_ screen: ScreenID, _ part: Part = .panel) {
            self.screen = screen
            self.part = part
        }
    }

    /// A part of a screen that is a layer of its own.
    package enum Part: Hashable, Sendable {
        case
            /// What darkens the picture behind the words: it fades where it stands, and may reach over the safe area.
            ground
        /// What stands where the picture comes, as long as it is not there.
        case behind
        case panel
        /// The light behind what has the focus, which glides from one place to the next.
        case focus
        /// What lies over the light.
        case front
        case wheel, flips, preview
        /// The words of a preview.
        case label
        /// A list above a bar.
        case menu
        /// What is typed, the words it may mean, and the keys on the screen to type with.
        case words, keys, aside
        /// A row of a grid, each a layer of its own: where the grid is scrolled, only the row that comes is painted.
        case row(Int)
        /// Where a second picture lies: what is seen as long as it is not there.
        case corner
        /// The present, over a grid of times.
        case present
    }

    package var id: ID
    package var screen: ScreenID { id.screen }
    /// Whether it stands where the picture would be, and is not drawn while there is one.
    package var isForPicture: Bool { screen.row.isForPicture }
    /// Whether it only shades an edge of the picture, and captions lie over it. What shades all of the picture leaves
    /// no room for them.
    package var isShade = false
    /// Whether it lies behind the picture, where that does not fill the screen.
    package var isGround: Bool { isForPicture || id.part == .ground || id.part == .behind }
    /// Whether a second picture lies over it.
    package var isCorner: Bool { id.part == .corner }
    /// The pictures, at least one; several are shown in turn, over and over.
    package var frames: [Picture]
    /// How long each of several pictures is shown.
    package var framePeriod: Duration
    /// The rectangle where it rests, in pixels.
    package var rectangle: PixelRectangle
    /// The layer's movement, with offsets in pixels.
    package var motion: Movement

    /// The picture to show at a time.
    package func picture(at time: HostTime) -> Picture? {
        let period = framePeriod.nanoseconds
        guard frames.count > 1, period > 0 else { return frames.first }
        let turn = max(0, time.nanoseconds) / period % Int64(frames.count)
        return frames[Int(turn)]
    }

    package func rectangle(at time: HostTime) -> PixelRectangle {
        motion.rectangle(rectangle, at: time)
    }

    /// The layer's opacity at a time, 0 … 1.
    package func opacity(at time: HostTime) -> Double { motion.pose(at: time).opacity }

    /// Whether the next vblank may show it differently.
    package func isMoving(at time: HostTime) -> Bool { frames.count > 1 || !motion.isSettled(at: time) }
}
