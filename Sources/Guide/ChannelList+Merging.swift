extension ChannelList {
    /// Several lists as one, in their order. What a list has at an address under a name that one before it has, too, is
    /// there once; all else stays, as the same channel from elsewhere is of use when one fails.
    package static func merged(_ lists: [ChannelList]) -> ChannelList {
        guard lists.count > 1, var merged = lists.first else { return lists.first ?? ChannelList() }
        struct Place: Hashable {
            var url: String
            var name: String
        }
        var places = Set(merged.entries.map { Place(url: $0.url, name: $0.name) })
        var guides = Set(merged.guides)
        (merged.title, merged.guideShift, merged.attributes) = (nil, nil, [:])
        for list in lists.dropFirst() {
            // Within one list the same twice is its maker's wish.
            let new = list.entries.filter { !places.contains(Place(url: $0.url, name: $0.name)) }
            let room = mostEntries - merged.entries.count
            if new.count > room { merged.problemCounts[.tooManyChannels, default: 0] += new.count - room }
            merged.entries += new.prefix(max(0, room))
            places.formUnion(new.map { Place(url: $0.url, name: $0.name) })
            merged.guides += list.guides.filter { guides.insert($0).inserted }
            for (reason, count) in list.problemCounts { merged.problemCounts[reason, default: 0] += count }
        }
        // Lines of which file, nobody could tell.
        merged.problems = []
        return merged
    }
}
