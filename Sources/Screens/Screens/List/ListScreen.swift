import Commands
import Devices
import Layout
import MediaCore

/// The channel list, the groups or the menu, one row of it with the focus. It goes round at its ends, so that one of up
/// and down is enough.
struct ListScreen: Screen {
    static let row = ScreenRow(id: .list, kind: .panel)
    static let mostVisible = 10

    private(set) var state: ListState
    private(set) var focusedIndex = 0
    private(set) var firstVisible = 0
    private var light = FocusLight()

    init(_ state: ListState) {
        self.state = state
        focusedIndex = state.rows.firstIndex { $0.id == state.current } ?? 0
        // The row with the focus stands in the middle.
        firstVisible = focusedIndex - Self.mostVisible / 2
        keepFocusVisible()
    }

    var focused: ListState.Row? { state.rows.indices.contains(focusedIndex) ? state.rows[focusedIndex] : nil }
    var visible: Range<Int> { firstVisible..<min(state.rows.count, firstVisible + Self.mostVisible) }

    /// The channels in the rows that can be seen; none in a list of anything else.
    var channels: [ChannelLabel] { state.kind == .channels ? visible.map { Self.channel(state.rows[$0]) } : [] }

    var heading: String { Self.heading(state) }

    static func heading(_ state: ListState) -> String {
        if let title = state.title { return title }
        return switch state.kind {
        case .channels: state.group ?? Strings.channels
        case .groups: Strings.groups
        case .menu: Strings.menu
        case .settings: Strings.settings
        case .renderers: Strings.playElsewhere
        }
    }

    static func channel(_ row: ListState.Row) -> ChannelLabel {
        ChannelLabel(id: row.id, number: row.lead ?? "", name: row.title, logo: row.logo)
    }

    var focus: Focus? { .overlay }
    var frame: Rectangle { ListPanel.frame }
    func inset(_ wish: Look.Inset) -> Rectangle? { wish == .all ? ListPanel.inset : nil }

    func parts(at moment: Moment) -> [ScreenPart] {
        let parts =
            [ListPanel.ground] + ListPanel.parts(of: self)
            + [ListPanel.count(in: self), ListPanel.sample(in: self)].compactMap(\.self)
        guard let row = ListPanel.focused(in: self) else { return parts }
        return parts + [.focus(row, focusPlace, light.glide(to: focusPlace))]
    }

    private var focusPlace: Rectangle { ListPanel.place(slot: focusedIndex - firstVisible) }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        let before = focusPlace
        defer { if focusPlace != before { light.leaves(before, at: now) } }
        switch key {
        case .move(.up): move(by: -1)
        case .move(.down): move(by: 1)
        case .move(let aside): return moveAside(aside)
        case .confirm: return choose()
        case .back:
            guard let above = state.above.last else { return .leave }
            self = ListScreen(above)
        case .digit, .page, .type, .erase: break
        }
        return .stay()
    }

    /// Handles left and right: changes the row, or turns the page.
    private mutating func moveAside(_ direction: Command.Direction) -> KeyAnswer {
        if let row = focused, row.isAdjustable {
            return row.isEnabled ? .stay([.menu(row: row.id, direction)]) : .stay()
        }
        turnPage(by: direction == .left ? -1 : 1)
        return .stay()
    }

    private func choose() -> KeyAnswer {
        guard let row = focused else { return .close() }
        guard row.isEnabled, !row.isFact else { return .stay() }
        let action: InterfaceAction =
            switch state.kind {
            case .channels: .tune(channelID: row.id)
            case .menu, .groups, .settings, .renderers: .menu(row: row.id, nil)
            }
        return row.staysOpen ? .stay([action]) : .close([action])
    }

    /// Replaces the rows of the same list; the focus stays with its row, or near its place.
    func following(_ before: Self?) -> Self {
        guard var screen = before, screen.state.kind == state.kind, screen.state.group == state.group else {
            return self
        }
        screen.state = state
        screen.focusedIndex =
            state.rows.firstIndex { $0.id == before?.focused?.id }
            ?? max(0, min(screen.focusedIndex, state.rows.count - 1))
        screen.keepFocusVisible()
        return screen
    }

    private mutating func move(by step: Int) {
        let count = state.rows.count
        guard count > 0 else { return }
        focusedIndex = (focusedIndex + step % count + count) % count
        keepFocusVisible()
    }

    /// Moves the focus by pages; it stays at the ends.
    private mutating func turnPage(by pages: Int) {
        focusedIndex = max(0, min(focusedIndex + pages * Self.mostVisible, state.rows.count - 1))
        keepFocusVisible()
    }

    private mutating func keepFocusVisible() {
        firstVisible = min(firstVisible, focusedIndex)
        firstVisible = max(firstVisible, focusedIndex - Self.mostVisible + 1)
        firstVisible = max(0, min(firstVisible, state.rows.count - Self.mostVisible))
    }
}

extension Interface {
    /// The list that is open.
    package var shownList: ListState? { presented(ListScreen.self)?.state }

    /// The channels that can be seen in a list.
    package var listedChannels: [ChannelLabel] { presented(ListScreen.self)?.channels ?? [] }
}
