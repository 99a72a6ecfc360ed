import Guide

/// The addresses of a channel list, to be found in whatever spelling they come.
package struct KnownAddresses: Sendable {
    private let channels: [Channel]
    private var ids: [String: [Channel.ID]] = [:]
    private var places: [String: [Int]] = [:]
    private var folders: [String: [Int]] = [:]

    /// - Parameter channels: those of the list, without guests
    package init(_ channels: [Channel]) {
        self.channels = channels
        for (index, channel) in channels.enumerated() {
            ids[AddressForm(channel.url).normal, default: []].append(channel.id)
            for url in [channel.url] + channel.alternateURLs {
                let form = AddressForm(url)
                places[form.place, default: []].append(index)
                if let folder = form.folders.first { folders[folder, default: []].append(index) }
            }
        }
    }

    /// The channels whose own address this is.
    package func channels(at url: String) -> [Channel.ID] { ids[AddressForm(url).normal] ?? [] }

    /// The channels that may be what the address leads to: those at the same place, else those in the nearest folder
    /// above it that has any. A variant's address is no way round its channel's lock.
    package func kin(of url: String) -> [Channel] {
        let form = AddressForm(url)
        let found = places[form.place] ?? form.folders.lazy.compactMap { folders[$0] }.first ?? []
        return found.map { channels[$0] }
    }
}

extension ParentalGate.Policy {
    /// Locks an address that no list has as the strictest of the channels that it may lead to.
    package func inherit(_ kin: [Channel], in entry: inout ChannelEntry) {
        (entry.rating, entry.groups) = (.unrated, [])
        for channel in kin {
            entry.rating = Self.strictest(entry.rating, channel.rating)
            entry.groups += channel.groups.filter { lockedGroups.contains($0) && !entry.groups.contains($0) }
            // Nothing is stricter than to be locked by name.
            if reason(channel) == .channel { entry.rating = .rated(.adult) }
        }
    }

    private static func strictest(_ one: ContentRating, _ other: ContentRating) -> ContentRating {
        switch (one, other) {
        case (.rated(let one), .rated(let other)): .rated(max(one, other))
        case (.unrated, _): other
        case (_, .unrated): one
        // What nobody knows asks by default, and says less than adult does.
        case (.unknown, .rated(let rating)): rating >= .adult ? other : one
        case (.rated(let rating), .unknown): rating >= .adult ? one : other
        case (.unknown, .unknown): one
        }
    }
}
