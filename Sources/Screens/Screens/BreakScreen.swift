import Commands
import Languages
import Layout
import MediaCore

/// Says which part of a break plays in place of what is on, and how long it takes. Where it may be skipped OK does that;
/// all other keys do what they do without it.
struct BreakScreen: Screen {
    static let row = ScreenRow(
        id: .breakNotice, kind: .sign, style: .fade(),
        yieldsTo: [
            .interstitial, .failure, .lineup, .info, .transport, .resume, .proposal, .overlay, .list, .home, .guide,
            .search, .programme, .passcode, .keyTest, .learning, .pairing, .cast,
        ],
        replacedBy: [.interstitial, .failure, .lineup, .info, .transport, .resume, .proposal, .overlay, .list],
        comesBack: true)

    let state: BreakState

    var focus: Focus? { state.canSkip ? .offer : nil }
    var countdown: HostTime? { state.endsAt }
    /// While it takes a key it goes as whatever takes keys; else it is there to be read.
    var isClosedWithEverything: Bool { state.canSkip }
    var frame: Rectangle { BreakPanel.frame }

    func nextTurn(after now: HostTime) -> HostTime? { Moment(now: now).nextTick(of: state.skipsAt) }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch key {
        case .confirm: .stay([.command(.skipBreak)])
        case .back: .close()
        case .move, .digit, .page, .type, .erase: .stay()
        }
    }

    func parts(at moment: Moment) -> [ScreenPart] {
        [.panel(BreakPanel.node(for: state, at: moment), frame)]
    }
}

/// A break that plays, as it is shown.
package struct BreakState: Hashable, Sendable {
    /// The part that plays, from 1.
    package var number: Int
    package var count: Int
    /// When it is over; nil: nobody knows, or it stands.
    package var endsAt: HostTime?
    /// What is left of it while it stands; nil: it does not, or nobody knows.
    package var left: Duration?
    package var canSkip: Bool
    /// When it may be skipped; nil: it may, or never.
    package var skipsAt: HostTime?

    package init(
        number: Int, count: Int, endsAt: HostTime? = nil, left: Duration? = nil, canSkip: Bool = false,
        skipsAt: HostTime? = nil
    ) {
        self.number = number
        self.count = count
        self.endsAt = endsAt
        self.left = left
        self.canSkip = canSkip
        self.skipsAt = skipsAt
    }
}

extension Interface {
    /// The break that the viewer is told of, or is to be as soon as nothing stands in its way; nil: none, or he has closed
    /// it.
    package var shownBreak: BreakState? { (self[.breakNotice].waiting as? BreakScreen)?.state }

    mutating func show(break state: BreakState?) {
        guard let state else { return close(.breakNotice) }
        owe(BreakScreen(state: state))
        update(BreakScreen.self) { $0 = BreakScreen(state: state) }
    }
}

/// A card in the lower corner: which part it is, how long it takes, and the key that skips it.
enum BreakPanel {
    private static let size = Size(width: 760, height: 84)
    static let frame = Rectangle(
        x: Theme.safe.maxX - size.width, y: Theme.safe.maxY - size.height, width: size.width, height: size.height)

    static func node(for state: BreakState, at moment: Moment) -> Node {
        var parts = [
            Node.text(
                Text(Strings.breakPart(state.number, of: state.count), size: 28, weight: .semibold, color: Theme.accent)
            )
            .sized(width: .fill)
        ]
        if let seconds = moment.secondsLeft(until: state.endsAt) {
            parts.append(Theme.time(TransportState.time(.seconds(seconds)), color: Theme.primary))
        } else if let left = state.left {
            parts.append(Theme.time(TransportState.time(left), color: Theme.primary))
        }
        if state.canSkip {
            parts.append(Theme.key(Strings.ok, Strings.skip))
        } else if let seconds = moment.secondsLeft(until: state.skipsAt) {
            parts.append(Theme.note(Strings.skip(in: seconds), size: 26))
        }
        return Theme.panel(
            Node.row(parts, spacing: 24, alignment: .center).sized(width: .fill, height: .fill)
                .padded(Insets(horizontal: 28, vertical: 12)))
    }
}

extension Strings {
    /// The part of a break that plays: `Break`, `Break 1 of 2`.
    static func breakPart(_ number: Int, of count: Int) -> String {
        count < 2 ? say(.breakOnly) : say(.breakPart, ["number": "\(number)", "count": "\(count)"])
    }
    package static var skip: String { say(.skip) }
    static func skip(in seconds: Int) -> String { say(.skipIn, ["duration": duration(seconds)]) }
    /// The same with how long it takes: `Break 1 of 2 · 0:23`.
    package static func breakWords(_ number: Int, of count: Int, left: Duration?) -> String {
        [breakPart(number, of: count), left.map { TransportState.time($0) }].compactMap(\.self).joined(separator: " · ")
    }
}
