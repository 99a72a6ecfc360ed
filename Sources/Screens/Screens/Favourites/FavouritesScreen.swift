import Commands
import Devices
import Layout
import MediaCore

/// The custom overlay: a row of cards, one of them with the focus. The last one makes the channel that plays a
/// favourite, or no longer one.
struct FavouritesScreen: Screen {
    static let row = ScreenRow(
        id: .favourites, kind: .panel, style: .slide(height: FavouritesPanel.frame.height + 54))

    enum Slot: Hashable, Sendable {
        case card(FavouriteCard)
        case add(ChannelLabel)
        case remove(ChannelLabel)
    }

    static let visibleSlots = 6

    private(set) var slots: [Slot] = []
    private(set) var focusedIndex = 0
    private(set) var firstVisible = 0
    /// The channel that plays now.
    private(set) var current: ChannelLabel?

    init(cards: [FavouriteCard], current: ChannelLabel?) {
        setSlots(cards, current)
        focusedIndex = slots.firstIndex { $0.card?.channel.id == current?.id } ?? 0
        keepFocusVisible()
    }

    var hasCards: Bool { slots.contains { $0.card != nil } }
    var focused: Slot? { slots.indices.contains(focusedIndex) ? slots[focusedIndex] : nil }
    var visible: Range<Int> { firstVisible..<min(slots.count, firstVisible + Self.visibleSlots) }

    var focus: Focus? { .overlay }
    var frame: Rectangle { FavouritesPanel.frame }
    func parts(at moment: Moment) -> [ScreenPart] { [.panel(FavouritesPanel.node(for: self), frame)] }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch key {
        case .move(.left): move(by: -1)
        case .move(.right): move(by: 1)
        // Down is opposite to the direction that opened it.
        case .back, .move(.down): return .leave
        case .confirm: return choose()
        case .move(.up), .digit: break
        }
        return .stay()
    }

    private func choose() -> KeyAnswer {
        switch focused {
        case .add(let channel): .stay([.setFavourite(channelID: channel.id, true)])
        case .remove(let channel): .stay([.setFavourite(channelID: channel.id, false)])
        case .card(let card): .close([.tune(channelID: card.channel.id)])
        case nil: .close()
        }
    }

    /// Replaces the cards; the focus stays with its channel, or at its end of the row.
    func following(_ before: Self?) -> Self {
        guard var screen = before else { return self }
        screen.slots = slots
        screen.current = current
        if let id = before?.focused?.card?.channel.id {
            screen.focusedIndex =
                slots.firstIndex { $0.card?.channel.id == id } ?? min(screen.focusedIndex, max(0, slots.count - 1))
        } else {
            screen.focusedIndex = max(0, slots.count - 1)
        }
        screen.keepFocusVisible()
        return screen
    }

    /// Moves the focus; it stays at the ends.
    private mutating func move(by step: Int) {
        guard slots.indices.contains(focusedIndex + step) else { return }
        focusedIndex += step
        keepFocusVisible()
    }

    private mutating func setSlots(_ cards: [FavouriteCard], _ current: ChannelLabel?) {
        self.current = current
        slots = cards.map(Slot.card)
        guard let current else { return }
        let isFavourite = cards.contains { $0.channel.id == current.id }
        slots.append(isFavourite ? .remove(current) : .add(current))
    }

    private mutating func keepFocusVisible() {
        firstVisible = min(firstVisible, focusedIndex)
        firstVisible = max(firstVisible, focusedIndex - Self.visibleSlots + 1)
        firstVisible = max(0, min(firstVisible, slots.count - Self.visibleSlots))
    }
}

extension FavouritesScreen.Slot {
    var card: FavouriteCard? {
        if case .card(let card) = self { card } else { nil }
    }
}

/// One card of the overlay.
package struct FavouriteCard: Hashable, Sendable {
    package var channel: ChannelLabel
    /// The title of the programme that is on there.
    package var programme: String?

    package init(channel: ChannelLabel, programme: String? = nil) {
        self.channel = channel
        self.programme = programme
    }
}
