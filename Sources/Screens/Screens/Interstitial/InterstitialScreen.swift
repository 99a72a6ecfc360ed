import Commands
import Layout
import MediaCore

/// The screen between channels: it says where a flip leads and how far it is, and its name lingers a little once the
/// channel is there.
struct InterstitialScreen: Screen {
    static let row = ScreenRow(id: .interstitial, kind: .notice, closes: [.failure], hiddenBy: [.passcode])
    /// The time after which a flip is reported as slow.
    private static let patience = Duration.seconds(2)

    var state: InterstitialState
    /// Since when the channel of the flip is waited for.
    private var since: HostTime
    /// Whether the flip is under way; otherwise the channel plays, and the name only lingers.
    private var isUnderWay = true
    /// Whether the same channel was on its way before: it is tried again, or has failed.
    private var goesOn = false

    init(_ state: InterstitialState, at now: HostTime) {
        self.state = state
        since = now
    }

    func following(_ before: Self?) -> Self {
        guard let before, before.isUnderWay, before.state.to?.id == state.to?.id else { return self }
        var screen = self
        screen.since = before.since
        screen.goesOn = before.state.phase.isUnderWay && state.phase.isUnderWay
        return screen
    }

    /// What the viewer opened meanwhile is not taken away because a channel is tried once more.
    var closes: Set<ScreenID> {
        goesOn ? Self.row.closes : Self.row.closes.union(ScreenID.panels).union([.hint])
    }

    var lingers: Bool { !isUnderWay }
    /// For viewers who look up only when the channel is there.
    var afterglow: Self? {
        guard state.phase == .searching else { return nil }
        var screen = self
        screen.isUnderWay = false
        return screen
    }
    var isClosedWithEverything: Bool { lingers }
    var farewell: [InterfaceAction] { lingers ? [] : [.goBack] }

    var stay: Duration? { lingers ? .milliseconds(2500) : nil }
    var countdown: HostTime? { state.phase.retryAt }
    func nextTurn(after now: HostTime) -> HostTime? { isUnderWay ? since + Self.patience : nil }

    var focus: Focus? {
        switch state.phase {
        case .searching: .video
        case .typing, .unknownNumber: .numberEntry
        case .previewing: .preview
        case .failed: .failure
        }
    }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch (key, state.phase) {
        case (.confirm, .failed(let reason, _)):
            state.phase = .failed(reason, retryAt: nil)
            return .stay([.retry])
        case (.back, _): return .leave
        default: return .stay()
        }
    }

    var videoOpacity: Double {
        // Before the channel is tuned the one before still plays.
        state.phase.isUnderWay ? 0.45 : 1
    }
    var frame: Rectangle { InterstitialPanel.frame }

    func parts(at moment: Moment) -> [ScreenPart] {
        // A flip that was given up is under way no more.
        let isUnderWay = isUnderWay && !moment.isLeaving
        let panel = InterstitialPanel(
            state: state, isUnderWay: isUnderWay, isSlow: isUnderWay && moment.now >= since + Self.patience,
            secondsLeft: moment.secondsLeft(until: countdown))
        let parts = [Scrim.part(.bottom, depth: Theme.screen.height - frame.y + 24), .panel(panel.node, frame)]
        guard panel.hasWheel else { return parts }
        return parts + [ScreenPart(name: .wheel, nodes: Wheel.around, frame: InterstitialPanel.wheelFrame)]
    }
}

extension InterstitialState.Phase {
    fileprivate var retryAt: HostTime? {
        if case .failed(_, let retryAt) = self { retryAt } else { nil }
    }
}
