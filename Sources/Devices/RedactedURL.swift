/// An address as it may be shown and logged: the scheme, the host with its port, and the name of a file.
///
/// Everything else may be a secret: the user info, the query, the fragment, and also the folders of the path, since
/// providers put the account there (`/live/USER/PASS/1.m3u8`, `/USER/PASS/123`). What is not surely a file's name is left
/// out with them. A file on this machine is shown with its path. Control characters never stay.
package struct RedactedURL: Sendable, Hashable, CustomStringConvertible {
    package let description: String
    /// The name of the file that it leads to, where that is shown.
    package let fileName: String?

    private static let longestName = 24
    private static let extensions: Set<String> = [
        "m3u8", "m3u", "ts", "m2ts", "mp4", "m4s", "m4a", "m4v", "mpd", "aac", "ac3", "ec3", "mp3", "vtt", "webvtt",
        "ttml",
        "key", "bin", "json", "png", "jpg", "jpeg", "svg", "txt", "xml", "gz", "html", "php", "cmfv", "cmfa", "cmft",
        "mkv",
    ]

    /// Servers and libraries read an address by its bytes: to them a `/` with an accent behind it is a `/`.
    private typealias Scalars = Substring.UnicodeScalarView

    package init(_ url: String) {
        let text: String.UnicodeScalarView = url.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
        let shown = text[...].prefix { $0 != "?" && $0 != "#" }
        guard let colon = shown.firstIndex(where: { $0 == ":" || $0 == "/" || $0 == "@" }), shown[colon] != "/" else {
            // A path of this machine, or no address at all.
            (description, fileName) = shown.starts(with: "//".unicodeScalars) ? ("//…", nil) : (String(shown), nil)
            return
        }
        let scheme = shown[..<colon]
        let rest = shown[shown.index(after: colon)...]
        guard shown[colon] == ":", rest.starts(with: "//".unicodeScalars) else {
            // A key may be in a `data:` URL, and what looks like another scheme may be an account.
            (description, fileName) = (Self.small(scheme) == "data" ? "data:" : "…", nil)
            return
        }
        if Self.small(scheme) == "file" {
            (description, fileName) = (String(shown), nil)
            return
        }
        let after = rest.dropFirst(2)
        let authority = after.prefix { $0 != "/" && $0 != "\\" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        let path = after[authority.endIndex...]
        fileName = Self.fileName(path)
        let safe = Self.isHost(host) ? String(host) : "…"
        description = "\(Self.isPlain(scheme) ? String(scheme) : "…")://\(safe)" + Self.shown(path, fileName)
    }

    private static func small(_ text: Scalars) -> String { String(text).lowercased() }

    /// A text from outside or from a library, with every address in it as it may be shown.
    package static func hiding(in text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
        var output = ""
        var rest = text.unicodeScalars[...]
        while let first = rest.first {
            let word = rest.prefix { !$0.properties.isWhitespace }
            output += hidden(word)
            rest = rest[word.endIndex...]
            guard word.isEmpty else { continue }
            output.unicodeScalars.append(first)
            rest = rest.dropFirst()
        }
        return output
    }

    /// A word with every address in it as it may be shown.
    private static func hidden(_ word: Scalars) -> String {
        var output = ""
        var rest = word
        while let begin = addressStart(in: rest) {
            let end = addressEnd(from: begin, in: rest)
            output += String(rest[..<begin]) + RedactedURL(String(rest[begin..<end])).description
            rest = rest[end...]
        }
        return output + String(rest)
    }

    /// Where the first address in a part of a word begins.
    private static func addressStart(in text: Scalars) -> Scalars.Index? {
        var start = text.startIndex
        while let colon = text[start...].firstIndex(of: ":") {
            let scheme = text[..<colon].reversed().prefix { isLetterOrNumber($0) || $0 == "+" }.count
            let begin = text.index(colon, offsetBy: -scheme)
            if scheme > 0, text[colon...].starts(with: "://".unicodeScalars) || small(text[begin..<colon]) == "data" {
                return begin
            }
            start = text.index(after: colon)
        }
        return nil
    }

    /// Where an address within a word ends: at the mark that closes what opens right before it, else with the word. Any
    /// other mark may stand in a password.
    private static func addressEnd(from begin: Scalars.Index, in text: Scalars) -> Scalars.Index {
        guard begin > text.startIndex else { return text.endIndex }
        let address = text[begin...]
        let end: Scalars.Index? =
            switch text[text.index(before: begin)] {
            case "\"": address.firstIndex(of: "\"")
            case "<": address.firstIndex(of: ">")
            case ">": address.firstIndex(of: "<")
            // It may stand in an address (RFC 3986 §2.2).
            case "'": address.lastIndex(of: "'")
            default: nil
            }
        return end ?? text.endIndex
    }

    private static func shown(_ path: Scalars, _ fileName: String?) -> String {
        if path.allSatisfy({ $0 == "/" }) { return String(path.prefix(1)) }
        let isAtRoot = path.dropFirst().allSatisfy { $0 != "/" }
        if let fileName { return isAtRoot ? "/" + fileName : "/…/" + fileName }
        // A word like `/login`; an account is never alone in its path.
        let word = path.dropFirst()
        if isAtRoot, word.count <= 12, word.allSatisfy({ (0x61...0x7a).contains($0.value) }) { return String(path) }
        return "/…"
    }

    private static func fileName(_ path: Scalars) -> String? {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? path
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name.count <= longestName,
            extensions.contains(small(name[name.index(after: dot)...])), name.allSatisfy({ isNameScalar($0) })
        else { return nil }
        return String(name)
    }

    private static func isPlain(_ scheme: Scalars) -> Bool {
        !scheme.isEmpty && scheme.count <= 12 && scheme.allSatisfy { isNameScalar($0) }
    }

    /// Whether it is a host with, perhaps, a port; what stands there else is a part of a password.
    private static func isHost(_ text: Scalars) -> Bool {
        var rest = text
        if rest.first == "[", let end = rest.firstIndex(of: "]") {
            guard rest[..<end].dropFirst().allSatisfy({ Character($0).isHexDigit || ":.%".unicodeScalars.contains($0) })
            else { return false }
            rest = rest[rest.index(after: end)...]
        } else {
            let name = rest.prefix { $0 != ":" }
            // An accent belongs to the letter before it.
            guard name.allSatisfy({ isLetterOrNumber($0) || isMark($0) || "-._".unicodeScalars.contains($0) }),
                name.first.map(isMark) != true
            else { return false }
            rest = rest[name.endIndex...]
        }
        return rest.isEmpty || rest.first == ":" && (rest.count == 1 || UInt16(String(rest.dropFirst())) != nil)
    }

    private static func isLetterOrNumber(_ scalar: Unicode.Scalar) -> Bool {
        Character(scalar).isLetter || Character(scalar).isNumber
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }

    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x2b: true
        default: false
        }
    }
}
