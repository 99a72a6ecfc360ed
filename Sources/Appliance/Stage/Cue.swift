import Devices
import Layout
import MediaCore
import Playback

/// What lies over the picture, painted and ready: a value that the box makes and the stage plays at
/// each vblank. Movement and fades are functions of time, so that nothing is painted for them.
package struct Cue: Sendable {
    package struct Item: Sendable {
        /// One picture, or several that follow each other by `framePeriod`.
        package var surfaces: [Surface]
        package var framePeriod: Duration
        /// Where it rests, in screen pixels.
        package var frame: PixelRectangle
        package var motion: Motion

        package init(surfaces: [Surface], framePeriod: Duration = .zero, frame: PixelRectangle, motion: Motion) {
            self.surfaces = surfaces
            self.framePeriod = framePeriod
            self.frame = frame
            self.motion = motion
        }
    }

    /// From the bottom up.
    package var items: [Item]
    /// Of the video under them: dimmed below 1.
    package var videoOpacity: Motion
    /// The item whose picture was on the screen when this was made, and is dimmed. One that comes after it is not.
    package var videoItem: ItemID?

    package init(items: [Item] = [], videoOpacity: Motion = .still(), videoItem: ItemID? = nil) {
        self.items = items
        self.videoOpacity = videoOpacity
        self.videoItem = videoItem
    }

    /// The layers at one moment, from the bottom up.
    func layers(at time: HostTime) -> [Layer] {
        items.compactMap { item in
            let pose = item.motion.value(at: time)
            guard pose.opacity > 0.002, let surface = item.surface(at: time) else { return nil }
            var frame = item.frame
            frame.x += Int(pose.x.rounded())
            frame.y += Int(pose.y.rounded())
            return Layer(.surface(surface), at: frame, opacity: pose.opacity)
        }
    }

    /// Something of the interface stands, or is about to, where subtitles do.
    func coversBottom(of screen: PixelSize, at time: HostTime) -> Bool {
        items.contains { item in
            item.motion.value(at: time).opacity > 0.002 && item.frame.maxY > screen.height * 2 / 3
        }
    }

    /// Of what lies over the video nothing changes any more from `time` on.
    func isStill(at time: HostTime) -> Bool {
        items.allSatisfy { $0.motion.isSettled(at: time) && ($0.surfaces.count < 2 || $0.isGone(at: time)) }
    }
}

extension Cue.Item {
    fileprivate func surface(at time: HostTime) -> Surface? {
        guard surfaces.count > 1, framePeriod > .zero else { return surfaces.first }
        let index = time.nanoseconds / max(1, framePeriod.nanoseconds) % Int64(surfaces.count)
        return surfaces[Int(index.magnitude)]
    }

    fileprivate func isGone(at time: HostTime) -> Bool {
        motion.isSettled(at: time) && motion.value(at: time).opacity <= 0.002
    }
}
