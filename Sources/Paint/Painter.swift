import Base
import CCairo
import Devices
import Layout
import MediaCore

/// Paints pictures with Cairo and Pango and keeps what it painted. Not for two threads at once; the
/// surfaces it returns are for any.
package final class Painter {
    private let typesetter = Typesetter()
    private let artwork: ArtworkStore
    private var cache: SurfaceCache

    /// Makes a painter.
    /// - Parameter cacheBytes: the surfaces of a 2160-line interface with its spinner take about 20 MB.
    /// - Parameter artworkBytes: what logos and pictures take at most: a screen shows about twenty logos of 0.4 MB, or six
    ///   pictures of 1.3 MB, with a copy of each in the size it is drawn in.
    package init(cacheBytes: Int = 32 << 20, artworkBytes: Int = 24 << 20) {
        artwork = ArtworkStore(capacity: artworkBytes)
        cache = SurfaceCache(capacity: cacheBytes)
    }

    /// The picture painted, or the same surface as last time.
    /// - Parameter subject: what the picture is a version of; of its versions only the newest two are kept.
    package func surface(for picture: Picture, versionOf subject: AnyHashable? = nil) -> Surface {
        if let known = cache.surface(for: picture) { return known }
        let surface = paint(picture)
        cache.insert(surface, for: picture, versionOf: subject)
        return surface
    }

    /// Keeps a logo or a programme's picture; what shows it is painted anew when next asked for.
    /// - Parameter image: nil forgets it: initials are shown.
    /// - Returns: the keys of those that are no longer kept, as all together would take too much.
    package func setArtwork(_ image: ArtworkImage?, for key: String) -> [String] {
        cache.removeAll(showing: key)
        return artwork.set(image, for: key)
    }

    /// Whether the artwork of a key is kept.
    package func hasArtwork(_ key: String) -> Bool { artwork.has(key) }

    /// The placements of a picture, measured with the fonts it is painted with.
    package func placements(of picture: Picture) -> [Placement] {
        typesetter.language = picture.language
        return arranger(scale: picture.scale).placements(
            of: picture.node, in: picture.extent, isMirrored: picture.isMirrored, textScale: picture.textScale)
    }

    /// The size that a node wants within some room, in points, with the fonts it is painted with.
    package func size(of node: Node, within room: Size, scale: Double) -> Size {
        arranger(scale: scale).size(of: node, within: room)
    }

    /// Loads fonts and fills glyph caches by painting these pictures and throwing them away: the
    /// first text costs tens of milliseconds, which no key press should wait for.
    package func warmUp(with pictures: [Picture]) {
        for picture in pictures { _ = paint(picture) }
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
            // It drops the font that it drew last with.
            FontLock.hold { cairo_destroy(cairo) }
            cairo_surface_finish(target)
            cairo_surface_destroy(target)
        }
    }
}
