import Commands
import MediaCore
import Overlays
import Screens

extension Gallery {
    /// A page of favourites: cards of channels, the last one for the channel that plays.
    ///
    /// - Parameter current: the index of the one that plays; nil: none of them
    static func favourites(_ channels: [ChannelLabel], current: ChannelLabel? = nil, page: String? = nil)
        -> OverlayState
    {
        var cards = channels.enumerated().map { index, channel in
            var card = OverlayCard(.channel, channel)
            if channel.id != "bare", index % 4 != 3 {
                card.programme = index % 3 == 2 ? longProgramme : programme
                card.programme?.picture = index % 2 == 0 ? "poster" : nil
            }
            card.isPlaying = channel.id == current?.id
            card.isLocked = index == 3
            return card
        }
        if let current {
            cards.append(OverlayCard(channels.contains(current) ? .removeFavourite : .addFavourite, current))
        }
        let content: OverlayState.Row.Content =
            cards.isEmpty ? .text("\(Strings.noFavourites). \(Strings.howToAddFavourite)") : .cards(cards)
        return OverlayState(
            pages: [OverlayState.Page(id: "favourites", title: "Favourites", rows: [.init(content)])], page: page)
    }

    /// A channel beside others of the same name.
    static func numbered(_ count: Int) -> [ChannelLabel] {
        let all = [one, two, arabic, long, japanese, hebrew, bare]
        return (0..<count).map { index in
            var label = all[index % all.count]
            label.id += "\(index / all.count)"
            return label
        }
    }

    /// An owner's pages: what follows, and a page with a row of each kind.
    static var owner: OverlayState {
        var state = favourites(numbered(6), current: numbered(6)[0])
        let coming = ["21:00 – 21:30", "21:30 – 22:15", "22:15 – 23:00"].enumerated().map { index, times in
            var card = OverlayCard(
                .programme(start: Int64(1_000 * (index + 1))), one,
                programme: ProgrammeLabel(title: "The Ten O’Clock News", times: times))
            card.isPlaying = true
            return card
        }
        state.pages.append(.init(id: "up-next", title: "Up next on this channel", rows: [.init(.cards(coming))]))
        let labels = ["Lights", "Heating", "Doorbell", "A label that is longer than its button", "Guide", "Quiet"]
        state.pages.append(
            .init(
                id: "house", title: "House",
                rows: [
                    .init(title: "Ring Ada before eight", .text("The key is under the second pot. The cat has eaten.")),
                    .init(title: "At home", .buttons(labels.map { .init($0, .program("lights")) })),
                    .init(title: "The garden", .picture("poster")),
                ]))
        return state
    }

    /// A mark of each kind, one in each corner but one, where there are two.
    static let marks = [
        MarkState(.logo(one), corner: .topRight), MarkState(.clock, corner: .topLeft, size: 64, opacity: 0.8),
        MarkState(.picture("poster"), corner: .bottomRight, size: 120, opacity: 0.5),
        MarkState(.logo(two), corner: .bottomRight, size: 80),
    ]

    static func owner(page: String) -> OverlayState {
        var state = owner
        state.page = page
        return state
    }
}
