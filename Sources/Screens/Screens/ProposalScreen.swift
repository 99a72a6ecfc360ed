import Commands
import Layout
import MediaCore

/// The proposal of what to watch next, over the end of what plays: OK plays it, Back declines; all other keys do what
/// they do without it.
struct ProposalScreen: Screen {
    static let row = ScreenRow(
        id: .proposal, kind: .panel, style: .slide(height: 120), yieldsTo: [.interstitial],
        closes: [.info, .transport, .resume, .overlay, .list, .guide, .search, .home], comesBack: true)

    let state: ProposalState

    var focus: Focus? { .offer }
    var farewell: [InterfaceAction] { [.proposal(.declined)] }
    var countdown: HostTime? { state.acceptsAt }
    var frame: Rectangle { ProposalPanel.frame }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch key {
        case .confirm: .close([.proposal(.accepted)])
        case .back: .leave
        case .move, .digit, .page, .type, .erase: .stay()
        }
    }

    func parts(at moment: Moment) -> [ScreenPart] {
        [.panel(ProposalPanel.node(for: state, secondsLeft: moment.secondsLeft(until: state.acceptsAt)), frame)]
    }
}

/// What is proposed, as it is shown.
package struct ProposalState: Hashable, Sendable {
    /// Why it is proposed.
    package enum Kind: Hashable, Sendable {
        /// It goes on with the series.
        case episode
        /// Somebody else has proposed it.
        case other
    }

    package var kind: Kind
    /// The channel that it is on, whose colour and letters stand for a picture that is missing.
    package var channel: ChannelLabel
    package var title: String
    package var subtitle: String?
    /// The painter's key of its picture; nil: its channel's logo stands there.
    package var picture: String?
    /// The time at which it is played if nobody says otherwise; nil: only if somebody says so.
    package var acceptsAt: HostTime?

    package init(
        kind: Kind, channel: ChannelLabel, title: String, subtitle: String? = nil, picture: String? = nil,
        acceptsAt: HostTime? = nil
    ) {
        self.kind = kind
        self.channel = channel
        self.title = title
        self.subtitle = subtitle
        self.picture = picture
        self.acceptsAt = acceptsAt
    }
}

/// A viewer's answer to a proposal.
package enum ProposalAnswer: Hashable, Sendable { case accepted, declined }

extension Interface {
    /// The proposal that is on the screen, or waits until it may come; nil: there is none.
    package var proposal: ProposalState? { (self[.proposal].waiting as? ProposalScreen)?.state }

    /// Whether the proposal is on the screen.
    package var showsProposal: Bool { presented(ProposalScreen.self) != nil }

    /// Shows a proposal once nothing stands in its way, or brings it up to date; nil: there is none any more.
    mutating func show(proposal state: ProposalState?) {
        guard let state else { return close(.proposal) }
        owe(ProposalScreen(state: state))
        update(ProposalScreen.self) { $0 = ProposalScreen(state: state) }
    }
}

/// A card in the lower corner: the picture, what it is, the two keys and how long there is.
enum ProposalPanel {
    private static let size = Size(width: 1060, height: 292)
    static let frame = Rectangle(
        x: Theme.safe.maxX - size.width, y: Theme.safe.maxY - size.height, width: size.width, height: size.height)
    private static let picture = Size(width: 400, height: 225)

    static func node(for state: ProposalState, secondsLeft: Int?) -> Node {
        Theme.panel(
            .row(
                [
                    art(state),
                    Node.column(
                        [
                            heading(state, secondsLeft),
                            Node.text(
                                Text(
                                    state.title, size: 38, weight: .semibold, color: Theme.primary,
                                    maximumLines: state.subtitle == nil ? 2 : 1, minimumScale: 0.8)),
                            state.subtitle.map { Theme.note($0, lines: 1) } ?? Node(.empty),
                            .spacer,
                            .row(
                                [
                                    Theme.key(Strings.ok, Strings.playNow), Theme.key(Strings.back, Strings.notNow),
                                ], spacing: 28, alignment: .leading),
                        ], spacing: 8, alignment: .leading
                    ).sized(width: .fill, height: .fixed(picture.height)),
                ], spacing: 32, alignment: .center
            ).padded(Insets(horizontal: 32, vertical: 32)))
    }

    private static func art(_ state: ProposalState) -> Node {
        guard let key = state.picture else {
            return Node.row([Theme.logo(state.channel, side: 132)], alignment: .center)
                .sized(width: .fixed(picture.width), height: .fixed(picture.height))
                .boxed(Theme.raisedGround, cornerRadius: Theme.cardRadius)
        }
        return Theme.poster(key, of: state.channel, picture)
    }

    private static func heading(_ state: ProposalState, _ secondsLeft: Int?) -> Node {
        let words = state.kind == .episode ? Strings.nextEpisode : Strings.nextUp
        var parts = [Node.text(Text(words, size: 26, weight: .semibold, color: Theme.accent)).sized(width: .fill)]
        if let secondsLeft { parts.append(Theme.time(Strings.playsIn(secondsLeft), size: 26)) }
        return .row(parts, spacing: 16)
    }
}
