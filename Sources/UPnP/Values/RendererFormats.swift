/// The formats that the box plays from others, as ConnectionManager tells them.
package enum RendererFormats {
    private static let types = [
        "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl", "video/mp4",
        "video/x-m4v", "video/quicktime", "video/mp2t", "video/vnd.dlna.mpeg-tts", "video/mpeg", "audio/mpeg",
        "audio/mp3", "audio/mp4", "audio/x-m4a", "audio/aac", "audio/aacp", "audio/vnd.dlna.adts",
        "video/x-matroska", "video/matroska", "video/webm", "audio/x-matroska", "audio/flac", "audio/x-flac",
        "audio/ogg", "application/ogg", "audio/webm", "image/jpeg", "image/png", "image/webp",
    ]

    /// `http-get:*:video/mp4:*`, …
    package static let sink = types.map { "http-get:*:\($0):*" }.joined(separator: ",")

    /// Whether what has this media type may be played; what says nothing of itself may.
    static func mayPlay(_ type: String) -> Bool {
        types.contains(type) || type == "application/octet-stream" || type.hasSuffix("/*")
    }
}
