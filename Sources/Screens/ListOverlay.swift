/// A list on the screen: which row has the focus, and which are in view. It goes round at its ends, so that one of up
/// and down is enough.
struct ListOverlay: Hashable, Sendable {
    static let mostVisible = 10

    private(set) var state: ListState
    private(set) var focus = 0
    private(set) var firstVisible = 0

    init(_ state: ListState) {
        self.state = state
        focus = state.rows.firstIndex { $0.id == state.current } ?? 0
        // The row with the focus stands in the middle.
        firstVisible = focus - Self.mostVisible / 2
        keepFocusVisible()
    }

    var focused: ListState.Row? { state.rows.indices.contains(focus) ? state.rows[focus] : nil }
    var visible: Range<Int> { firstVisible..<min(state.rows.count, firstVisible + Self.mostVisible) }

    /// Replaces the rows of the list; the focus stays with its row, or near its place.
    mutating func update(_ state: ListState) {
        let before = focused?.id
        self.state = state
        focus = state.rows.firstIndex { $0.id == before } ?? max(0, min(focus, state.rows.count - 1))
        keepFocusVisible()
    }

    mutating func move(by step: Int) {
        let count = state.rows.count
        guard count > 0 else { return }
        focus = (focus + step % count + count) % count
        keepFocusVisible()
    }

    /// Moves the focus by pages; it stays at the ends.
    mutating func turnPage(by pages: Int) {
        focus = max(0, min(focus + pages * Self.mostVisible, state.rows.count - 1))
        keepFocusVisible()
    }

    private mutating func keepFocusVisible() {
        firstVisible = min(firstVisible, focus)
        firstVisible = max(firstVisible, focus - Self.mostVisible + 1)
        firstVisible = max(0, min(firstVisible, state.rows.count - Self.mostVisible))
    }
}
