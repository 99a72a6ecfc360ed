/// A channel as it was when its list was read last: by its address it is known again under another name.
package struct KnownChannel: Hashable, Sendable {
    package var id: String
    package var url: String
    /// As the list called it.
    package var name: String
    package var guideID: String?

    package init(id: String, url: String, name: String, guideID: String? = nil) {
        self.id = id
        self.url = url
        self.name = name
        self.guideID = guideID
    }

    /// Whether an entry at its address may be the same station.
    func mayBe(_ entry: ChannelEntry) -> Bool {
        guard let guideID, let other = entry.guideID, guideID != other else { return true }
        return ChannelKey(name: name)?.stem == ChannelKey(name: entry.name)?.stem
    }
}
