import Commands
import Layout
import MediaCore

/// The offer to start over, when an item goes on from where it was left: it plays on meanwhile, and the offer goes by
/// itself.
struct ResumeScreen: Screen {
    static let row = ScreenRow(
        id: .resume, kind: .bar, style: .fade(), yieldsTo: [.interstitial, .info, .overlay, .list],
        replacedBy: [.interstitial, .info, .transport, .overlay, .list])

    let offer: ResumeOffer

    var focus: Focus? { .offer }
    var stay: Duration? { .seconds(8) }
    var frame: Rectangle { ResumePanel.frame }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch key {
        case .confirm: .close([.startOver])
        case .back: .leave
        case .move, .digit, .page, .type, .erase: .stay()
        }
    }

    func parts(at moment: Moment) -> [ScreenPart] { [.panel(ResumePanel.node(for: offer), frame)] }
}

/// An item that goes on from where it was left.
package struct ResumeOffer: Hashable, Sendable {
    package var channel: ChannelLabel
    /// How far from its beginning.
    package var place: Duration

    package init(channel: ChannelLabel, place: Duration) {
        self.channel = channel
        self.place = place
    }
}

/// What goes on, from where, and the key that starts it over; along the bottom.
enum ResumePanel {
    static let frame = Rectangle(x: Theme.safe.x, y: Theme.safe.maxY - 152, width: Theme.safe.width, height: 152)

    static func node(for offer: ResumeOffer) -> Node {
        Theme.panel(
            .row(
                [
                    Theme.logo(offer.channel, side: 92),
                    Node.column(
                        [
                            Theme.heading(offer.channel, size: 40),
                            Theme.body(Strings.resumed(at: TransportState.time(offer.place)), size: 30),
                        ], spacing: 6, alignment: .leading
                    ).sized(width: .fill),
                    Theme.key(Strings.ok, Strings.startOver),
                ], spacing: 28, alignment: .center
            ).padded(Insets(horizontal: 32, vertical: 24)))
    }
}
