/// A URL as it may be shown and logged: without user info, query and fragment, which may hold
/// secrets, and without control characters.
package struct RedactedURL: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ url: String) {
        let shown = url.prefix { $0 != "?" && $0 != "#" }
        var text = ""
        if let scheme = shown.range(of: "://") {
            let afterScheme = shown[scheme.upperBound...]
            let authority = afterScheme.prefix { $0 != "/" }
            let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
            text = String(shown[..<scheme.upperBound] + host + afterScheme[authority.endIndex...])
        } else {
            text = String(shown)
        }
        text.unicodeScalars.removeAll { $0.value < 0x20 || $0.value == 0x7f }
        description = text
    }
}

extension Substring {
    /// The first occurrence of `needle`, without Foundation.
    fileprivate func range(of needle: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
            start = index(after: start)
        }
        return nil
    }
}
