import Devices

/// An address line of a channel list, with the headers that Kodi's and VLC's conventions hang on it.
struct StreamAddress {
    var url: String
    var headers: [String: String] = [:]

    /// Parses an address line; nil for what can be neither an address nor a path.
    init?(_ text: String) { self.init(Array(text.utf8)[...]) }

    /// Parses an address line of valid UTF-8.
    init?(_ text: ArraySlice<UInt8>) {
        let bar = text.firstIndex(of: UInt8(ascii: "|")) ?? text.endIndex
        let address = text[..<bar]
        guard !address.isEmpty, !address.contains(where: { $0 <= 0x20 || $0 == 0x7f }) else { return nil }
        let scheme = address.prefix { Self.isSchemeCharacter($0) }
        let rest = address[scheme.endIndex...]
        if rest.starts(with: "://".utf8) {
            guard !scheme.isEmpty, let host = rest.dropFirst(3).first else { return nil }
            if "/?#:".utf8.contains(host), scheme.isNamed("http") || scheme.isNamed("https") { return nil }
        } else if !address.contains(UInt8(ascii: "/")), !address.contains(UInt8(ascii: ".")) {
            return nil
        }
        url = address.text
        if bar < text.endIndex { headers = Self.headers(inSuffix: text[(bar + 1)...].text[...]) }
    }

    private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// A name made from the address, for a channel without one.
    var fileName: String {
        // What an address may not show is no name either.
        let shown = RedactedURL(url)
        let last = shown.fileName ?? shown.description.split(separator: "/").last { $0 != "…" }.map(String.init) ?? ""
        let stem = last.split(separator: ".").dropLast().joined(separator: ".")
        return shown.fileName == nil || stem.isEmpty ? last : stem
    }

    /// The names of the headers that are meant for every request of the channel.
    static func sharedHeaders(in properties: [String: String]) -> Set<String> {
        let forAll = properties.filter { $0.key != "inputstream.adaptive.manifest_headers" }
        return Set(headers(in: forAll).keys)
    }

    /// The headers that no list sets: they say where a message goes and where it ends, or belong to the connection.
    /// With them a list could reach another host behind an address, or smuggle a second request in.
    private static let refused: Set = [
        "host", "content-length", "content-encoding", "content-type", "transfer-encoding", "te", "trailer",
        "connection", "keep-alive", "upgrade", "http2-settings", "expect", "range", "if-range", "accept-encoding",
    ]

    private static func isRefused(_ name: String) -> Bool {
        let name = name.lowercased()
        return refused.contains(name) || name.hasPrefix("proxy-")
    }

    /// Whether a header may be set by who names an address.
    static func isAllowed(header name: String, _ value: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 100 && value.utf8.count <= 4000
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } && isSafe(value)
            && !isRefused(name)
    }

    /// The headers among `#EXTVLCOPT` and `#KODIPROP`.
    static func headers(in properties: [String: String]) -> [String: String] {
        guard !properties.isEmpty else { return [:] }
        var headers: [String: String] = [:]
        for name in ["inputstream.adaptive.stream_headers", "inputstream.adaptive.manifest_headers"] {
            guard let suffix = properties[name] else { continue }
            headers.merge(Self.headers(inSuffix: suffix[...])) { first, _ in first }
        }
        headers["User-Agent"] = properties["http-user-agent"] ?? headers["User-Agent"]
        headers["Referer"] = properties["http-referrer"] ?? properties["http-referer"] ?? headers["Referer"]
        headers["Origin"] = properties["http-origin"] ?? headers["Origin"]
        return headers.filter { isSafe($0.value) }
    }

    /// The headers in a suffix `User-Agent=…&Referer=…`, percent-encoded; a leading `!` marks a
    /// custom header.
    private static func headers(inSuffix text: Substring) -> [String: String] {
        var headers: [String: String] = [:]
        for pair in text.split(separator: "&") {
            guard let equals = pair.firstIndex(of: "=") else { continue }
            var name = String(pair[..<equals].drop { $0 == "!" })
            let value = PercentEncoding.decoded(pair[pair.index(after: equals)...])
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
                isSafe(value), !isRefused(name)
            else { continue }
            switch name.lowercased() {
            case "user-agent": name = "User-Agent"
            case "referer", "referrer": name = "Referer"
            default: break
            }
            headers[name] = value
        }
        return headers
    }

    /// Whether a header's value is safe: a line break in it would start another header.
    private static func isSafe(_ value: String) -> Bool {
        !value.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }
    }
}
