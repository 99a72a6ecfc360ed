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

    /// Decodes a logo: one at a time, as each takes memory for the whole picture meanwhile.
    func logo(_ png: [UInt8]) -> sending Logo? { Logo(png: png) }
}

/// Paints what the interface shows, and remembers what of it is on the stage.
struct Canvas {
    let painter = Painter()
    let beside = BesidePainter()
    private var layers: [InterfaceLayer] = []
    private var dimming: Motion?
    private var item: Playback.ItemID?
    /// What was painted beside the box for the panel of figures.
    private var figures: [Picture: Surface] = [:]
    /// The picture of the place that is looked for, which stands over the bar as it is.
    var preview: Surface?
    private var requestedArtwork: Set<String> = []
    /// Which logos a list fetches, and when.
    var listedArtwork = ListedArtwork()

    /// Paints what changed.
    ///
    /// - Parameters:
    ///   - item: the one whose picture is under it; nil: the last frame of the one before stays
    ///   - force: also what did not change
    /// - Returns: nil when nothing did
    mutating func overlay(
        _ layers: [InterfaceLayer], _ dimming: Motion, over item: Playback.ItemID?, force: Bool
    ) -> Overlay? {
        // The last frame of an item that died stays on the screen and is what is dimmed.
        let item = item ?? self.item
        guard force || layers != self.layers || dimming != self.dimming || item != self.item else { return nil }
        self.layers = layers
        self.dimming = dimming
        self.item = item
        let items = layers.map { layer in
            Overlay.Item(
                surfaces: layer.frames.map { surface(for: $0, of: layer.id) }, framePeriod: layer.framePeriod,
                frame: layer.rectangle, motion: layer.motion)
        }
        return Overlay(items: items, videoOpacity: dimming, videoItem: item)
    }

    /// The surface of a picture: painted now, or ahead in the case of the figures.
    private func surface(for picture: Picture, of layer: InterfaceLayer.ID) -> Surface {
        if layer.part == .preview, let preview, preview.size == picture.size { return preview }
        return (layer.screen == .diagnostics ? figures[picture] : nil) ?? painter.surface(for: picture)
    }

    /// Takes the surfaces that were painted ahead for the figures, in place of those before.
    mutating func take(figures: [Picture: Surface]) { self.figures = figures }

    var figureCount: Int { figures.count }

    /// Takes a logo that was fetched; those that go for it are fetched again when they are wanted again.
    mutating func take(_ logo: Logo?, for url: String) { requestedArtwork.subtract(painter.setArtwork(logo, for: url)) }

    /// Whether the artwork at the address is to be fetched: it is wanted, and neither here nor on its way nor broken.
    mutating func wantsArtwork(_ url: String) -> Bool { requestedArtwork.insert(url).inserted }
}
