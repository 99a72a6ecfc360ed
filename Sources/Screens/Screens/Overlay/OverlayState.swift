import Overlays

/// What an owner's overlay shows, with all that its sources have by now (docs/overlays.md).
package struct OverlayState: Hashable, Sendable {
    package struct Page: Hashable, Sendable {
        package var id: String
        package var title: String
        package var rows: [Row]

        package init(id: String, title: String, rows: [Row]) {
            self.id = id
            self.title = title
            self.rows = rows
        }
    }

    package struct Row: Hashable, Sendable {
        package enum Content: Hashable, Sendable {
            case cards([OverlayCard])
            case buttons([Button])
            case text(String)
            /// The painter's key of a picture.
            case picture(String)
        }

        package var title: String?
        package var content: Content

        package init(title: String? = nil, _ content: Content) {
            self.title = title
            self.content = content
        }

        /// How many things of it can have the focus.
        var count: Int {
            switch content {
            case .cards(let cards): cards.count
            case .buttons(let buttons): buttons.count
            case .text, .picture: 0
            }
        }
    }

    package struct Button: Hashable, Sendable {
        package var label: String
        package var action: OverlayAction

        package init(_ label: String, _ action: OverlayAction) {
            self.label = label
            self.action = action
        }
    }

    package var pages: [Page]
    /// The page that is to be seen; nil: the first.
    package var page: String?

    package init(pages: [Page], page: String? = nil) {
        self.pages = pages
        self.page = page
    }
}

/// A card of an overlay: a channel with what is on, a programme that is to come, or what can be done with a favourite.
package struct OverlayCard: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// OK goes to the channel.
        case channel
        /// It comes later, at this second since 1970; OK opens its page.
        case programme(start: Int64)
        /// OK makes the channel a favourite, or no longer one.
        case addFavourite, removeFavourite
    }

    package var kind: Kind
    package var channel: ChannelLabel
    /// What is on, or is to come; nil: it is not known, or locked.
    package var programme: ProgrammeLabel?
    /// Whether its channel is the one that plays.
    package var isPlaying = false
    /// Whether a code is asked for before it is seen: nothing of it is told.
    package var isLocked = false

    package init(_ kind: Kind, _ channel: ChannelLabel, programme: ProgrammeLabel? = nil) {
        self.kind = kind
        self.channel = channel
        self.programme = programme
    }

    /// What tells it from the others of its row.
    var id: String {
        switch kind {
        case .channel: "channel \(channel.id)"
        case .programme(let start): "programme \(start) \(channel.id)"
        case .addFavourite, .removeFavourite: "favourite"
        }
    }
}
