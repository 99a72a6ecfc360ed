import FoundationEssentials

/// A control point that sends something to the screen.
package struct CastSender: Hashable, Sendable {
    /// Tells it from others: its hardware address, where the kernel knows that, else its address in the network.
    package var id: String
    /// As people know it.
    package var name: String

    package init(id: String, name: String) { (self.id, self.name) = (id, name) }
}

/// What was decided of a sender for good.
package struct CastPermission: Hashable, Sendable, Codable {
    package var id: String
    package var name: String
    package var isAllowed: Bool
    /// When, in seconds since 1970.
    package var since: Int64

    package init(id: String, name: String, isAllowed: Bool, since: Int64) {
        (self.id, self.name, self.isAllowed, self.since) = (id, name, isAllowed, since)
    }

    /// So many are kept; the oldest goes for another.
    static let most = 64

    /// As they are kept; nil: there are none.
    static func text(of permissions: [Self]) -> String? {
        guard !permissions.isEmpty, let bytes = try? JSONEncoder().encode(permissions) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Those that were kept; none where that can't be read: everybody is asked about again.
    package static func permissions(from text: String?) -> [Self] {
        guard let text, let all = try? JSONDecoder().decode([Self].self, from: Data(text.utf8)) else { return [] }
        return Array(all.suffix(most))
    }
}
