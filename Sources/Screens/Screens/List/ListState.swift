/// The contents of a list to choose from, as the box tells them.
package struct ListState: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// All channels there are, or those of a group; OK watches one.
        case channels
        /// The groups of channels; OK shows those of one.
        case groups
        /// The menu: functions for which the remote may have no keys.
        case menu
        /// What a viewer may set: the sections, or what is in one of them.
        case settings
        /// The televisions and loudspeakers in the house; OK has one play what is on.
        case renderers
    }

    package struct Row: Hashable, Sendable {
        /// The row's id: a channel's own; for the menu the box's name.
        package var id: String
        /// The text before the title: a channel's number.
        package var lead: String?
        package var title: String
        /// The painter's key of a channel's logo.
        package var logo: String?
        /// The row's state, or why it can't be chosen now.
        package var note: String?
        /// What follows on a channel, with its time: `20:55 News`.
        package var next: String?
        /// How much of what is on there is over, 0…1; nil: it is not known.
        package var progress: Double?
        /// More about it, under its title: who sets it.
        package var detail: String?
        package var isEnabled = true
        /// Whether OK leaves the list open.
        package var staysOpen = false
        /// Whether left and right change the row; elsewhere they turn the page.
        package var isAdjustable = false
        /// Whether it only tells something: it has the focus like any other, so that all of it can be read.
        package var isFact = false

        package init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// How the channel that was chosen is.
    package enum Standing: Hashable, Sendable, CaseIterable { case playing, coming, failing }

    package var kind: Kind
    /// Whose channels are shown, or which section of the settings; nil: all.
    package var group: String?
    /// The name over the rows, where it is neither the group's nor the kind's.
    package var title: String?
    /// How captions look, where that is chosen in the list: a line of them stands beside it.
    package var sample: CaptionStyle?
    /// The list that Back leads to; empty: it closes this one.
    package var above: [ListState] = []
    package var rows: [Row]
    /// The row that has the focus first: the channel that was chosen.
    package var current: String?
    /// How that one is; nil: nothing is to play.
    package var standing: Standing?

    package init(_ kind: Kind, rows: [Row], current: String? = nil, standing: Standing? = nil) {
        self.standing = standing
        self.kind = kind
        self.rows = rows
        self.current = current
    }
}
