import Commands
import Devices
import Layout
import MediaCore
import Overlays

/// The screen of the info key, in tabs: what is on, its tracks, how picture and sound are set, how it plays.
///
/// Left and right go through the tabs, down goes into one, and up comes back to them.
struct InfoScreen: Screen {
    // What asks something, or has failed, is more urgent.
    static let row = ScreenRow(id: .info, kind: .panel, style: .fade(), bears: [.offer])

    /// The row with the focus.
    struct Place: Hashable, Sendable {
        var column: Int
        var row: Int
    }

    private(set) var state: InfoState
    private(set) var tabID: InfoTab.ID
    /// The place of the focus in the tab; nil: it is on the row of tabs.
    private(set) var place: Place?

    init(state: InfoState) {
        self.state = state
        tabID = state.tabs.first?.id ?? .now
    }

    var tab: InfoTab? { state.tabs.first { $0.id == tabID } }
    var focused: InfoRow? { place.flatMap(content) }

    var focus: Focus? { .info }
    var stay: Duration? { .seconds(60) }
    var frame: Rectangle { InfoPanel.ground.frame }
    func inset(_ wish: Look.Inset) -> Rectangle? { wish == .all ? InfoPanel.inset : nil }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        guard let place else { return pressOnTabs(key) }
        switch key {
        case .move(.up):
            self.place = place.row > 0 ? Place(column: place.column, row: place.row - 1) : nil
        case .move(.down): go(to: Place(column: place.column, row: place.row + 1))
        case .move(let aside):
            guard let row = content(place), row.isAdjustable else {
                go(to: Place(column: place.column + (aside == .left ? -1 : 1), row: place.row))
                break
            }
            return .stay((aside == .left ? row.less : row.more).map { [.command($0)] } ?? [])
        case .confirm:
            guard let row = content(place) else { break }
            if let owner = row.owner { return owner == .close ? .leave : .stay([.overlay(owner)]) }
            guard let command = row.command else { break }
            return row.closesPanel ? .close([.command(command)]) : .stay([.command(command)])
        case .back: return .leave
        case .digit, .page, .type, .erase: break
        }
        return .stay()
    }

    private mutating func pressOnTabs(_ key: ScreenKey) -> KeyAnswer {
        switch key {
        case .move(.left): moveTab(by: -1)
        case .move(.right): moveTab(by: 1)
        case .move(.down): enter()
        case .confirm:
            enter()
            // There is nothing to choose.
            if place == nil { return .leave }
        // Up is opposite to the direction that opened it.
        case .move(.up), .back: return .leave
        case .digit, .page, .type, .erase: break
        }
        return .stay()
    }

    /// Keeps the tab and the row that has the focus, where they are still there.
    func following(_ before: Self?) -> Self {
        guard let before, state.channel.id == before.state.channel.id,
            state.tabs.contains(where: { $0.id == before.tabID })
        else { return self }
        var screen = self
        screen.tabID = before.tabID
        guard let place = before.place else { return screen }
        if let id = before.focused?.id, let found = screen.places.first(where: { screen.content($0)?.id == id }) {
            screen.place = found
        } else {
            screen.go(to: place)
        }
        return screen
    }

    func parts(at moment: Moment) -> [ScreenPart] {
        InfoPanel.parts(of: self, clock: moment.clock)
    }

    // MARK: The focus

    private func content(_ place: Place) -> InfoRow? {
        guard let columns = tab?.columns, columns.indices.contains(place.column),
            columns[place.column].rows.indices.contains(place.row)
        else { return nil }
        return columns[place.column].rows[place.row]
    }

    private var places: [Place] {
        (tab?.columns ?? []).enumerated().flatMap { column, content in
            content.rows.indices.map { Place(column: column, row: $0) }
        }
    }

    /// Puts the focus on a row, or on the last one of a column that is shorter; nowhere else where there is no column.
    private mutating func go(to place: Place) {
        guard let columns = tab?.columns, columns.indices.contains(place.column) else { return }
        let count = columns[place.column].rows.count
        guard count > 0 else { return }
        self.place = Place(column: place.column, row: min(max(place.row, 0), count - 1))
    }

    /// Puts the focus into the tab: on what is in force in its first column, or on its first row.
    private mutating func enter() {
        guard let first = places.first, let rows = tab?.columns[first.column].rows else { return }
        place = Place(column: first.column, row: rows.firstIndex(where: \.isChosen) ?? 0)
    }

    private mutating func moveTab(by step: Int) {
        guard let index = state.tabs.firstIndex(where: { $0.id == tabID }), state.tabs.indices.contains(index + step)
        else { return }
        tabID = state.tabs[index + step].id
    }
}

extension Interface {
    /// The tab of the info panel that is open; nil: the panel is not.
    package var shownInfoTab: InfoTab.ID? { presented(InfoScreen.self)?.tabID }
}
