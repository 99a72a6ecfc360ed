import Commands
import MediaCore
import Overlays

/// The contents of the info panel: the channel, and what is told of it in tabs.
package struct InfoState: Hashable, Sendable {
    package var channel: ChannelLabel
    /// The tabs from left to right, each with a name of its own. A panel without any tells the channel alone.
    package var tabs: [InfoTab]

    package init(channel: ChannelLabel, tabs: [InfoTab] = []) {
        self.channel = channel
        self.tabs = tabs
    }
}

/// One tab of the info panel: a programme, facts, and rows to choose from.
package struct InfoTab: Hashable, Sendable, Identifiable {
    package enum ID: Hashable, Sendable {
        case now, tracks, picture, details
        /// A tab that the owner of the box made, by the name of its file.
        case owner(String)

        /// The name of the owner's file; nil: it is one of ours.
        package var owner: String? { if case .owner(let name) = self { name } else { nil } }
    }

    package var id: ID
    package var title: String
    package var programme: InfoProgramme?
    /// The rows that can be chosen, in columns beside each other; the focus goes down a column and over to the next.
    package var columns: [InfoColumn]
    package var facts: [InfoFact]

    package init(
        _ id: ID, title: String, programme: InfoProgramme? = nil, columns: [InfoColumn] = [], facts: [InfoFact] = []
    ) {
        self.id = id
        self.title = title
        self.programme = programme
        self.columns = columns
        self.facts = facts
    }
}

/// What is on a channel, as fully as the guide tells it.
package struct InfoProgramme: Hashable, Sendable {
    /// Nil: the guide has nothing.
    package var label: ProgrammeLabel?
    /// Season and number, and the name of the episode: `S2 E4 “Low Water”`.
    package var episode: String?
    /// The age from which it is for, or the guide's own mark: `12`, `PG`.
    package var rating: String?
    package var genre: String?
    package var description: String?
    /// Who is in it, and who made it, in a sentence.
    package var people: String?
    package var next: ProgrammeLabel?
    /// The quality of the picture: `1080p`.
    package var quality: String?

    package init(label: ProgrammeLabel? = nil, next: ProgrammeLabel? = nil, quality: String? = nil) {
        self.label = label
        self.next = next
        self.quality = quality
    }
}

/// Rows beneath each other, under a heading.
package struct InfoColumn: Hashable, Sendable {
    package var title: String?
    package var rows: [InfoRow]

    package init(title: String? = nil, rows: [InfoRow]) {
        self.title = title
        self.rows = rows
    }
}

/// A row that can be chosen, or changed with left and right.
package struct InfoRow: Hashable, Sendable, Identifiable {
    package var id: String
    package var title: String
    /// What it is, or how it is set.
    package var note: String?
    /// Whether it is the one of its column that is in force.
    package var isChosen = false
    /// The command of OK; nil: it only tells.
    package var command: Command?
    /// What OK does where the owner of the box made the row.
    package var owner: OverlayAction?
    /// The commands of left and right; nil: they move the focus.
    package var less: Command?
    package var more: Command?
    /// Whether the panel closes with the command, for what is then to be seen.
    package var closesPanel = false

    package init(
        _ id: String, title: String, note: String? = nil, isChosen: Bool = false, command: Command? = nil,
        owner: OverlayAction? = nil
    ) {
        self.owner = owner
        self.id = id
        self.title = title
        self.note = note
        self.isChosen = isChosen
        self.command = command
    }

    var isAdjustable: Bool { less != nil || more != nil }
}

/// A fact and its name.
package struct InfoFact: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
