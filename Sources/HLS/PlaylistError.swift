/// Why bytes are not a playlist that may be played, with the line where that shows, from 1.
package struct PlaylistError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Reason: Sendable, Hashable {
        /// Begins like a web page: a login or error page.
        case html
        case empty
        /// No #EXTM3U on the first line.
        case notAPlaylist
        case tooLarge(limit: Int)
        case lineTooLong(limit: Int)
        case notUTF8
        case unsupportedVersion(UInt64)
        /// A tag that may stand once.
        case repeated(String)
        /// A tag of multivariant playlists and one of media playlists.
        case mixedTypes(String)
        case malformed(tag: String, String)
        case missingAttribute(tag: String, String)
        case repeatedAttribute(tag: String, String)
        case missingTargetDuration
        /// A URI line without the EXTINF or EXT-X-STREAM-INF that belongs to it, or the reverse.
        case orphan(String)
        case undefinedVariable(String)
        case repeatedVariable(String)
        /// EXT-X-BYTERANGE without an offset and nothing to continue.
        case rangeWithoutOffset
        case misplaced(String)
        /// More EXT-X-SKIP than the playlist before can fill: load it whole.
        case skippedTooMuch
    }

    package var line: Int
    package var reason: Reason

    package init(line: Int, _ reason: Reason) {
        self.line = line
        self.reason = reason
    }

    package var description: String { "line \(line): \(reason)" }
}
