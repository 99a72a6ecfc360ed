import Compositing
import Devices
import Layout
import MediaCore
import Playback

/// Decides how one item's picture replaces another's on the screen, as a value without a clock.
///
/// - The last frame of the old item stays beneath, still and as dim as it was. The new one comes over it,
///   undimmed, moving, and so strong from its first vblank on that what it shows can be read; after a tenth of a
///   second it is alone. Every point of the screen goes from the one picture to the other by one straight line:
///   never darker or brighter than both.
/// - Dimming belongs to the item that the overlay was made for. A newer one is not dimmed until an overlay knows it.
/// - Two pictures cost more than one. When they came late the new one is shown alone at once, and the next fades
///   are left out for a while, ever longer; so are those that begin while the screen is behind already.
struct CrossFade: Sendable {
    /// The picture or pictures under the interface at one vblank; opacities over black.
    struct Pose: Sendable {
        struct Part: Sendable {
            var frame: VideoFrame
            var mode = PictureMode.auto
            /// The opacity, 0 … 1.
            var opacity: Double
        }

        /// The last frame of the item before, which lies beneath.
        var still: Part?
        /// The picture of the new item, which lies over `still`.
        var picture: Part?
        /// The opacity of black over those parts of `still` that the new picture does not cover, 0 … 1.
        var cover = 0.0
        /// Whether the next vblank's pose would be the same without a new frame.
        var isSettled = true

        var hasTwo: Bool { still != nil }
    }

    struct Picture: Sendable {
        var item: ItemID
        var frame: VideoFrame
        /// How it is laid on the screen.
        var mode = PictureMode.auto
    }

    private struct Fade: Sendable {
        var start: HostTime
        /// The picture that lies beneath; nil: it fades in from black.
        var beneath: Pose.Part?
    }

    /// The new picture's share in its first vblank.
    static let firstShare = 0.7
    /// The length of a fade: six vblanks at 60 Hz.
    static let duration = Duration.milliseconds(100)
    /// How long no fade begins after a scene without one came late.
    static let breather = Duration.seconds(1)
    /// How long no fade begins after one that came late: at first, then twice as long each time in a row.
    static let firstPause = Duration.seconds(30)
    static let longestPause = Duration.seconds(1920)

    private var item: ItemID?
    private var brightness = Motion.still()
    private var fade: Fade?
    private var last = Pose()
    private var pausedUntil: HostTime?
    private var pause = firstPause

    /// The pose for a vblank.
    /// - Parameters:
    ///   - picture: nil: there is none, black.
    ///   - dim: the overlay's; its target and duration count: it goes on from what the picture has.
    ///   - known: the item that the overlay was made for.
    mutating func pose(
        of picture: Picture?, dim: Motion, known: ItemID?, at time: HostTime, interval: Duration
    ) -> Pose {
        if picture?.item != item { change(to: picture?.item, at: time) }
        follow(dim, picture?.item == known ? dim.to.opacity : 1, at: time, interval: interval)
        let bright = brightness.value(at: time).opacity
        var pose = Pose(isSettled: brightness.isSettled(at: time))
        if let fade, time < fade.start + Self.duration {
            let passed = max(0, (time - fade.start).inSeconds / Self.duration.inSeconds)
            let share = Self.firstShare + (1 - Self.firstShare) * passed
            let strength = share * bright
            pose.picture = picture.map { Pose.Part(frame: $0.frame, mode: $0.mode, opacity: strength) }
            let over = picture == nil ? 0 : strength
            pose.still = fade.beneath.map {
                // The old picture's share is what the upper one lets through.
                Pose.Part(
                    frame: $0.frame, mode: $0.mode, opacity: $0.opacity * (1 - share) / max(1 - over, 0.001))
            }
            pose.cover = over
            pose.isSettled = false
        } else {
            if fade != nil { pause = Self.firstPause }
            fade = nil
            pose.picture = picture.map { Pose.Part(frame: $0.frame, mode: $0.mode, opacity: bright) }
        }
        last = pose
        return pose
    }

    /// Forgets the pictures so far: nothing of them fades out.
    mutating func cut() {
        (item, fade, last) = (nil, nil, Pose())
        brightness = .still()
    }

    /// Ends what fades: the new picture is alone from the next vblank on.
    mutating func end() { fade = nil }

    /// Notes that a scene has reached the screen half a vblank or more too late.
    ///
    /// - Parameter hadTwo: both pictures of a fade were in it.
    mutating func cameLate(hadTwo: Bool, at time: HostTime) {
        guard hadTwo else {
            pausedUntil = max(pausedUntil ?? .zero, time + Self.breather)
            return
        }
        // Several late scenes of one fade count once.
        guard fade != nil else { return }
        fade = nil
        pausedUntil = time + pause
        pause = min(pause + pause, Self.longestPause)
    }

    private mutating func change(to item: ItemID?, at time: HostTime) {
        self.item = item
        brightness = .still()
        let isFirst = last.picture == nil && last.still == nil
        if isFirst, item == nil { return }
        if let pausedUntil, time < pausedUntil {
            fade = nil
            return
        }
        fade = Fade(start: time, beneath: last.picture ?? last.still)
    }

    /// Moves the brightness to a new target from the present one: an overlay may have been made for another picture.
    private mutating func follow(_ dim: Motion, _ target: Double, at time: HostTime, interval: Duration) {
        guard brightness.to.opacity != target else { return }
        // A motion whose start is long past starts now, so that nothing jumps.
        let start = max(dim.start, time - interval)
        brightness = Motion(
            from: Motion.Pose(opacity: brightness.value(at: start).opacity), to: Motion.Pose(opacity: target),
            start: start, duration: dim.duration, curve: dim.curve)
    }
}

extension CrossFade.Pose {
    /// Makes both pictures fainter, with black behind them.
    mutating func fade(to strength: Double) {
        guard strength < 1 else { return }
        picture?.opacity *= strength
        still?.opacity *= strength
    }

    /// The display layers of the pose, from the bottom up, on an area of the screen.
    func layers(on area: PixelRectangle) -> [Layer] {
        var layers: [Layer] = []
        var place: PixelRectangle?
        if let still {
            let layer = still.layer(on: area)
            layers.append(layer)
            place = layer.destination
        }
        guard let picture else { return layers }
        let layer = picture.layer(on: area)
        // Colours have no plane: for this alone a picture in its own plane would have to be composited.
        if let place, still?.frame.dmaBuffer == nil {
            place.forEachPart(outside: layer.destination) {
                layers.append(Layer(.color(0xff00_0000), at: $0, opacity: cover))
            }
        }
        layers.append(layer)
        return layers
    }
}

extension CrossFade.Pose.Part {
    fileprivate func layer(on area: PixelRectangle) -> Layer {
        let placement = frame.placement(mode, on: area)
        return Layer(.video(frame), crop: placement.crop, at: placement.destination, opacity: opacity)
    }
}
