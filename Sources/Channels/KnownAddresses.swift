import Guide

/// The addresses of a channel list, to be found in whatever spelling they come.
package struct KnownAddresses: Sendable {
    private let channels: [Channel]
    /// The channels' own addresses.
    private var own = Table()
    /// The places of all addresses.
    private var places = Table()
    private var folders: [String: [Int]] = [:]

    /// Which channels have a text, by its hash: the texts of a hundred thousand channels would take more room than these.
    private struct Table {
        private var places: [(hash: Int, channel: Int)] = []

        mutating func add(_ text: String, _ channel: Int) { places.append((text.hashValue, channel)) }

        mutating func close() { places.sort { ($0.hash, $0.channel) < ($1.hash, $1.channel) } }

        /// The channels that may have the text, in their order.
        func candidates(_ text: String) -> [Int] {
            let hash = text.hashValue
            var low = 0
            var high = places.count
            while low < high {
                let middle = (low + high) / 2
                if places[middle].hash < hash { low = middle + 1 } else { high = middle }
            }
            return places[low...].prefix { $0.hash == hash }.map(\.channel)
        }
    }

    /// - Parameters:
    ///   - channels: those of the list, without guests
    ///   - hidden: those that are not shown: an address of theirs is no channel's, and no way round its lock either
    package init(_ channels: [Channel], hidden: [Channel] = []) {
        self.channels = channels + hidden
        for (index, channel) in self.channels.enumerated() {
            for (count, url) in Self.addresses(channel).enumerated() {
                let form = AddressForm(url)
                if count == 0, index < channels.count { own.add(form.normal, index) }
                places.add(form.place, index)
                if let folder = form.folders.first { folders[folder, default: []].append(index) }
            }
        }
        own.close()
        places.close()
    }

    private static func addresses(_ channel: Channel) -> [String] { [channel.url] + channel.alternateURLs }

    /// The channels whose own address this is.
    package func channels(at url: String) -> [Channel.ID] {
        let normal = AddressForm(url).normal
        return own.candidates(normal).map { channels[$0] }.filter { AddressForm($0.url).normal == normal }.map(\.id)
    }

    /// The channels that may be what the address leads to: those at the same place, else those in the nearest folder
    /// above it that has any. A variant's address is no way round its channel's lock.
    package func kin(of url: String) -> [Channel] {
        let form = AddressForm(url)
        let there = places.candidates(form.place).map { channels[$0] }
            .filter { Self.addresses($0).contains { AddressForm($0).place == form.place } }
        if !there.isEmpty { return there }
        return (form.folders.lazy.compactMap { folders[$0] }.first ?? []).map { channels[$0] }
    }
}

extension ParentalGate.Policy {
    /// Locks an address that no list has as the strictest of its own rating and of the channels that it may lead to.
    package func inherit(_ kin: [Channel], in entry: inout ChannelEntry) {
        entry.groups = []
        for channel in kin {
            entry.rating = Self.strictest(entry.rating, channel.rating)
            entry.groups += channel.allGroups.filter { lockedGroups.contains($0) && !entry.groups.contains($0) }
            // Nothing is stricter than to be locked by name.
            if reason(channel) == .channel { entry.rating = .rated(.adult) }
        }
    }

    package static func strictest(_ one: ContentRating, _ other: ContentRating) -> ContentRating {
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
