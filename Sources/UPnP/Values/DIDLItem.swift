import XML

/// What a control point says of what it sends, in DIDL-Lite (ContentDirectory:1, 2.8).
///
/// Written for what control points really send: nothing at all, a bare `item`, one that is escaped once too often, or
/// something that is no XML. What can't be read is nothing: the address is played all the same.
package struct DIDLItem: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case video, audio, image, unknown }

    package var title: String?
    package var artist: String?
    package var album: String?
    package var description: String?
    /// The address of its picture (http, https).
    package var artwork: String?
    package var kind = Kind.unknown
    /// The media type that `res@protocolInfo` names, in small letters; nil: it names none.
    package var mediaType: String?
    /// In seconds.
    package var duration: Double?

    package init() {}

    /// - Parameters:
    ///   - metadata: as it was sent
    ///   - uri: the address that is to be played: the item may have others
    package init(_ metadata: String, of uri: String) {
        guard let item = Self.item(in: metadata) else { return }
        title = Self.text(item, "title")
        artist = Self.text(item, "artist") ?? Self.text(item, "creator")
        album = Self.text(item, "album")
        description = Self.text(item, "longDescription", most: 4000) ?? Self.text(item, "description", most: 4000)
        artwork = item.first("albumArtURI").map { Self.trimmed($0.text) }.flatMap { Self.isWebAddress($0) ? $0 : nil }
        let kind = (item.first("class")?.text ?? "").lowercased()
        if kind.contains("videoitem") { self.kind = .video }
        if kind.contains("audioitem") { self.kind = .audio }
        if kind.contains("imageitem") { self.kind = .image }
        let resources = item.descendants("res")
        guard let resource = resources.first(where: { Self.trimmed($0.text) == uri }) ?? resources.first else { return }
        mediaType = resource.attributes["protocolInfo"].flatMap(Self.mediaType)
        duration = resource.attributes["duration"].flatMap { UPnPTime.seconds($0) }
        if self.kind == .unknown { self.kind = mediaType.map(Self.kind) ?? .unknown }
    }

    private static func item(in metadata: String) -> XMLElement? {
        var text = Self.trimmed(metadata)
        guard text.utf8.count <= longest else { return nil }
        // Escaped once too often.
        if text.hasPrefix("&lt;") { text = XMLElement(parsing: Array("<t>\(text)</t>".utf8))?.text ?? "" }
        guard let root = XMLElement(parsing: Array(text.utf8)) else { return nil }
        return root.name == "item" ? root : root.first("item")
    }

    private static func text(_ item: XMLElement, _ name: Substring, most: Int = 300) -> String? {
        guard let element = item.first(name) else { return nil }
        let kept = element.text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }
        let words = String(String.UnicodeScalarView(kept)).split(separator: " ")
        var result = ""
        for word in words {
            guard result.utf8.count + word.utf8.count < most else { break }
            result += result.isEmpty ? String(word) : " \(word)"
        }
        return result.isEmpty ? nil : result
    }

    /// The third field of `http-get:*:video/mp4:…`.
    private static func mediaType(_ protocolInfo: String) -> String? {
        let fields = protocolInfo.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count >= 3 else { return nil }
        let type = trimmed(String(fields[2].prefix { $0 != ";" })).lowercased()
        return type.isEmpty || type == "*" ? nil : type
    }

    private static func kind(_ mediaType: String) -> Kind {
        if mediaType.hasPrefix("video/") { return .video }
        if mediaType.hasPrefix("audio/") { return mediaType.hasSuffix("mpegurl") ? .video : .audio }
        return mediaType.hasPrefix("image/") ? .image : .unknown
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }

    static func isWebAddress(_ text: String) -> Bool {
        let lower = text.prefix(8).lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://"), text.utf8.count <= 4096 else { return false }
        return !text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7f }
    }

    /// The longest metadata that are read, in bytes: Windows sends some ten thousand.
    private static let longest = 100_000
}
