/// The ids of a list's channels, which stay when their provider calls them something else.
///
/// A channel's own id is its `tvg-id`, else made of its name; with `#2` behind it where it is taken. A channel that is no
/// longer in the list under its id, while its address is there under another, was renamed: it keeps the id it was known
/// by, and with it its number, its place among the favourites and all that was changed by hand. Where both the `tvg-id`
/// and the station's name are others, another station has got the address, and nothing is kept.
struct ChannelIDs {
    /// The id of each entry.
    private(set) var ids: [String]
    /// The ids that channels are known by, and what their own are in the list.
    private(set) var renamed: [String: String]

    /// - Parameters:
    ///   - taken: the ids that no entry may have
    ///   - renamed: those who were renamed before
    ///   - known: the channels as they were when the list was read last
    init(
        _ entries: [ChannelEntry], taken: Set<String>, renamed: [String: String], known: some Sequence<KnownChannel>
    ) {
        var own = taken
        own.reserveCapacity(own.count + entries.count)
        var counts: [String: Int] = [:]
        let named = entries.map { Self.unique($0.guideID ?? "name:" + $0.name, in: &own, counts: &counts) }
        ids = named
        // Somebody else is called so now.
        self.renamed = renamed.filter { !own.contains($0.key) }
        if !self.renamed.isEmpty {
            let kept = Dictionary(self.renamed.map { ($1, $0) }, uniquingKeysWith: min)
            for index in ids.indices {
                guard let id = kept[ids[index]] else { continue }
                ids[index] = id
                own.insert(id)
            }
        }
        follow(entries, named, own, known)
    }

    /// Gives renamed channels the ids of those that are gone.
    ///
    /// - Parameter named: the ids that the entries have in the list
    private mutating func follow(
        _ entries: [ChannelEntry], _ named: [String], _ own: Set<String>, _ known: some Sequence<KnownChannel>
    ) {
        // Nil: of several, so it tells none.
        var gone: [String: KnownChannel?] = [:]
        for channel in known where !own.contains(channel.id) {
            gone[channel.url] = .some(gone[channel.url] == nil ? channel : nil)
        }
        guard !gone.isEmpty else { return }
        var places: [String: Int?] = [:]
        for (index, entry) in entries.enumerated() where gone[entry.url] != nil {
            places[entry.url] = .some(places[entry.url] == nil ? index : nil)
        }
        guard !places.isEmpty else { return }
        let before = Set(known.map(\.id))
        for (url, place) in places.sorted(by: { $0.key < $1.key }) {
            guard let index = place, let channel = gone[url] ?? nil, !before.contains(ids[index]),
                channel.mayBe(entries[index])
            else { continue }
            renamed[channel.id] = named[index]
            ids[index] = channel.id
        }
    }

    /// An id that is not taken yet: `base`, else `base#2`, `base#3`, …
    private static func unique(_ base: String, in ids: inout Set<String>, counts: inout [String: Int]) -> String {
        if ids.insert(base).inserted { return base }
        while true {
            let count = counts[base, default: 1] + 1
            counts[base] = count
            let id = "\(base)#\(count)"
            if ids.insert(id).inserted { return id }
        }
    }
}
