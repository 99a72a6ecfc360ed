import Commands
import Devices
import Layout
import MediaCore
import Overlays

/// The home: the picture goes on in a large corner, beside it what plays and what can be done, below it a row at a time
/// of what there is to watch.
struct HomeScreen: Screen {
    static let row = ScreenRow(id: .home, kind: .panel, style: .fade())

    /// The place of the focus.
    enum Place: Hashable {
        case deed(Int)
        /// A row; what has the focus in it is its own.
        case row(Int)
    }

    private(set) var state: HomeState
    private(set) var place = Place.deed(0)
    /// The row that is seen.
    private(set) var shownRow = 0
    /// In each row, the thing that has the focus when the row has it, and the first that can be seen.
    private(set) var columns: [Int]
    private(set) var firsts: [Int]
    private var light = FocusLight()

    init(_ state: HomeState) {
        self.state = state
        columns = state.rows.map { _ in 0 }
        firsts = state.rows.map { _ in 0 }
    }

    var focus: Focus? { .overlay }
    var frame: Rectangle { Rectangle(Theme.screen) }
    var videoOpacity: Double { 0.35 }
    func inset(_ wish: Look.Inset) -> Rectangle? { wish == .off ? nil : HomePanel.inset }

    /// The row that has the focus, with the index of the thing in it.
    var focused: (row: OverlayState.Row, index: Int)? {
        guard case .row(let number) = place, state.rows.indices.contains(number),
            columns[number] < state.rows[number].count
        else { return nil }
        return (state.rows[number], columns[number])
    }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        let before = HomePanel.focusPlace(in: self)
        defer { if HomePanel.focusPlace(in: self) != before { light.leaves(before, at: now) } }
        switch (key, place) {
        case (.back, _): return .leave
        case (.confirm, .deed(let index)):
            return state.deeds.indices.contains(index) ? perform(state.deeds[index]) : .stay()
        case (.confirm, .row): return choose()
        case (.move(.left), .deed(let index)): place = .deed(max(0, index - 1))
        case (.move(.right), .deed(let index)): place = .deed(min(state.deeds.count - 1, index + 1))
        case (.move(.down), .deed): if !state.rows.isEmpty { go(toRow: shownRow) }
        case (.move(.up), .deed): break
        case (.move(.left), .row(let row)): move(in: row, by: -1)
        case (.move(.right), .row(let row)): move(in: row, by: 1)
        case (.move(.down), .row(let row)): go(toRow: min(row + 1, state.rows.count - 1))
        case (.move(.up), .row(let row)): if row == 0 { place = .deed(0) } else { go(toRow: row - 1) }
        case (.page, _), (.digit, _), (.type, _), (.erase, _): break
        }
        return .stay()
    }

    private func perform(_ deed: HomeState.Deed) -> KeyAnswer {
        switch deed {
        case .watch: .leave
        case .startOver: .close([.command(.startOver)])
        case .guide: .close([.command(.showGuide)])
        case .search: .close([.command(.showSearch)])
        case .menu: .close([.command(.showMenu)])
        }
    }

    private func choose() -> KeyAnswer {
        guard let (row, index) = focused else { return .stay() }
        switch row.content {
        case .cards(let cards):
            let card = cards[index]
            switch card.kind {
            case .channel: return .close([.tune(channelID: card.channel.id)])
            case .programme(let start):
                return .stay([.showProgramme(channelID: card.channel.id, start: start)])
            case .addFavourite: return .stay([.setFavourite(channelID: card.channel.id, true)])
            case .removeFavourite: return .stay([.setFavourite(channelID: card.channel.id, false)])
            }
        case .buttons(let buttons):
            let action = buttons[index].action
            if case .close = action { return .leave }
            if case .program = action { return .stay([.overlay(action)]) }
            return .close([.overlay(action)])
        case .text, .picture: return .stay()
        }
    }

    private mutating func go(toRow row: Int) {
        guard state.rows.indices.contains(row) else { return }
        place = .row(row)
        shownRow = row
    }

    private mutating func move(in row: Int, by step: Int) {
        columns[row] = max(0, min(columns[row] + step, state.rows[row].count - 1))
        keepFocusVisible()
    }

    private mutating func keepFocusVisible() {
        for row in state.rows.indices {
            let visible = OverlayPanel.visibleItems(state.rows[row])
            columns[row] = max(0, min(columns[row], state.rows[row].count - 1))
            firsts[row] = min(firsts[row], columns[row])
            firsts[row] = max(firsts[row], columns[row] - visible + 1)
            firsts[row] = max(0, min(firsts[row], state.rows[row].count - visible))
        }
    }

    /// Takes what there is by now; the focus stays with its thing, or near its place.
    func following(_ before: Self?) -> Self {
        guard let before else { return self }
        var screen = self
        screen.light = before.light
        for (index, row) in state.rows.enumerated() {
            guard let old = before.state.rows.firstIndex(where: { $0.title == row.title }) else { continue }
            screen.columns[index] = before.columns[old]
            screen.firsts[index] = before.firsts[old]
            if case .cards(let cards) = row.content, case .cards(let known) = before.state.rows[old].content,
                known.indices.contains(before.columns[old])
            {
                let id = known[before.columns[old]].id
                screen.columns[index] = cards.firstIndex { $0.id == id } ?? before.columns[old]
            }
        }
        screen.shownRow = max(0, min(before.shownRow, state.rows.count - 1))
        switch before.place {
        case .deed(let index): screen.place = .deed(max(0, min(index, state.deeds.count - 1)))
        case .row: if !state.rows.isEmpty { screen.place = .row(screen.shownRow) }
        }
        screen.keepFocusVisible()
        return screen
    }

    func parts(at moment: Moment) -> [ScreenPart] { HomePanel.parts(of: self, light, clock: moment.clock) }
}

extension Interface {
    /// The home that is open; nil: it is not.
    package var shownHome: HomeState? { presented(HomeScreen.self)?.state }

    /// The cards of the home that are seen, or may be with the next key.
    package var homeCards: [OverlayCard] {
        guard let screen = presented(HomeScreen.self) else { return [] }
        return (screen.shownRow - 1...screen.shownRow + 1).filter(screen.state.rows.indices.contains).flatMap { row in
            guard case .cards(let cards) = screen.state.rows[row].content else { return [OverlayCard]() }
            return Array(cards.dropFirst(screen.firsts[row]).prefix(8))
        }
    }
}
