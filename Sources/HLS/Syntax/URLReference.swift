import Devices

/// Resolves the references of one document against the URL it came from (RFC 3986 §5.2).
package struct URLReference: Sendable {
    /// The base URL; nil: references stay as they are.
    private let base: URLComponents?
    /// The base up to and with the last slash of its path.
    private let directory: String
    private let keepsReferences: Bool

    package init(base: String?) {
        self.base = base.map { URLComponents($0) }
        keepsReferences = base == nil
        directory = self.base.map { $0.prefix + URLReference.merged(base: $0, path: "") } ?? ""
    }

    /// The absolute URL of `reference`, without a fragment.
    package func resolve(_ reference: String) -> String {
        // Most references are plain, and copying the base for each of them would take longer than the rest.
        if !keepsReferences, URLReference.isPlain(reference.utf8) { return directory + reference }
        guard let base else { return reference }
        let parts = URLComponents(reference)
        if parts.scheme != nil {
            return URLComponents(
                scheme: parts.scheme, authority: parts.authority,
                path: parts.authority == nil ? parts.path : URLReference.withoutDots(parts.path),
                query: parts.query
            ).text
        }
        var target = base
        target.query = parts.query
        if let authority = parts.authority {
            target.authority = authority
            target.path = URLReference.withoutDots(parts.path)
        } else if parts.path.isEmpty {
            if parts.query == nil { target.query = base.query }
        } else if parts.path.utf8.first == UInt8(ascii: "/") {
            target.path = URLReference.withoutDots(parts.path)
        } else {
            target.path = URLReference.withoutDots(URLReference.merged(base: base, path: parts.path))
        }
        return target.text
    }

    /// Whether a reference is a relative path without dots, colons and fragments, which can simply be
    /// appended.
    private static func isPlain(_ reference: some Collection<UInt8>) -> Bool {
        var previous = UInt8(ascii: "/")
        var inQuery = false
        for byte in reference {
            switch byte {
            case UInt8(ascii: "#"): return false
            case _ where inQuery: break
            case UInt8(ascii: ":"): return false
            case UInt8(ascii: "/") where previous == UInt8(ascii: "/"): return false
            case UInt8(ascii: ".") where previous == UInt8(ascii: "/"): return false
            case UInt8(ascii: "?"):
                if previous == UInt8(ascii: "/") { return false }
                inQuery = true
            default: break
            }
            previous = byte
        }
        return !reference.isEmpty
    }

    /// Merges a relative path with the base's (§5.2.3).
    private static func merged(base: URLComponents, path: String) -> String {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return base.path[...slash] + path
    }

    /// Removes dot segments from a path (§5.2.4).
    private static func withoutDots(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
        var output: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        let isRooted = path.utf8.first == UInt8(ascii: "/")
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".":
                if isLast { output.append("") }
            case "..":
                if output.count > (isRooted ? 1 : 0) { output.removeLast() }
                if isLast { output.append("") }
            default:
                output.append(segment)
            }
        }
        return output.joined(separator: "/")
    }
}

/// A URI reference taken apart (RFC 3986 appendix B), its fragment dropped. Nothing is decoded.
package struct URLComponents: Sendable, Hashable {
    package var scheme: String?
    package var authority: String?
    package var path: String
    package var query: String?

    init(scheme: String?, authority: String?, path: String, query: String?) {
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.query = query
    }

    package init(_ text: String) {
        var rest = text[...]
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = String(rest[rest.utf8.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
            rest.utf8[colon] == UInt8(ascii: ":"), colon != rest.startIndex,
            rest[..<colon].utf8.allSatisfy(URLComponents.isSchemeByte)
        {
            scheme = rest[..<colon].lowercased()
            rest = rest[rest.utf8.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(rest[..<slash])
            rest = rest[slash...]
        }
        path = String(rest)
    }

    /// Puts parameters behind those that the query has, in place of any of these names.
    mutating func replaceParameters(_ names: [String], with pairs: [String]) {
        let others = (query ?? "").split(separator: "&").map(String.init).filter { pair in
            !names.contains { pair == $0 || pair.hasPrefix($0 + "=") }
        }
        query = (others + pairs).joined(separator: "&")
    }

    var prefix: String {
        (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "")
    }

    package var text: String { prefix + path + (query.map { "?" + $0 } ?? "") }

    /// The first value of a query parameter, percent-decoded.
    func queryParameter(_ name: String) -> String? {
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, PercentEncoding.decoded(first) == name else { continue }
            return parts.count > 1 ? PercentEncoding.decoded(parts[1]) : ""
        }
        return nil
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
