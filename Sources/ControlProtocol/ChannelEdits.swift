/// Changes by hand what the box makes of a channel of its lists. What is not named stays as it is.
package struct ChannelEditRequest: Codable, Sendable, Equatable {
    /// A number, a name or an id; channels that are hidden count too.
    package var channel: String
    package var name: String?
    /// 1...99999.
    package var number: Int?
    /// Whether the channel that has the number gets this one's; else a number that is taken is refused.
    package var swap: Bool?
    /// All of its groups, in place of those it is in.
    package var groups: [String]?
    package var hidden: Bool?
    /// The channel's id in a guide; empty: it has no guide.
    package var guide: String?
    /// What is to be as the list says again: `name`, `number`, `groups`, `hidden`, `guide`; or `all`.
    package var reset: [String]?

    package init(channel: String) { self.channel = channel }
}

/// A channel, and what was changed of it by hand.
package struct ChannelEditInfo: Codable, Sendable, Equatable {
    package var id: String
    /// Whether the lists have it now. What was changed holds when it comes back.
    package var listed: Bool
    /// Nil where the lists do not have it now.
    package var number: Int?
    package var name: String
    package var groups: [String]
    package var hidden: Bool
    /// The id in a guide that was chosen by hand; empty: it is to have none.
    package var guide: String?
    /// What its list calls it, where that is something else.
    package var listName: String?
    /// What was changed: `name`, `number`, `groups`, `hidden`, `guide`.
    package var edited: [String]

    private enum CodingKeys: String, CodingKey {
        case id, listed, number, name, groups, hidden, guide, edited
        case listName = "list_name"
    }

    package init(
        id: String, listed: Bool, number: Int?, name: String, groups: [String], hidden: Bool, guide: String?,
        listName: String?, edited: [String]
    ) {
        self.id = id
        self.listed = listed
        self.number = number
        self.name = name
        self.groups = groups
        self.hidden = hidden
        self.guide = guide
        self.listName = listName
        self.edited = edited
    }
}

/// All that was changed of channels by hand.
package struct ChannelEditList: Codable, Sendable, Equatable {
    package var edits: [ChannelEditInfo]

    package init(edits: [ChannelEditInfo]) { self.edits = edits }
}
