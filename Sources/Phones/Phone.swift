/// A phone that was paired with the box: it has a remote's rights, and its token tells it from all others.
package struct Phone: Hashable, Sendable, Codable {
    /// Names it where it is listed and revoked: eight hexadecimal digits.
    package var id: String
    /// As its owner calls it; different from all others'.
    package var name: String
    /// When it was paired, in seconds since 1970.
    package var added: Int64
    /// SHA-256 of its token, in hexadecimal: the token itself is nowhere but on the phone.
    package var digest: String

    package init(id: String, name: String, added: Int64, digest: String) {
        self.id = id
        self.name = name
        self.added = added
        self.digest = digest
    }

    /// The longest name, in letters.
    package static let longestName = 40

    /// A name as it may be shown: without what steers a terminal or turns text round, and not too long.
    package static func name(_ wanted: String?) -> String {
        let kept = (wanted ?? "").unicodeScalars.filter {
            switch $0.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
            default: true
            }
        }
        let words = String(String.UnicodeScalarView(kept)).split(whereSeparator: \.isWhitespace)
        let name = words.joined(separator: " ").prefix(longestName)
        return name.isEmpty ? "Phone" : String(name)
    }
}
