/// A list to choose from: what lies in it, as the box tells it.
package struct ListState: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// All there are; OK watches one.
        case channels
        /// What the remote may have no keys for.
        case menu
    }

    package struct Row: Hashable, Sendable {
        /// Of a channel its id; of the menu what the box calls it.
        package var id: String
        /// Before the title: a channel's number.
        package var lead: String?
        package var title: String
        /// How it stands, or why it can't be chosen now.
        package var note: String?
        package var isEnabled = true
        /// OK leaves the list open.
        package var staysOpen = false
        /// Left and right change it; elsewhere they turn the page.
        package var isAdjustable = false

        package init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// How the channel that was chosen is.
    package enum Standing: Hashable, Sendable, CaseIterable { case playing, coming, failing }

    package var kind: Kind
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
