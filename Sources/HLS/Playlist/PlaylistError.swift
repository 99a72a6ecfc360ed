import Devices

/// Why bytes are not a playlist that may be played, and the line, from 1, where that shows.
package struct PlaylistError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Reason: Sendable, Hashable {
        /// The text begins like a web page: a login or error page.
        case html
        case empty
        /// The first line is not #EXTM3U.
        case notAPlaylist
        case tooLarge(limit: Int)
        case lineTooLong(limit: Int)
        case byteOrderMark
        case notUTF8
        case controlCharacter
        /// Blanks stand at the start or end of a line.
        case surroundingBlanks
        case unsupportedVersion(UInt64)
        /// A tag that may stand only once is repeated.
        case repeated(String)
        /// A tag of multivariant playlists and one of media playlists stand in one text.
        case mixedTypes(String)
        case malformed(tag: String, String)
        /// A value or a REQ- attribute is newer than this reader: the tag is left out (§6.3.1).
        case notUnderstood(tag: String, String)
        /// A rule that binds servers only is broken: a warning in both modes.
        case violation(tag: String, String)
        case missingAttribute(tag: String, String)
        case repeatedAttribute(tag: String, String)
        case missingTargetDuration
        /// A URI line lacks the EXTINF or EXT-X-STREAM-INF that belongs to it, or the reverse.
        case orphan(String)
        /// A segment without its EXTINF.
        case noDuration
        case undefinedVariable(String)
        case repeatedVariable(String)
        /// EXT-X-BYTERANGE has no offset, and there is no range to continue.
        case rangeWithoutOffset
        case misplaced(String)
        /// EXT-X-SKIP skips more than the playlist before can fill: load it whole.
        case skippedTooMuch
        /// There were more warnings than are kept.
        case furtherWarnings(Int)
    }

    package var line: Int
    package var reason: Reason

    package init(line: Int, _ reason: Reason) {
        self.line = line
        self.reason = reason
    }

    package var description: String { "line \(line): \(reason)" }
}

extension PlaylistError.Reason: CustomStringConvertible {
    /// What is wrong, and what to do about it. Values out of the playlist are cut short.
    package var description: String {
        func tag(_ name: String) -> String { "#" + name }
        func cut(_ text: String) -> String {
            let text = RedactedURL.hiding(in: text)
            return text.count > 60 ? text.prefix(60) + "…" : text
        }
        return switch self {
        case .html: "this is a web page, not a playlist: open the address in a browser; it may want a login"
        case .empty: "there is nothing in it: try again, or ask the provider"
        case .notAPlaylist: "a playlist begins with #EXTM3U on its first line: check the address"
        case .tooLarge(let limit):
            "the playlist is larger than \(limit >> 20) MiB: ask the provider for a shorter window"
        case .lineTooLong(let limit): "the line is longer than \(limit >> 10) KiB"
        case .byteOrderMark: "a byte order mark stands before #EXTM3U: save the file as UTF-8 without one"
        case .notUTF8: "the line is not UTF-8: save the file as UTF-8"
        case .controlCharacter: "a control character stands in the line: remove it"
        case .surroundingBlanks: "blanks stand at the start or end of the line: remove them"
        case .unsupportedVersion(let version):
            "EXT-X-VERSION \(version) is newer than \(PlaylistParser.supportedVersion): update Hearth"
        case .repeated(let name): "\(tag(name)) may stand only once: remove one"
        case .mixedTypes(let name):
            "\(tag(name)) is of the other kind of playlist: multivariant and media tags may not stand together"
        case .malformed(let name, let text): "\(tag(name)) can't be read: \(cut(text))"
        case .notUnderstood(let name, let text): "\(tag(name)) is left out: \(cut(text)) is not known to this version"
        case .violation(let name, let text): "\(tag(name)): \(cut(text))"
        case .missingAttribute(let name, let attribute): "\(tag(name)) needs \(attribute)"
        case .repeatedAttribute(let name, let attribute): "\(tag(name)) has \(attribute) twice: remove one"
        case .missingTargetDuration: "#EXT-X-TARGETDURATION is missing: add it"
        case .orphan("URI"): "a URI without #EXTINF or #EXT-X-STREAM-INF before it"
        case .noDuration: "a segment without #EXTINF: it is taken to last the target duration; write #EXTINF before it"
        case .orphan(let name): "\(tag(name)) without the URI line that belongs to it"
        case .undefinedVariable(let name):
            "the variable \(cut(name)) is not defined: #EXT-X-DEFINE it before, or open the multivariant playlist"
        case .repeatedVariable(let name): "the variable \(cut(name)) is defined twice: rename one"
        case .rangeWithoutOffset: "a byte range without an offset, and no range of the same resource before it"
        case .misplaced(let name): "\(tag(name)) may not stand here"
        case .skippedTooMuch:
            "the update skips segments that are not known: load the whole playlist, without _HLS_skip"
        case .furtherWarnings(let count): "and \(count) more"
        }
    }
}
