import Devices
import Layout
import MediaCore
import Paint
import Screens

/// Puts the interface on the stage: what changed is painted, and artwork is asked for once somebody rests on it.
extension Box {
    /// Paints what changed and hands it to the stage.
    func present(force: Bool = false) {
        let layers = interface.layers(size: screenSize)
        let picture = interface.picture(size: screenSize)
        canvas.preview = previews.shown?.surface
        guard let overlay = canvas.overlay(layers, picture, over: shownItem, force: force) else { return }
        let version = stage.show(overlay)
        devices.display.wake()
        count(.presented(version))
        canvas.seePictures(at: now)
        followInset()
    }

    /// Wakes the box when artwork that is drawn has rested.
    func wakeForArtwork() { wake(.artwork, at: canvas.nextWake) }

    /// Takes what was painted beside the box for the panel of figures.
    func take(figures surfaces: [Picture: Surface]) { canvas.take(figures: surfaces) }

    /// Whether artwork is to be fetched; asked once, as it is on its way then.
    func wantsArtwork(_ key: String) -> Bool { canvas.wantsArtwork(key) }

    /// The artwork that is drawn and has rested, once.
    func restedArtwork() -> (logos: [ChannelLabel], pictures: [ProgrammePicture]) {
        defer { wakeForArtwork() }
        return (canvas.listedLogos.wake(at: now), canvas.drawnPictures.wake(at: now))
    }

    func got(_ image: sending ArtworkImage, for key: String) {
        canvas.take(image, for: key)
        showPoster()
        showSoundOnly()
        present(force: true)
    }
}
