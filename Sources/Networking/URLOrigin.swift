/// The scheme, host and port of a URL, to which a connection belongs.
struct URLOrigin: Equatable {
    /// The scheme in lower case.
    let scheme: String
    /// The host, with the port if the URL names one, without user info.
    let authority: String

    /// Parses a URL; nil unless it is absolute.
    init?(_ url: String) {
        let parts = url.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[1].hasPrefix("//") else { return nil }
        let authority = parts[1].dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let afterUser = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        guard !afterUser.isEmpty else { return nil }
        scheme = parts[0].lowercased()
        self.authority = String(afterUser)
    }

    /// The URL of the origin's root.
    var root: String { "\(scheme)://\(authority)/" }
}
