import Guide

extension Channel {
    /// The name and the groups that its list gives a channel which has others by hand.
    package struct ListNames: Hashable, Sendable {
        package var name: String
        package var groups: [String]
    }

    /// The name that its list gives it.
    package var listName: String { listNames?.name ?? name }

    /// Its groups and those of its list: what a lock says of either holds.
    var allGroups: [String] { groups + (listNames?.groups.filter { !groups.contains($0) } ?? []) }

    /// Changes what was changed by hand, but for the number and what hides it.
    mutating func apply(_ edit: ChannelEdit) {
        if edit.name != nil || edit.groups != nil { listNames = ListNames(name: name, groups: groups) }
        name = edit.name ?? name
        groups = edit.groups ?? groups
        guideChoice = edit.guide
    }
}
