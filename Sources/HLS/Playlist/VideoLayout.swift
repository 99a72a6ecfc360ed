/// One entry of REQ-VIDEO-LAYOUT (§4.4.6.2): how the pictures of a variant are meant to be seen.
package struct VideoLayout: Sendable, Hashable {
    package enum Channels: String, Sendable, Hashable {
        case mono = "CH-MONO"
        case stereo = "CH-STEREO"
    }

    package enum Projection: String, Sendable, Hashable {
        case rectilinear = "PROJ-RECT"
        case equirectangular = "PROJ-EQUI"
        case halfEquirectangular = "PROJ-HEQU"
        case parametricImmersive = "PROJ-PRIM"
    }

    package var channels = Channels.mono
    package var projection = Projection.rectilinear

    /// Whether it is a plain picture for one flat screen.
    package var isFlat: Bool { self == VideoLayout() }

    /// Parses the entries, separated by commas, with specifiers separated by slashes.
    static func entries(_ text: String) -> [VideoLayout] {
        text.split(separator: ",").map { entry in
            var layout = VideoLayout()
            for specifier in entry.split(separator: "/").map(trimmed) {
                if let channels = Channels(rawValue: specifier) { layout.channels = channels }
                if let projection = Projection(rawValue: specifier) { layout.projection = projection }
            }
            return layout
        }
    }

    /// The first unknown specifier, which forbids the whole tag; nil when all are known.
    static func unknownSpecifier(in text: String) -> String? {
        text.split { $0 == "," || $0 == "/" }.map(trimmed).first {
            Channels(rawValue: $0) == nil && Projection(rawValue: $0) == nil
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

extension Variant {
    /// The entries of REQ-VIDEO-LAYOUT; empty without it, which means a flat picture.
    package var layouts: [VideoLayout] { videoLayout.map(VideoLayout.entries) ?? [] }
}
