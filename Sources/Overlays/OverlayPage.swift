/// A page that an owner lays over the picture, as its file says it (docs/overlays.md): rows of cards, buttons, text and
/// pictures. Where things stand is never said in it, so that it fits every screen, language and size of text.
package struct OverlayPage: Hashable, Sendable {
    /// Where a page is seen.
    package enum Place: String, Hashable, Sendable, CaseIterable {
        /// Over the picture, with a swipe up.
        case overlay
        /// As a tab of the info panel, after the others.
        case info
        /// As rows of the home, after its own.
        case home
        /// As a menu above the transport bar, after the others.
        case bar
    }

    /// The name of its file, without `.toml`.
    package var id: String
    package var place: Place
    package var title: OverlayText
    package var rows: [OverlayRow]

    package init(id: String, place: Place = .overlay, title: OverlayText, rows: [OverlayRow]) {
        self.id = id
        self.place = place
        self.title = title
        self.rows = rows
    }
}

/// A row of an overlay's page.
package struct OverlayRow: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// A card for each of what the source has, at most `limit`.
        case cards(OverlaySource, limit: Int)
        case buttons([OverlayButton])
        case text(OverlayText)
        /// The path of a PNG or JPEG.
        case picture(String)
    }

    package var title: OverlayText?
    package var content: Content
    /// What stands there where the source has nothing; nil: the row is left out then.
    package var empty: OverlayText?

    package init(title: OverlayText? = nil, _ content: Content, empty: OverlayText? = nil) {
        self.title = title
        self.content = content
        self.empty = empty
    }
}

/// Where the cards of a row come from.
package enum OverlaySource: Hashable, Sendable {
    /// The viewer's favourites, with what is on; the last card makes the channel that plays one, or no longer one.
    case favourites
    /// All channels, from the one that plays on, with what is on.
    case all
    /// The channels of a group, with what is on.
    case group(String)
    /// These channels, each by its number, name or tvg-id, with what is on.
    case channels([String])
    /// What follows on the channel that plays.
    case next
    /// The channels on which something of this genre is on, as the guide names it, with what it is.
    case genre(String)
    /// The programmes with these words that are on or to come, on whatever channel.
    case search(String)

    /// Reads a source: `favourites`, `all`, `next`, `group NAME`, `channels 1, 5, BBC One`, `genre NAME`, `search WORDS`;
    /// nil: there is none of that name.
    package init?(text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = (parts.count > 1 ? parts[1] : "").drop { $0 == " " }
        switch parts.first {
        case "favourites" where rest.isEmpty: self = .favourites
        case "all" where rest.isEmpty: self = .all
        case "next" where rest.isEmpty: self = .next
        case "group" where !rest.isEmpty: self = .group(String(rest))
        case "genre" where !rest.isEmpty: self = .genre(String(rest))
        case "search" where rest.contains(where: { $0.isLetter || $0.isNumber }): self = .search(String(rest))
        case "channels":
            let names = rest.split(separator: ",").map { name in
                String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }.filter { !$0.isEmpty }
            guard !names.isEmpty else { return nil }
            self = .channels(names)
        default: return nil
        }
    }
}

package struct OverlayButton: Hashable, Sendable {
    package var label: OverlayText
    package var action: OverlayAction

    package init(label: OverlayText, action: OverlayAction) {
        self.label = label
        self.action = action
    }
}
