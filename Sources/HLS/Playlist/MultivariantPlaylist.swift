/// A multivariant playlist (§4.4.6). URLs are absolute.
package struct MultivariantPlaylist: Sendable, Hashable {
    /// The URL that the playlist came from, after redirects.
    package var url: String
    package var version: UInt64 = 1
    package var hasIndependentSegments = false
    package var start: StartPoint?
    package var variants: [Variant] = []
    package var iFrameVariants: [Variant] = []
    package var renditions: [Rendition] = []
    package var sessionData: [SessionDataTag] = []
    package var sessionKeys: [KeyTag] = []
    package var contentSteering: ContentSteeringTag?
    /// The variables by name, for EXT-X-DEFINE:IMPORT in its media playlists.
    package var variables: [String: String] = [:]
    /// What was ignored or mended.
    package var warnings: [PlaylistError] = []

    package init(url: String) {
        self.url = url
    }
}

/// EXT-X-SESSION-DATA (§4.4.6.4).
package struct SessionDataTag: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        case value(String)
        case json(url: String)
        case raw(url: String)
    }

    /// What a client can do with session data of a known ID.
    package enum Purpose: String, Sendable, Hashable {
        case chapters = "com.apple.hls.chapters"
        /// Names of renditions by language (Appendix E).
        case localizedRenditionNames = "_hls.localized-rendition-names"
        /// Menus that the provider defines itself (Appendix G).
        case mediaPresentationSettings = "_hls.media-presentation-settings"
    }

    package var id: String
    package var content: Content
    package var language: String?

    /// The known purpose of this data; nil for what only the provider's own players know.
    package var purpose: Purpose? { Purpose(rawValue: id) }
}

/// EXT-X-CONTENT-STEERING (§4.4.6.6).
package struct ContentSteeringTag: Sendable, Hashable {
    /// The steering manifest's URL: absolute, or a `data:` URL.
    package var serverURL: String
    package var pathway: String
}

/// A playlist of either kind, told apart by its tags (§4.1).
package enum Playlist: Sendable, Hashable {
    case multivariant(MultivariantPlaylist)
    case media(MediaPlaylist)
}
