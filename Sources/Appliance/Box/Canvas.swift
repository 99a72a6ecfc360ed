import Compositing
import Devices
import Layout
import MediaCore
import Paint
import Playback
import Screens

/// Paints pictures outside the box's actor, so that a key press never waits for them.
actor BesidePainter {
    /// Without a cache, as nothing is shown twice.
    private let painter = Painter(cacheBytes: 0)

    func paint(_ pictures: [Picture]) -> [Picture: Surface] {
        Dictionary(pictures.map { ($0, painter.surface(for: $0)) }) { $1 }
    }

    /// Makes a picture of another place small.
    func preview(_ frame: VideoFrame, _ size: PixelSize) -> Surface {
        Surface(of: frame, size: size, radius: TransportState.previewRadius(in: size))
    }
}

/// Paints what the interface shows, and remembers what of it is on the stage.
struct Canvas {
    let painter = Painter()
    let beside = BesidePainter()
    private var layers: [InterfaceLayer] = []
    private var picture: Motion?
    private var item: Playback.ItemID?
    /// What was painted beside the box for the panel of figures.
    private var figures: [Picture: Surface] = [:]
    /// The picture of the place that is looked for, which stands over the bar as it is.
    var preview: Surface?
    private var requestedArtwork: Set<String> = []
    /// The letters whose fonts are loaded, or about to be.
    var letters = LetterSamples()
    /// The channels in a list whose logos are fetched once it has rested: who runs through thousands of channels wants
    /// none of those on the way.
    var listedLogos = Rested<ChannelLabel>(after: .milliseconds(200))
    /// The programmes' pictures that are drawn, fetched once the viewer rests on them.
    var drawnPictures = Rested<ProgrammePicture>(after: .milliseconds(400))

    /// Paints what changed.
    ///
    /// - Parameters:
    ///   - picture: how bright the picture under it is, and where it lies, in pixels
    ///   - item: the one whose picture is under it; nil: the last frame of the one before stays
    ///   - force: also what did not change
    /// - Returns: nil when nothing did
    mutating func overlay(
        _ layers: [InterfaceLayer], _ picture: Motion, over item: Playback.ItemID?, force: Bool
    ) -> Overlay? {
        // The last frame of an item that died stays on the screen and is what is dimmed.
        let item = item ?? self.item
        guard force || layers != self.layers || picture != self.picture || item != self.item else { return nil }
        self.layers = layers
        self.picture = picture
        self.item = item
        let items = layers.map { layer in
            Overlay.Item(
                surfaces: layer.frames.map { surface(for: $0, of: layer) }, framePeriod: layer.framePeriod,
                frame: layer.rectangle, motion: layer.motion, isForPicture: layer.isForPicture, isShade: layer.isShade,
                isGround: layer.isGround, isCorner: layer.isCorner)
        }
        return Overlay(items: items, picture: picture, videoItem: item)
    }

    /// The surface of a picture: painted now, or ahead in the case of the figures.
    private func surface(for picture: Picture, of layer: InterfaceLayer) -> Surface {
        if layer.id.part == .preview, let preview, preview.size == picture.size { return preview }
        return (layer.screen == .diagnostics ? figures[picture] : nil)
            ?? painter.surface(for: picture, versionOf: layer.frames.count == 1 ? layer.id : nil)
    }

    /// Takes the surfaces that were painted ahead for the figures, in place of those before.
    mutating func take(figures: [Picture: Surface]) { self.figures = figures }

    var figureCount: Int { figures.count }

    /// Takes artwork that has come; what goes for it is fetched again when it is wanted again.
    mutating func take(_ image: ArtworkImage?, for key: String) {
        requestedArtwork.subtract(painter.setArtwork(image, for: key))
    }

    /// Whether the artwork of the key is to be fetched: it is wanted, and neither here nor on its way nor broken.
    mutating func wantsArtwork(_ key: String) -> Bool { requestedArtwork.insert(key).inserted }

    /// When something that is drawn has rested for long enough; nil: nothing is waited for.
    var nextWake: HostTime? { [listedLogos.nextWake, drawnPictures.nextWake].compactMap(\.self).min() }

    /// Looks which programmes' pictures are drawn and not there.
    mutating func seePictures(at now: HostTime) {
        let keys = layers.reduce(into: Set<String>()) { $0.formUnion($1.frames.first?.node.imageKeys ?? []) }
        drawnPictures.see(
            keys.subtracting(requestedArtwork).sorted().compactMap(ProgrammePicture.init(key:)), at: now)
    }
}
