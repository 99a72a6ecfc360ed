import Guide

// Finds where else a channel comes from. Asked only of channels that fail: a look over the whole list takes some
// milliseconds.
extension Lineup {
    /// The most addresses of one channel that are tried.
    static let mostAddresses = 8
    /// The most names that are compared closely for one channel.
    private static let mostNames = 2_000

    /// A channel at each address where it is to be had, itself first: then at the further addresses of its entry, then
    /// at those of entries with the same `tvg-id`, then at those of entries in a group of its own whose names differ by
    /// marks of quality alone, such as `Arte HD` and `Arte`.
    ///
    /// What is shifted by another time is another channel. What the policy locks is no way to a channel that it does not
    /// lock.
    func everywhere(_ channel: Channel, _ policy: ParentalGate.Policy) -> [Channel] {
        var found = [channel]
        var known: Set<String> = [channel.url]
        func add(_ other: Channel) {
            if found.count < Self.mostAddresses, known.insert(other.url).inserted { found.append(other) }
        }
        for url in channel.alternateURLs { add(channel.at(url)) }
        // An address that was asked for is that one and no other.
        if Guests.isGuest(channel.id) { return found }

        let isFree = policy.reason(channel) == nil
        let id = channel.guideID.flatMap { $0.isEmpty ? nil : $0.lowercased() }
        let name = TwinName(channel)
        var sameIDs: [Channel] = []
        var sameNames: [Channel] = []
        var compared = 0
        // Who hides the second of two twins wants it when the first fails.
        for other in [channels, hidden].joined() where other.id != channel.id && other.guideShift == channel.guideShift
        {
            guard other.isRadio == channel.isRadio, !Guests.isGuest(other.id), !isFree || policy.reason(other) == nil
            else { continue }
            if let id, let otherID = other.guideID, Self.isSame(id, otherID) {
                sameIDs.append(other)
            } else if let name, compared < Self.mostNames, name.mayMatch(other) {
                compared += 1
                if name.matches(other) { sameNames.append(other) }
            }
        }
        for other in sameIDs + sameNames {
            let twin = channel.from(other)
            add(twin)
            for url in other.alternateURLs { add(twin.at(url)) }
        }
        return found
    }

    /// Whether a text is this one, which is in small letters. Most differ in length, which costs nothing to see.
    private static func isSame(_ small: String, _ text: String) -> Bool {
        small.utf8.count == text.utf8.count && small == text.lowercased()
    }
}

/// A channel's name and groups, to find entries of the same station by.
private struct TwinName {
    private let key: ChannelKey
    private let groups: [String]
    /// The first bytes of the key, where they are plain letters or digits: what names are sifted by.
    private let start: [UInt8]

    init?(_ channel: Channel) {
        guard let key = ChannelKey(name: channel.name) else { return nil }
        self.key = key
        groups = channel.groups
        start = Array(key.stem.utf8.prefix(3).prefix { Self.isPlain($0) })
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && (byte | 0x20 >= 0x61 || byte &- 0x30 < 10) }

    /// Whether the other is in a group of this one's, or both are in none, and its name has the letters with which this
    /// one begins, in their order.
    func mayMatch(_ other: Channel) -> Bool {
        var missing = start[...]
        for byte in other.name.utf8 {
            guard let next = missing.first else { break }
            if byte | 0x20 == next | 0x20 { missing = missing.dropFirst() }
        }
        // An accented letter is plain in the key alone.
        guard missing.isEmpty || other.name.utf8.contains(where: { $0 >= 0x80 }) else { return false }
        return groups.isEmpty ? other.groups.isEmpty : other.groups.contains(where: groups.contains)
    }

    func matches(_ other: Channel) -> Bool { ChannelKey(name: other.name) == key }
}
