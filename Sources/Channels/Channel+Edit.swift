import Guide

extension Channel {
    /// What the list calls a channel that is called otherwise by hand.
    package struct Listed: Hashable, Sendable {
        package var name: String
        package var groups: [String]
    }

    /// The name that its list gives it.
    package var listName: String { listed?.name ?? name }

    /// Its groups and those of its list: what a lock says of either holds.
    var allGroups: [String] { groups + (listed?.groups.filter { !groups.contains($0) } ?? []) }

    /// Changes what was changed by hand, but for the number and what hides it.
    mutating func apply(_ edit: ChannelEdit) {
        if edit.name != nil || edit.groups != nil { listed = Listed(name: name, groups: groups) }
        name = edit.name ?? name
        groups = edit.groups ?? groups
        guideChoice = edit.guide
    }
}
