/// The scheme, host and port of a URL, as far as they say where a request goes and what may be told there.
package struct URLHost: Hashable, Sendable {
    /// The scheme in lower case.
    package let scheme: String
    /// The host in lower case, without brackets.
    package let host: String
    /// The port, by default the scheme's.
    package let port: Int

    /// Parses a URL; nil unless it is absolute, with a port that is a number.
    package init?(_ url: String) {
        let parts = url.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[1].hasPrefix("//") else { return nil }
        let authority = parts[1].dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        var rest = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
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
        if rest.isEmpty || rest == ":" {
            port = scheme == "https" ? 443 : 80
        } else if rest.first == ":", let number = UInt16(rest.dropFirst()) {
            port = Int(number)
        } else {
            return nil
        }
    }
}
