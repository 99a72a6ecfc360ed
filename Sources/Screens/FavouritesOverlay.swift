/// The overlay's row of cards: which has the focus, and which are in view. The last one makes the
/// channel that plays a favourite, or no longer one.
struct FavouritesOverlay: Hashable, Sendable {
    enum Slot: Hashable, Sendable {
        case card(FavouriteCard)
        case add(ChannelLabel)
        case remove(ChannelLabel)
    }

    static let visibleSlots = 6

    private(set) var slots: [Slot] = []
    private(set) var focus = 0
    private(set) var firstVisible = 0
    /// The channel that plays now.
    private(set) var current: ChannelLabel?

    init(cards: [FavouriteCard], current: ChannelLabel?) {
        setSlots(cards, current)
        focus = slots.firstIndex { $0.card?.channel.id == current?.id } ?? 0
        keepFocusVisible()
    }

    var hasCards: Bool { slots.contains { $0.card != nil } }
    var focused: Slot? { slots.indices.contains(focus) ? slots[focus] : nil }
    var visible: Range<Int> { firstVisible..<min(slots.count, firstVisible + Self.visibleSlots) }

    /// Replaces the cards; the focus stays with its channel, or at its end of the row.
    mutating func update(cards: [FavouriteCard], current: ChannelLabel?) {
        let before = focused
        setSlots(cards, current)
        if let id = before?.card?.channel.id {
            focus = slots.firstIndex { $0.card?.channel.id == id } ?? min(focus, max(0, slots.count - 1))
        } else {
            focus = max(0, slots.count - 1)
        }
        keepFocusVisible()
    }

    /// Moves the focus; it stays at the ends.
    mutating func move(by step: Int) {
        guard slots.indices.contains(focus + step) else { return }
        focus += step
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
        firstVisible = min(firstVisible, focus)
        firstVisible = max(firstVisible, focus - Self.visibleSlots + 1)
        firstVisible = max(0, min(firstVisible, slots.count - Self.visibleSlots))
    }
}

extension FavouritesOverlay.Slot {
    var card: FavouriteCard? {
        if case .card(let card) = self { card } else { nil }
    }
}
