import Commands
import Devices
import Layout
import MediaCore

/// The transport bar: left and right look for another place, OK pauses, or goes to the place found.
struct TransportScreen: Screen {
    static let row = ScreenRow(id: .transport, kind: .bar)

    var state: TransportState

    var focus: Focus? { .transport }
    /// A bar that stood over a still picture for ever would burn into some screens.
    var stay: Duration? { state.isPaused ? .seconds(60) : .seconds(5) }
    var farewell: [InterfaceAction] { isSearching ? [.cancelScrub] : [] }
    var frame: Rectangle { TransportPanel.frame }

    private var isSearching: Bool { state.timeline?.target != nil }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch key {
        case .move(let direction) where direction == .left || direction == .right: return .stay([.scrub(direction)])
        // The place that is looked for is still gone to.
        case .move: return .close()
        case .confirm: return .stay([.confirmTransport])
        case .back where isSearching:
            state.timeline?.target = nil
            return .stay([.cancelScrub])
        case .back: return .leave
        case .digit: return .stay()
        }
    }

    func parts(at moment: Moment) -> [ScreenPart] { [.panel(TransportPanel.node(for: state), frame)] }
}
