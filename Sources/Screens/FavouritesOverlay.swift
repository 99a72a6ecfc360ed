/// The overlay's row of cards: which has the focus, and which are in view.
struct FavouritesOverlay: Hashable, Sendable {
    static let visibleCards = 6

    private(set) var cards: [FavouriteCard]
    /// The channel that plays now.
    private(set) var current: String?
    private(set) var focus = 0
    private(set) var firstVisible = 0

    init(cards: [FavouriteCard], current: String?) {
        self.cards = cards
        self.current = current
        focus(on: current)
    }

    var focused: FavouriteCard? { cards.indices.contains(focus) ? cards[focus] : nil }
    var visible: Range<Int> { firstVisible..<min(cards.count, firstVisible + Self.visibleCards) }

    /// New cards; the focus stays with its channel.
    mutating func update(cards: [FavouriteCard], current: String?) {
        let focusedID = focused?.channel.id
        self.cards = cards
        self.current = current
        focus(on: focusedID)
    }

    /// - Returns: whether there was a card to move to.
    @discardableResult
    mutating func move(by step: Int) -> Bool {
        let target = focus + step
        guard cards.indices.contains(target) else { return false }
        focus = target
        keepFocusVisible()
        return true
    }

    private mutating func focus(on id: String?) {
        focus = cards.firstIndex { $0.channel.id == id } ?? 0
        keepFocusVisible()
    }

    private mutating func keepFocusVisible() {
        firstVisible = min(firstVisible, focus)
        firstVisible = max(firstVisible, focus - Self.visibleCards + 1)
        firstVisible = max(0, min(firstVisible, cards.count - Self.visibleCards))
    }
}
