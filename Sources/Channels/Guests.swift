import Guide
import MediaCore

/// Addresses that are played though no list has them. Each is a channel of its own, after those of the list, and stays
/// one for as long as it is on the screen or a key leads back to it: so it flips, fails, recovers and is gone back to
/// like any other.
package struct Guests: Sendable, Equatable {
    package struct Guest: Sendable, Equatable {
        /// The same for the same address, after a restart too. Holds nothing of it that could be read.
        package let id: Channel.ID
        package let entry: ChannelEntry
        /// The rating that who named the address gave it.
        let declared: ContentRating
    }

    /// In the order in which they came.
    package private(set) var all: [Guest] = []

    package init() {}

    /// Whether the id is one that a guest has.
    package static func isGuest(_ id: Channel.ID) -> Bool { id.hasPrefix(prefix) }

    private static let prefix = "address:"

    package func contains(_ id: Channel.ID) -> Bool { all.contains { $0.id == id } }

    package subscript(id: Channel.ID) -> Guest? { all.first { $0.id == id } }

    /// Lets an address in, and those out that no key leads to any more.
    ///
    /// - Parameters:
    ///   - entry: the address with what is known of it; of one that is there already the new facts count
    ///   - declared: the rating that who named it gave it
    ///   - needed: channels that are on the screen, chosen, or where Back or Last leads
    /// - Returns: its channel's id
    package mutating func invite(
        _ entry: ChannelEntry, declared: ContentRating = .unrated, keeping needed: Set<Channel.ID>
    ) -> Channel.ID {
        let guest = Guest(id: Self.id(of: entry.url), entry: entry, declared: declared)
        all.removeAll { $0.id != guest.id && !needed.contains($0.id) }
        if let index = all.firstIndex(where: { $0.id == guest.id }) { all[index] = guest } else { all.append(guest) }
        return guest.id
    }

    /// Changes what is known of the addresses, of which nothing but their own ratings is known before.
    package mutating func renew(_ change: (inout ChannelEntry) -> Void) {
        all = all.map { guest in
            var entry = guest.entry
            entry.rating = guest.declared
            change(&entry)
            return Guest(id: guest.id, entry: entry, declared: guest.declared)
        }
    }

    /// The id of an address.
    static func id(of url: String) -> Channel.ID { prefix + String(StableHash.of(url.utf8), radix: 16) }
}
