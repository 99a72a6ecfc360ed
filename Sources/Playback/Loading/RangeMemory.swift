import Base

/// What is known of which servers give byte ranges, by scheme and authority.
final class RangeMemory: Sendable {
    private let known = Locked<[Substring: Bool]>([:])
    /// More servers than any list has.
    private static let most = 512

    /// Whether the server of this URL gives ranges; nil: not known.
    func gives(_ url: String) -> Bool? {
        let server = Self.server(url)
        return known.withLock { $0[server] }
    }

    func note(_ gives: Bool, of url: String) {
        let server = Substring(String(Self.server(url)))
        known.withLock { known in
            if known.count >= Self.most { known = [:] }
            known[server] = gives
        }
    }

    /// Scheme and authority: all before the third slash.
    private static func server(_ url: String) -> Substring {
        var slashes = 0
        for index in url.indices where url[index] == "/" {
            slashes += 1
            if slashes == 3 { return url[..<index] }
        }
        return url[...]
    }
}
