import Commands
import Layout
import MediaCore

/// The screen of a channel that has failed: OK tries again, Back leads to the channel before.
struct FailureScreen: Screen {
    static let row = ScreenRow(id: .failure, kind: .notice, style: .fade(), closes: [.interstitial])

    var state: FailureState

    var focus: Focus? { .failure }
    var farewell: [InterfaceAction] { [.goBack] }
    var countdown: HostTime? { state.retryAt }
    var videoOpacity: Double { 0.3 }
    var frame: Rectangle { NoticePanel.frame }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch key {
        case .confirm:
            state.retryAt = nil
            return .stay([.retry])
        case .back: return .leave
        case .move, .digit, .page, .type, .erase: return .stay()
        }
    }

    func parts(at moment: Moment) -> [ScreenPart] {
        let seconds = moment.secondsLeft(until: state.retryAt)
        let parts = [NoticePanel.ground, .panel(NoticePanel.node(for: state, secondsLeft: seconds), frame)]
        guard seconds == nil else { return parts }
        return parts + [ScreenPart(name: .wheel, nodes: Wheel.around, frame: NoticePanel.wheelFrame)]
    }
}

/// A channel that stopped, or never started, and what the box does about it.
package struct FailureState: Hashable, Sendable {
    package var channel: ChannelLabel
    package var reason: FailureReason
    /// The time of the next try; nil while it is being tried.
    package var retryAt: HostTime?
    /// Whether Back leads to a channel.
    package var canGoBack: Bool
    /// The channel to which it leads.
    package var back: ChannelLabel?

    package init(
        channel: ChannelLabel, reason: FailureReason, retryAt: HostTime?, canGoBack: Bool = true,
        back: ChannelLabel? = nil
    ) {
        self.channel = channel
        self.reason = reason
        self.retryAt = retryAt
        self.canGoBack = canGoBack
        self.back = back
    }
}

/// The reason why a channel does not play, as far as a viewer can do something about it.
package enum FailureReason: Hashable, Sendable {
    case noNetwork
    case unreachable
    case notFound
    /// The server refused: 401, 403, 429 and similar.
    case refused(status: Int)
    /// The server failed: 5xx.
    case serverTrouble(status: Int)
    case timedOut
    /// The address gives no channel, but HTML, say.
    case notAChannel
    /// Nothing comes by the wire of an input of the box.
    case noInput
    case damaged
    /// A codec or protection is not supported, in plain words: "AC-4 sound".
    case unsupported(String)
    case ended
    /// A device of the box fails: "sound output", "screen".
    case device(String)
    /// Any other reason, as a whole sentence; without addresses, which may hold a token.
    case other(String)
}
