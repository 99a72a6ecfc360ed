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
        /// Whether it lies behind the picture, where that does not fill the screen.
        package var isGround: Bool
        /// Whether the second picture lies over it, where there is one.
        package var isCorner: Bool

        package init(
            surfaces: [Surface], framePeriod: Duration = .zero, frame: PixelRectangle, motion: Movement,
            isForPicture: Bool = false, isShade: Bool = false, isGround: Bool = false,
            isCorner: Bool = false
        ) {
            self.isCorner = isCorner
            self.isGround = isGround
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
    /// How bright the picture under them is, dimmed below 1, and where it lies: what its middle is off that of the
    /// screen, in pixels, and its size beside the screen's.
    package var picture: Motion
    /// The item whose picture was on the screen when this overlay was made, and is dimmed. An item that comes later is
    /// not.
    package var videoItem: ItemID?

    package init(items: [Item] = [], picture: Motion = .still(), videoItem: ItemID? = nil) {
        self.items = items
        self.picture = picture
        self.videoItem = videoItem
    }

    /// The layers at one moment, from the bottom up.
    /// - Parameters:
    ///   - hasPicture: whether there is a picture under them
    ///   - beneath: whether those beneath captions are wanted, which only shade the picture, or those over them
    private func layers(
        at time: HostTime, hasPicture: Bool, corner: VideoFrame?, beneathCaptions beneath: Bool
    ) -> [Layer] {
        let first = items.firstIndex { !$0.isShade && !$0.isForPicture } ?? items.endIndex
        return (beneath ? items[..<first] : items[first...]).flatMap { item in
            hasPicture && item.isForPicture ? [] : item.layers(at: time, corner: corner)
        }
    }

    /// Where the picture lies at one moment.
    ///
    /// - Parameter area: the screen
    func place(of area: PixelRectangle, at time: HostTime) -> PixelRectangle {
        Movement(picture).rectangle(area, at: time)
    }

    /// All layers of the screen at one moment, from the bottom up: the picture's among these.
    ///
    /// - Parameters:
    ///   - picture: empty: there is none
    ///   - captions: those of the picture, within the area
    ///   - corner: the second picture; nil: there is none
    ///   - area: the screen
    func layers(
        around picture: [Layer], captions: [Layer], hasPicture: Bool, corner: VideoFrame? = nil,
        on area: PixelRectangle, at time: HostTime
    ) -> [Layer] {
        func placed(_ layers: [Layer]) -> [Layer] {
            layers.map { layer in
                var layer = layer
                layer.destination = layer.destination.moved(into: area)
                return layer
            }
        }
        guard place(of: area, at: time) == area else {
            // What would darken it lies behind it now, and shows where it no longer is.
            func layers(behind: Bool) -> [Layer] {
                items.filter { $0.isGround == behind && !(hasPicture && $0.isForPicture) }
                    .flatMap { $0.layers(at: time, corner: corner) }
            }
            return placed(layers(behind: true)) + picture + placed(layers(behind: false))
        }
        func placedLayers(beneathCaptions beneath: Bool) -> [Layer] {
            placed(layers(at: time, hasPicture: hasPicture, corner: corner, beneathCaptions: beneath))
        }
        return picture + placedLayers(beneathCaptions: true) + placed(captions)
            + placedLayers(beneathCaptions: false)
    }

    /// What of the screen is taken, or is about to be, so that captions keep clear of it: where its parts rest.
    func taken(at time: HostTime) -> [PixelRectangle] {
        items.compactMap { item in
            guard !item.isForPicture, !item.isShade, item.motion.pose(at: time).opacity > 0.002 else { return nil }
            return item.frame
        }
    }

    /// Whether the layers, and the picture's place, no longer change from `time` on.
    func isStill(at time: HostTime) -> Bool {
        picture.isSettled(at: time)
            && items.allSatisfy { $0.motion.isSettled(at: time) && ($0.surfaces.count < 2 || $0.isGone(at: time)) }
    }
}

extension Overlay.Item {
    fileprivate func layers(at time: HostTime, corner: VideoFrame?) -> [Layer] {
        let opacity = motion.pose(at: time).opacity
        guard opacity > 0.002, let surface = surface(at: time) else { return [] }
        let place = motion.rectangle(frame, at: time)
        let layer = Layer(.surface(surface), at: place, opacity: opacity)
        guard isCorner, let corner else { return [layer] }
        let picture = CrossFade.Pose(picture: CrossFade.Pose.Part(frame: corner, opacity: opacity))
        return [layer] + picture.layers(on: place)
    }

    private func surface(at time: HostTime) -> Surface? {
        guard surfaces.count > 1, framePeriod > .zero else { return surfaces.first }
        let index = time.nanoseconds / max(1, framePeriod.nanoseconds) % Int64(surfaces.count)
        return surfaces[Int(index.magnitude)]
    }

    fileprivate func isGone(at time: HostTime) -> Bool {
        motion.isSettled(at: time) && motion.pose(at: time).opacity <= 0.002
    }
}

extension PixelRectangle {
    /// The rectangle where it lies on the screen, as one of an area of it.
    fileprivate func moved(into area: PixelRectangle) -> PixelRectangle {
        PixelRectangle(x: x + area.x, y: y + area.y, width: width, height: height)
    }
}
