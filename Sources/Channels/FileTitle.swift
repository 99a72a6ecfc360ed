import Devices

/// The title of a film, song or photo by the name of its file: `http://nas/films/Low%20Water.mkv` is `Low Water`.
package enum FileTitle {
    private static let extensions: Set<String> = [
        "mp4", "m4v", "mov", "mkv", "webm", "mp3", "m4a", "aac", "flac", "ogg", "oga", "opus", "jpg", "jpeg", "png",
        "webp",
    ]
    /// A longer name in one piece is rather a token, which nobody may read off the screen.
    private static let longestPiece = 24
    private static let longest = 80

    /// Nil where the address names no such file, or what may be a secret: playlists and pieces of streams are called what
    /// their servers like.
    package static func title(of url: String) -> String? {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        // The scheme and the host are no names.
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 3, let last = parts.last, let dot = last.lastIndex(of: "."),
            extensions.contains(last[last.index(after: dot)...].lowercased())
        else { return nil }
        let plain = PercentEncoding.decoded(last[..<dot]).unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar.value < 0x20 || scalar.value == 0x7f || scalar == "_" ? " " : scalar
        }
        var name = String(String.UnicodeScalarView(plain))
        if !name.contains(" ") { name = name.split(separator: ".").joined(separator: " ") }
        let words = name.split(separator: " ")
        guard !words.isEmpty,
            words.allSatisfy({ $0.split(separator: "-").allSatisfy { $0.utf8.count <= longestPiece || !$0.isToken } })
        else { return nil }
        return String(words.joined(separator: " ").prefix(longest))
    }
}

extension Substring {
    /// Whether it is plain ASCII with a digit in it, as tokens are.
    fileprivate var isToken: Bool {
        utf8.allSatisfy { $0 < 0x80 } && contains(where: \.isNumber)
    }
}
