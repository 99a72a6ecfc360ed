/// The facts of a channel that a screen shows.
package struct ChannelLabel: Hashable, Sendable, Identifiable {
    package var id: String
    /// The number as viewers type it; empty when the channel has none.
    package var number: String
    package var name: String
    package var group: String?
    /// The painter's key of its logo.
    package var logo: String?

    package init(id: String, number: String, name: String, group: String? = nil, logo: String? = nil) {
        self.id = id
        self.number = number
        self.name = name
        self.group = group
        self.logo = logo
    }

    /// The name to show, whatever the playlist left out.
    package var displayName: String { name.allSatisfy(\.isWhitespace) ? Strings.nameless : name }
    var heading: String { number.isEmpty ? displayName : "\(number) \(displayName)" }

    /// At most three letters that stand for a missing logo: "BBC" for "BBC One", "DE" for "Das
    /// Erste".
    var initials: String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        guard let first = words.first else { return number.isEmpty ? "?" : String(number.prefix(3)) }
        if first.count <= 3, first.count > 1, first.allSatisfy({ $0.isUppercase || $0.isNumber }) {
            return String(first)
        }
        // Letters without case (Arabic, Chinese…) would join or read as a word: one is enough.
        guard let letter = first.first, letter.isUppercase || letter.isLowercase || letter.isNumber else {
            return String(first.prefix(1))
        }
        return words.prefix(2).compactMap(\.first).map { $0.uppercased() }.joined()
    }
}

/// The facts of a programme that a screen shows.
package struct ProgrammeLabel: Hashable, Sendable {
    package var title: String
    /// The times, "20:00 – 21:00", in the viewer's own way of writing them.
    package var times: String?
    /// The part of it that is over, 0 … 1.
    package var progress: Double?
    /// The painter's key of its picture: drawn with it, it comes by itself once the viewer rests there.
    package var picture: String?

    package init(title: String, times: String? = nil, progress: Double? = nil, picture: String? = nil) {
        self.title = title
        self.times = times
        self.progress = progress
        self.picture = picture
    }
}
