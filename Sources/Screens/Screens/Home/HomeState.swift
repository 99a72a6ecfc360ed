/// What the home shows, as the box tells it: what plays, what can be done, and rows of what there is to watch.
package struct HomeState: Hashable, Sendable {
    /// A thing to do, in the order in which they stand.
    package enum Deed: String, Hashable, Sendable, CaseIterable {
        /// Back to the picture.
        case watch
        case startOver, guide, search, menu
    }

    package var playing: ChannelLabel?
    /// What is on there; nil: it is not known, or locked.
    package var programme: ProgrammeLabel?
    package var deeds: [Deed]
    /// Rows of cards and of buttons.
    package var rows: [OverlayState.Row]

    /// The channels of its cards.
    package var channels: [String] {
        rows.flatMap { row -> [String] in
            if case .cards(let cards) = row.content { cards.map(\.channel.id) } else { [] }
        }
    }

    package init(playing: ChannelLabel? = nil, deeds: [Deed] = [.watch, .menu], rows: [OverlayState.Row] = []) {
        self.playing = playing
        self.deeds = deeds
        self.rows = rows
    }
}
