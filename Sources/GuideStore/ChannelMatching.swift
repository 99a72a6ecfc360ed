import Guide

/// Finds what guides know a list's channels by.
///
/// For each channel the guides are asked in order, and the first that has programmes for it counts. Within a guide an
/// exact id goes before an id in other letters, that before an exact name, and that before names as people write them
/// (`ChannelKey`). What could be two stations is none: a wrong guide is worse than no guide.
package struct ChannelMatching: Sendable {
    /// A channel of the lists.
    package struct Listed: Hashable, Codable, Sendable {
        package var name: String
        /// `tvg-id`.
        package var guideID: String?
        /// `tvg-name`.
        package var guideName: String?
        /// What the viewer chose for it.
        package var byHand: GuideChoice?

        package init(name: String, guideID: String? = nil, guideName: String? = nil, byHand: GuideChoice? = nil) {
            self.name = name
            self.guideID = guideID
            self.guideName = guideName
            self.byHand = byHand
        }
    }

    /// A channel of a guide.
    package struct Offered: Hashable, Sendable {
        package var id: String
        package var names: [String]
        package var hasProgrammes: Bool

        package init(id: String, names: [String] = [], hasProgrammes: Bool = true) {
            self.id = id
            self.names = names
            self.hasProgrammes = hasProgrammes
        }
    }

    /// Where a channel was found.
    package struct Match: Hashable, Sendable {
        /// Which of the guides, from 0.
        package var guide: Int
        /// The channel's id in it.
        package var id: String
        package var by: Pass

        package init(guide: Int, id: String, by: Pass) {
            self.guide = guide
            self.id = id
            self.by = by
        }
    }

    /// What told that two channels are one, the surest first.
    package enum Pass: String, Hashable, Sendable, CaseIterable {
        case byHand
        case id
        case idInOtherLetters
        case name
        case likeName
    }

    private let guides: [Index]

    /// Takes the guides' channels, the most trusted guide first.
    package init(guides: [[Offered]]) {
        self.guides = guides.map(Index.init)
    }

    /// Where `channel` was found; nil: no guide has programmes for it, or it can't be told which of several it is.
    package func match(_ channel: Listed) -> Match? {
        switch channel.byHand {
        case .noGuide: return nil
        case .id(let id):
            for (number, guide) in guides.enumerated() where guide.ids.contains(id) {
                return Match(guide: number, id: id, by: .byHand)
            }
            return nil
        case nil: break
        }
        let keys = [
            channel.guideID.flatMap(ChannelKey.init(id:)), channel.guideName.flatMap(ChannelKey.init(name:)),
            ChannelKey(name: channel.name),
        ].compactMap { $0 }
        for (number, guide) in guides.enumerated() {
            if let found = guide.find(channel, keys) { return Match(guide: number, id: found.id, by: found.by) }
        }
        return nil
    }

    /// One guide's channels by all that they may be looked up by; those without programmes are left out.
    private struct Index: Sendable {
        var ids: Set<String> = []
        /// Nil: more than one, so it tells none.
        var folded: [String: String?] = [:]
        var names: [String: String?] = [:]
        var stems: [String: [(country: String?, id: String)]] = [:]

        init(_ channels: [Offered]) {
            for channel in channels where channel.hasProgrammes && ids.insert(channel.id).inserted {
                Self.note(channel.id, under: channel.id.lowercased(), in: &folded)
                for name in Set(channel.names.map(Self.spaced)) { Self.note(channel.id, under: name, in: &names) }
                // A name without a country has that of the id.
                let own = ChannelKey(id: channel.id)
                var keys = Set(
                    channel.names.compactMap { ChannelKey(name: $0) }.map { key in
                        ChannelKey(stem: key.stem, country: key.country ?? own?.country)
                    })
                if let own { keys.insert(own) }
                for key in keys { stems[key.stem, default: []].append((key.country, channel.id)) }
            }
        }

        private static func note(_ id: String, under key: String, in table: inout [String: String?]) {
            // Two of one name: neither.
            table[key] = .some(table[key] == nil ? id : nil)
        }

        private static func spaced(_ name: String) -> String { name.replacing("_", with: " ") }

        func find(_ channel: Listed, _ keys: [ChannelKey]) -> (id: String, by: Pass)? {
            if let id = channel.guideID {
                if ids.contains(id) { return (id, .id) }
                if let found = folded[id.lowercased()] ?? nil { return (found, .idInOtherLetters) }
            }
            for name in [channel.guideName, channel.name].compactMap({ $0 }) where name.contains(where: \.isLetter) {
                if let found = names[Self.spaced(name)] ?? nil { return (found, .name) }
            }
            // What one of the channel's names says of the country holds for all of them.
            let country = keys.lazy.compactMap(\.country).first
            for key in keys {
                if let found = station(key.stem, in: key.country ?? country) { return (found, .likeName) }
            }
            return nil
        }

        /// The one station that `stem` can mean; nil where there is none, or where they are of several countries.
        private func station(_ stem: String, in country: String?) -> String? {
            guard let all = stems[stem] else { return nil }
            guard let country else { return Set(all.map(\.country)).count == 1 ? all.first?.id : nil }
            return (all.first { $0.country == country } ?? all.first { $0.country == nil })?.id
        }
    }
}
