import MediaCore

/// A song, or whatever a radio station says that it plays, from a place on the timeline on.
package struct TimedSong: Sendable, Hashable {
    package var start: MediaTime
    package var title: String
    package var artist: String?

    package init(start: MediaTime, title: String, artist: String? = nil) {
        self.start = start
        self.title = title
        self.artist = artist
    }

    /// So many letters of a title or a name are taken.
    private static let longest = 200

    /// Reads what stands behind EXTINF's comma (§4.4.4.1), which stations use in two ways: `Artist - Title`, and
    /// `title="…",artist="…"`. Nil for what names no song: nothing, a number, the name of a file, an address.
    package init?(_ text: String, from start: MediaTime) {
        var fields = Self.fields(of: text)
        if fields.isEmpty {
            guard !Self.isNoSong(text), !text.contains("=\"") else { return nil }
            guard let dash = text.firstRange(of: " - ") else {
                self.init(start: start, title: Self.cut(text))
                return
            }
            fields = ["artist": String(text[..<dash.lowerBound]), "title": String(text[dash.upperBound...])]
        }
        let title = Self.cut(fields["title"] ?? "")
        let artist = Self.cut(fields["artist"] ?? "")
        // Stations that play no song say so with empty fields.
        guard !title.isEmpty else { return nil }
        self.init(start: start, title: title, artist: artist.isEmpty ? nil : artist)
    }

    /// The songs of segments, each where it begins; the newest `most` where there are more.
    static func songs(_ titles: some Sequence<(title: String, start: MediaTime)>, most: Int = 64) -> [TimedSong] {
        var songs: [TimedSong] = []
        var last: String?
        for (text, start) in titles where text != last {
            last = text
            guard let song = TimedSong(text, from: start) else { continue }
            if songs.last?.title != song.title || songs.last?.artist != song.artist { songs.append(song) }
        }
        return Array(songs.suffix(most))
    }

    /// The fields of `key="value",key="value"`, by their keys in lower case; empty where it is not so written.
    private static func fields(of text: String) -> [String: String] {
        var fields: [String: String] = [:]
        var rest = text[...]
        while let equals = rest.firstRange(of: "=\"") {
            let key = rest[..<equals.lowerBound].drop { !$0.isLetter }.lowercased()
            rest = rest[equals.upperBound...]
            guard let end = rest.firstIndex(of: "\"") else { break }
            if fields[key] == nil { fields[key] = String(rest[..<end]) }
            rest = rest[rest.index(after: end)...]
        }
        return fields
    }

    private static func isNoSong(_ text: String) -> Bool {
        let text = text.drop { $0 == " " }
        guard text.contains(where: \.isLetter) else { return true }
        let lower = text.lowercased()
        return lower.contains("://") || lower.hasPrefix("no desc")
            || [".ts", ".aac", ".m4s", ".mp4", ".mp3", ".m4a"].contains { lower.hasSuffix($0) }
    }

    /// Without blanks around it and control characters in it, and no longer than it may be.
    private static func cut(_ text: String) -> String {
        let clean = String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f })
        let start = clean.drop { $0 == " " }
        let end = start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
        return String(end.prefix(longest))
    }
}
