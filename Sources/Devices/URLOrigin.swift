/// The scheme, host and port of a URL: where a request goes, to which a connection belongs, and to whom something may be
/// told (RFC 6454).
package struct URLOrigin: Hashable, Sendable {
    /// The scheme in lower case.
    package let scheme: String
    /// The host in lower case, without brackets.
    package let host: String
    /// The port, by default the scheme's.
    package let port: Int
    /// The host and, where the URL names one, the port, as they stand in a URL; without user info.
    package let authority: String

    /// Parses a URL; nil unless it is absolute, with a port that is a number.
    package init?(_ url: String) {
        let parts = url.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[1].hasPrefix("//") else { return nil }
        let after = parts[1].dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        var rest = after.lastIndex(of: "@").map { after[after.index(after: $0)...] } ?? after
        scheme = parts[0].lowercased()
        if rest.first == "[", let end = rest.firstIndex(of: "]") {
            host = rest[rest.index(after: rest.startIndex)..<end].lowercased()
            rest = rest[rest.index(after: end)...]
        } else {
            let name = rest.prefix { $0 != ":" }
            host = name.lowercased()
            rest = rest[name.endIndex...]
        }
        guard !host.isEmpty else { return nil }
        let name = host.contains(":") ? "[\(host)]" : host
        if rest.isEmpty || rest == ":" {
            port = scheme == "https" ? 443 : 80
            authority = name
        } else if rest.first == ":", let number = UInt16(rest.dropFirst()) {
            port = Int(number)
            authority = "\(name):\(number)"
        } else {
            return nil
        }
    }

    package static func == (one: URLOrigin, other: URLOrigin) -> Bool {
        one.scheme == other.scheme && one.host == other.host && one.port == other.port
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(host)
        hasher.combine(port)
    }

    /// The URL of the origin's root.
    package var root: String { "\(scheme)://\(authority)/" }
}
