import Commands
import Devices
import Layout
import MediaCore
import Overlays

/// The transport bar: left and right look for another place, OK pauses, or goes to the place found; the menus are above
/// it.
struct TransportScreen: Screen {
    static let row = ScreenRow(id: .transport, kind: .bar)

    var state: TransportState { didSet { place.keep(to: state.menus) } }
    private(set) var place = BarFocus.timeline

    init(state: TransportState) {
        self.state = state
    }

    var focus: Focus? { place == .timeline ? .transport : .overlay }
    /// A bar that stood over a still picture for ever would burn into some screens.
    var stay: Duration? {
        state.isPaused ? .seconds(60) : isSearching ? .seconds(20) : .seconds(place == .timeline ? 5 : 10)
    }
    var farewell: [InterfaceAction] { isSearching ? [.cancelScrub] : [] }
    var frame: Rectangle { TransportPanel.frame }

    private var isSearching: Bool { state.timeline?.target != nil }

    func following(_ before: Self?) -> Self {
        guard let before else { return self }
        var screen = self
        screen.place = before.place
        screen.place.keep(to: state.menus)
        return screen
    }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch (place, key) {
        case (.timeline, .move(let direction)) where direction == .left || direction == .right:
            return .stay([.scrub(direction)])
        // Who looks for a place has not left it yet.
        case (.timeline, .move) where isSearching: return .stay()
        case (.timeline, .move(let direction)): return place.move(direction, in: state.menus) ? .stay() : .close()
        case (_, .move(let direction)):
            _ = place.move(direction, in: state.menus)
            return .stay()
        case (.timeline, .confirm): return .stay([.confirmTransport])
        case (.menus(let menu), .confirm):
            if place.open(menu, state.menus) { return .stay() }
            return choose(state.menus[menu].entries.first)
        case (.entries(let menu, let entry), .confirm):
            place = .menus(menu)
            return choose(state.menus[menu].entries[entry])
        case (.timeline, .back) where isSearching:
            state.timeline?.target = nil
            return .stay([.cancelScrub])
        case (_, .back): return place.back() ? .stay() : .leave
        case (_, .digit), (_, .page), (_, .type), (_, .erase): return .stay()
        }
    }

    private func choose(_ entry: BarMenu.Entry?) -> KeyAnswer {
        entry?.action == .overlay(.close) ? .leave : .stay(entry.map { [$0.action] } ?? [])
    }

    func parts(at moment: Moment) -> [ScreenPart] {
        var parts = TransportPanel.parts(for: state, place) + PreviewCard.parts(for: state)
        if case .entries(let menu, let entry) = place {
            parts.append(BarMenuPanel.part(for: state.menus[menu], menu, entry, beside: state.menus.count))
        }
        return parts
    }
}

extension Interface {
    /// Whether the bar is there.
    package var showsTransport: Bool { presented(TransportScreen.self) != nil }
}
