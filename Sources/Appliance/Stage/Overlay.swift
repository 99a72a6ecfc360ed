import Devices
import Layout
import MediaCore
import Playback

/// The painted layers over the picture: a value that the box makes and the stage plays at each vblank. Movement
/// and fades are functions of time, so that nothing is painted for them.
package struct Overlay: Sendable {
    package struct Item: Sendable {
        /// One picture, or several that follow each other by `framePeriod`.
        package var surfaces: [Surface]
        package var framePeriod: Duration
        /// The rectangle in which it rests, in screen pixels.
        package var frame: PixelRectangle
        package var motion: Movement
        /// Whether it stands where the picture would be: it is not shown while there is one, so that the first picture
        /// is seen at its own vblank, whoever hears of it later.
        package var isForPicture: Bool
        /// Whether it shades the picture alone: captions lie over it.
        package var isShade: Bool

        package init(
            surfaces: [Surface], framePeriod: Duration = .zero, frame: PixelRectangle, motion: Movement,
            isForPicture: Bool = false, isShade: Bool = false
        ) {
            self.isShade = isShade
            self.isForPicture = isForPicture
            self.surfaces = surfaces
            self.framePeriod = framePeriod
            self.frame = frame
            self.motion = motion
        }
    }

    /// The items, from the bottom up.
    package var items: [Item]
    /// The opacity of the video under them: dimmed below 1.
    package var videoOpacity: Motion
    /// The item whose picture was on the screen when this overlay was made, and is dimmed. An item that comes later is
    /// not.
    package var videoItem: ItemID?

    package init(items: [Item] = [], videoOpacity: Motion = .still(), videoItem: ItemID? = nil) {
        self.items = items
        self.videoOpacity = videoOpacity
        self.videoItem = videoItem
    }

    /// The layers at one moment, from the bottom up.
    /// - Parameters:
    ///   - hasPicture: whether there is a picture under them
    ///   - beneath: whether those beneath captions are wanted, which only shade the picture, or those over them
    func layers(at time: HostTime, hasPicture: Bool, beneathCaptions beneath: Bool) -> [Layer] {
        let first = items.firstIndex { !$0.isShade && !$0.isForPicture } ?? items.endIndex
        return (beneath ? items[..<first] : items[first...]).compactMap { item in
            if hasPicture, item.isForPicture { return nil }
            let opacity = item.motion.pose(at: time).opacity
            guard opacity > 0.002, let surface = item.surface(at: time) else { return nil }
            return Layer(.surface(surface), at: item.motion.rectangle(item.frame, at: time), opacity: opacity)
        }
    }

    /// What of the screen is taken, or is about to be, so that captions keep clear of it: where its parts rest.
    func taken(at time: HostTime) -> [PixelRectangle] {
        items.compactMap { item in
            guard !item.isForPicture, !item.isShade, item.motion.pose(at: time).opacity > 0.002 else { return nil }
            return item.frame
        }
    }

    /// Whether the layers over the video no longer change from `time` on.
    func isStill(at time: HostTime) -> Bool {
        items.allSatisfy { $0.motion.isSettled(at: time) && ($0.surfaces.count < 2 || $0.isGone(at: time)) }
    }
}

extension Overlay.Item {
    fileprivate func surface(at time: HostTime) -> Surface? {
        guard surfaces.count > 1, framePeriod > .zero else { return surfaces.first }
        let index = time.nanoseconds / max(1, framePeriod.nanoseconds) % Int64(surfaces.count)
        return surfaces[Int(index.magnitude)]
    }

    fileprivate func isGone(at time: HostTime) -> Bool {
        motion.isSettled(at: time) && motion.pose(at: time).opacity <= 0.002
    }
}
