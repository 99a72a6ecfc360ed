import Base
import Devices
import Layout
import MediaCore
import Playback
import Screens
import Synchronization
import TimedText

/// Combines the picture and the layers over it: gives the display its scene for each vblank, and
/// reports when an overlay was seen.
package final class Stage: SceneSource {
    private struct State {
        var overlay = Overlay()
        var version: UInt64 = 0
        var fade = CrossFade()
        var meter = FrameRateMeter()
        var overscan = Overscan.none
        var captionStyle = CaptionStyle()
        /// How strong the picture is when all of it fades: its opacity counts.
        var curtain = Motion.still()
        /// How pictures are laid on the screen, of the items that were told of last.
        var modes: [ItemID: PictureMode] = [:]
        /// The parts of which the last scene was made.
        var shownVersion: UInt64?
        var shownStill = false
        var shownPicture: Player.Picture?
        var shownCorner: VideoFrame?
        var shownSize = PixelSize.zero
        /// What the overlay of a version takes of the screen, once it rests.
        var taken: (version: UInt64, places: [PixelRectangle])?
        /// The text that was shown; nil: none.
        var shownText: SubtitlePainter.Job?
        var nextTag: UInt64 = 1
        /// The scenes on their way to the screen, oldest first.
        var pending: [Sent] = []
        var seenVersion: UInt64 = 0
    }

    /// Names a picture: its item and its time.
    private struct ShownPicture {
        var item: ItemID
        var time: MediaTime
    }

    /// A scene on its way to the screen.
    private struct Sent {
        var tag: UInt64
        var version: UInt64
        var picture: ShownPicture?
        var hasTV: Bool
        var vblank: VBlank
        /// Whether both pictures of a cross-fade were in it.
        var hasTwo: Bool
    }

    let player: Player
    /// What is seen where the player has no picture; nil: black.
    let splash: SplashFilm?
    private let subtitles = SubtitlePainter()
    private let state = Locked(State())
    private let requests = Atomic<UInt64>(0)
    private let seen: AsyncStream<OverlaySeen>.Continuation
    /// The overlays, each when it is first on screen. One consumer.
    package let sightings: AsyncStream<OverlaySeen>

    package struct OverlaySeen: Sendable, Hashable {
        package var version: UInt64
        package var time: HostTime
    }

    package init(player: Player, splash: SplashFilm? = nil) {
        (self.player, self.splash) = (player, splash)
        (sightings, seen) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    }

    /// Replaces the layers over the picture from the next vblank on; wake the display afterwards.
    /// - Returns: the version by which `sightings` reports it. An overlay that is replaced before it was on
    ///   screen is not reported; the next one is.
    @discardableResult
    package func show(_ overlay: Overlay) -> UInt64 {
        state.withLock { state in
            state.overlay = overlay
            state.version += 1
            return state.version
        }
    }

    /// Sets the margin that is kept free at the edges of the screen, by picture and layers alike. Layers are made for
    /// what it leaves of the screen. Wake the display afterwards.
    package func setOverscan(_ overscan: Overscan) {
        state.withLock { state in
            state.overscan = overscan
            state.shownStill = false
        }
    }

    /// Sets how captions are drawn, those that are shown too; wake the display afterwards.
    package func setCaptionStyle(_ style: CaptionStyle) { state.withLock { $0.captionStyle = style } }

    /// Sets how the item's pictures are laid on the screen; wake the display afterwards.
    package func setMode(_ mode: PictureMode, of item: ItemID) {
        state.withLock { state in
            let shown = state.shownPicture?.item
            state.modes = state.modes.filter { $0.key == shown }
            state.modes[item] = mode
            state.shownStill = false
        }
    }

    /// Lets the picture and its text become so strong, 0 … 1, from what they are; what lies over them stays. Wake the
    /// display afterwards.
    ///
    /// - Parameter pace: the time from one end to the other
    package func fade(to strength: Double, pace: Duration, at time: HostTime) {
        state.withLock { state in
            let way = abs(strength - state.curtain.value(at: time).opacity)
            state.curtain = state.curtain.retargeted(
                to: Motion.Pose(opacity: strength), at: time, duration: pace * way, curve: .linear)
            state.shownStill = false
        }
    }

    /// Takes the picture away at the next vblank, without a fade; to be called when the player has none any more.
    package func cut() {
        state.withLock { $0.fade.cut() }
    }

    /// Shows the picture alone from the next vblank on: the one before it may be seen no longer.
    package func endFade() {
        state.withLock { state in
            state.fade.end()
            state.shownStill = false
        }
    }

    /// The frame rate of the item's pictures, as measured on the screen; nil until some seconds have
    /// been shown.
    package func framesPerSecond(of item: ItemID) -> Double? {
        state.withLock { $0.meter.framesPerSecond(of: item) }
    }

    /// Whether the last scene had a picture under the interface.
    package var showsPicture: Bool { state.withLock { $0.shownPicture != nil } }

    /// The number of scenes that the display's thread has asked for: a sign of its life.
    package var requestCount: UInt64 { requests.load(ordering: .relaxed) }

    package func scene(for vblank: VBlank, on output: DisplayOutput) -> SceneUpdate {
        requests.add(1, ordering: .relaxed)
        var playing = player.frame(for: vblank)
        let isSplash = playing.picture == nil && splash != nil
        if isSplash, let film = splash?.player.frame(for: vblank) {
            playing.picture = film.picture
            playing.isRunning = playing.isRunning || film.isRunning
        }
        let picture = playing.picture
        return state.withLock { state in
            let area = state.overscan.area(of: output.size)
            let place = state.overlay.place(of: area, at: vblank.time)
            // In a small picture nobody could read them; and without words there is nothing to keep clear.
            let job = (place == area ? playing.text : nil).flatMap { text in
                text.cues.isEmpty
                    ? nil
                    : SubtitlePainter.Job(
                        text: text, screen: area.size, taken: Self.taken(&state, at: vblank.time),
                        style: state.captionStyle, over: Self.place(of: picture, state, text, on: area))
            }
            let words = job.flatMap { subtitles.painted(for: $0) }
            // A break at another rate is no reason to change the screen's mode.
            if let picture, !picture.isBreak, !isSplash {
                state.meter.saw(picture.frame.presentation, of: picture.item)
            }
            var pose = state.fade.pose(
                of: picture.map {
                    // One round of the film goes over into the next without a fade.
                    CrossFade.Picture(
                        item: isSplash ? SplashFilm.item : $0.item, frame: $0.frame,
                        mode: isSplash ? .fill : state.modes[$0.item] ?? .auto)
                },
                dim: state.overlay.picture, known: isSplash ? SplashFilm.item : state.overlay.videoItem,
                at: vblank.time, interval: vblank.interval)
            // What was stopped has faded; this is what comes in its place.
            let strength = isSplash ? 1 : state.curtain.value(at: vblank.time).opacity
            pose.fade(to: strength)
            let isStill =
                pose.isSettled && state.overlay.isStill(at: vblank.time) && state.curtain.isSettled(at: vblank.time)
            let isSame =
                state.shownVersion == state.version && state.shownStill && isStill
                && state.shownPicture?.frame === picture?.frame && state.shownSize == output.size
                && state.shownText == words?.job && state.shownCorner === playing.corner?.frame
            // Words that are being painted may come at any vblank.
            let rest = isStill && !isSplash && words?.job == job ? playing.rest ?? .zero : .zero
            if isSame { return playing.isRunning ? .unchanged(until: rest) : .idle }

            let opacity =
                pose.picture?.opacity ?? state.overlay.picture.value(at: vblank.time).opacity * strength
            let captions = (words?.surfaces ?? []).map { Layer(.surface($0.surface), at: $0.frame, opacity: opacity) }
            let layers = state.overlay.layers(
                around: pose.layers(on: place), captions: captions, hasPicture: picture != nil,
                corner: playing.corner?.frame, on: area, at: vblank.time)
            let tag = state.nextTag
            state.nextTag += 1
            state.shownVersion = state.version
            state.shownStill = isStill
            state.shownPicture = picture
            state.shownSize = output.size
            state.shownText = words?.job
            state.shownCorner = playing.corner?.frame
            // A display reports each scene; the bound is for one that does not.
            if state.pending.count >= 16 { state.pending.removeFirst() }
            let shown = isSplash ? nil : picture.map { ShownPicture(item: $0.item, time: $0.frame.presentation) }
            state.pending.append(
                Sent(
                    tag: tag, version: state.version, picture: shown, hasTV: output.isConnected, vblank: vblank,
                    hasTwo: pose.hasTwo))
            return .show(Scene(layers: layers, tag: tag), until: rest)
        }
    }

    /// What of the screen the overlay takes; worked out once where it rests.
    private static func taken(_ state: inout State, at time: HostTime) -> [PixelRectangle] {
        if let taken = state.taken, taken.version == state.version { return taken.places }
        let places = state.overlay.taken(at: time)
        state.taken = state.overlay.isStill(at: time) ? (state.version, places) : nil
        return places
    }

    /// The rectangle that the whole picture fills, cut off or not, for subtitles that are pictures; nil where none is.
    private static func place(
        of picture: Player.Picture?, _ state: State, _ text: Player.ShownText, on area: PixelRectangle
    ) -> PixelRectangle? {
        guard let picture, text.cues.contains(where: { $0.picture != nil }) else { return nil }
        let mode = state.modes[picture.item] ?? .auto
        return picture.frame.placement(mode, on: PixelRectangle(area.size)).whole(of: picture.frame.size)
    }

    package func presented(_ feedback: PresentationFeedback) {
        let (sighting, picture) = state.withLock { state -> (OverlaySeen?, ShownPicture?) in
            guard let index = state.pending.firstIndex(where: { $0.tag == feedback.tag }) else { return (nil, nil) }
            let shown = state.pending[index]
            if feedback.wasSkipped {
                // Without a TV a channel counts as shown when its picture would have been: its sound is
                // heard, and a flip that waited for a screen would never end.
                return (nil, shown.hasTV ? nil : shown.picture)
            }
            state.pending.removeFirst(index + 1)
            if feedback.time > shown.vblank.time + shown.vblank.interval / 2 {
                state.fade.cameLate(hadTwo: shown.hasTwo, at: feedback.time)
            }
            guard shown.version > state.seenVersion else { return (nil, shown.picture) }
            state.seenVersion = shown.version
            return (OverlaySeen(version: shown.version, time: feedback.time), shown.picture)
        }
        if let sighting { seen.yield(sighting) }
        if let picture { player.displayed(picture.item, picture: picture.time, at: feedback.time) }
    }
}
