import Commands
import Layout
import MediaCore

/// Which keys do what: said over the picture while a key is held, and once at the start.
struct HintScreen: Screen {
    static let row = ScreenRow(
        id: .hint, kind: .sign, style: .fade(in: .milliseconds(400), out: .milliseconds(600)), yieldsTo: [.lineup],
        bears: [],
        // The name that lingers after a flip stands where the hint does.
        closes: [.interstitial], replacedBy: [.interstitial, .info, .transport, .overlay])

    let hints: [KeyHint]

    var stay: Duration? { .seconds(7) }
    var isClosedWithEverything: Bool { true }
    var frame: Rectangle { HintPanel.frame }
    func parts(at moment: Moment) -> [ScreenPart] { [.panel(HintPanel.node(for: hints), frame)] }
}

/// A key of the remote and its meaning over the picture, by the plan of keys.
package struct KeyHint: Hashable, Sendable {
    package enum Sign: Hashable, Sendable, CaseIterable { case up, down, left, right, channelKeys, heldOK, heldBack }

    package enum Meaning: Hashable, Sendable, CaseIterable {
        case channels, channelList, favourites, information, lastChannel, menu
    }

    package var sign: Sign
    package var meaning: Meaning

    package init(_ sign: Sign, _ meaning: Meaning) {
        self.sign = sign
        self.meaning = meaning
    }
}

/// The hint which keys do what, at start and while one is held. Transparent around the pill.
enum HintPanel {
    static let frame = Rectangle(
        x: Theme.safe.x, y: Theme.safe.maxY - 84, width: Theme.safe.width, height: 84)

    static func node(for hints: [KeyHint]) -> Node {
        Node.stack(
            [
                Node.row(hints.map(key), spacing: 44)
                    .padded(Insets(horizontal: 36, vertical: 16))
                    .boxed(Theme.panel, cornerRadius: 42, border: .init(color: Theme.line, width: 1.5))
            ], alignment: .center
        ).sized(width: .fill, height: .fill)
    }

    private static func key(_ hint: KeyHint) -> Node {
        let meaning = words(hint.meaning)
        return switch hint.sign {
        case .up: Theme.key(.up, meaning)
        case .down: Theme.key(.down, meaning)
        case .left: Theme.key(Strings.left, meaning)
        case .right: Theme.key(Strings.right, meaning)
        case .channelKeys: Theme.key(Strings.channelKeys, meaning)
        case .heldOK: Theme.key(Strings.holdOK, meaning)
        case .heldBack: Theme.key(Strings.holdBack, meaning)
        }
    }

    static func words(_ meaning: KeyHint.Meaning) -> String {
        switch meaning {
        case .channels: Strings.channels
        case .channelList: Strings.channelList
        case .favourites: Strings.favourites
        case .information: Strings.information
        case .lastChannel: Strings.previousChannel
        case .menu: Strings.menu
        }
    }
}
