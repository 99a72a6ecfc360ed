import CCairo
import Devices
import Layout
import MediaCore

/// Paints pictures with Cairo and Pango and keeps what it painted. Not for two threads at once; what
/// it returns is for any.
package final class Painter {
    private let typesetter = Typesetter()
    private let artwork = ArtworkStore()
    private var cache: SurfaceCache

    /// - Parameter cacheBytes: the surfaces of a 2160-line interface with its spinner take about 20 MB.
    package init(cacheBytes: Int = 32 << 20) {
        cache = SurfaceCache(capacity: cacheBytes)
    }

    /// The picture painted, or the same surface as last time.
    package func surface(for picture: Picture) -> Surface {
        if let known = cache.surface(for: picture) { return known }
        let surface = paint(picture)
        cache.insert(surface, for: picture)
        return surface
    }

    /// Keeps a logo; pictures that show it are painted anew when next asked for.
    /// - Parameter png: nil forgets it. What is no PNG, or too large, is shown as initials.
    /// - Returns: whether there is a picture now.
    @discardableResult
    package func setArtwork(_ png: [UInt8]?, for key: String) -> Bool {
        cache.removeAll(showing: key)
        return artwork.set(png, for: key)
    }

    /// The placements of a picture, measured with the fonts it is painted with.
    package func placements(of picture: Picture) -> [Placement] {
        arranger(scale: picture.scale).placements(of: picture.node, in: picture.extent)
    }

    /// Loads fonts and fills glyph caches: the first text costs tens of milliseconds, which no key
    /// press should wait for.
    /// - Parameter pictures: such as will be wanted first; they are in the cache afterwards.
    package func warmUp(with pictures: [Picture] = [], scale: Double) {
        let printable = String(String.UnicodeScalarView((0x20...0x7e).compactMap(Unicode.Scalar.init)))
        let lines = [
            Text(printable, size: 32), Text(printable, size: 52, weight: .bold),
            Text("ÄÖÜßéèçñøåłžığ · العربية · עברית · Ελληνικά · Кириллица · 日本語 · 한국어 · ไทย", size: 32),
        ]
        let node = Node.column(lines.map(Node.text))
        _ = paint(Picture(node: node, size: PixelSize(width: 2048, height: 256), scale: max(0.1, scale)))
        for picture in pictures { _ = surface(for: picture) }
    }

    private func arranger(scale: Double) -> Arranger {
        Arranger { [typesetter] text, width in typesetter.size(of: text, width: width, scale: scale) }
    }

    private func paint(_ picture: Picture) -> Surface {
        let placements = placements(of: picture)
        return Surface(size: picture.size) { bytes, stride in
            guard !picture.size.isEmpty,
                let target = cairo_image_surface_create_for_data(
                    bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_ARGB32,
                    Int32(clamping: picture.size.width), Int32(clamping: picture.size.height),
                    Int32(clamping: stride))
            else { return }
            let cairo = cairo_create(target)
            let canvas = Canvas(
                cairo: cairo, typesetter: typesetter, artwork: artwork, scale: picture.scale)
            for placement in placements { canvas.draw(placement) }
            cairo_destroy(cairo)
            cairo_surface_finish(target)
            cairo_surface_destroy(target)
        }
    }
}
