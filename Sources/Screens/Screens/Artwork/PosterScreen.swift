import Layout
import MediaCore

/// The artwork of a channel that is on its way while there is nothing else to see: at start, in place of black. Its name
/// stands in the interstitial below.
struct PosterScreen: Screen {
    static let row = ScreenRow(
        id: .poster, kind: .notice, style: .fade(in: .milliseconds(300), out: .milliseconds(400)),
        hiddenBy: [.failure, .passcode, .lineup, .soundOnly], isForPicture: true)

    let state: PosterState

    var frame: Rectangle { Self.frame }

    private static let margin = 40.0
    /// Above the middle, with room for its shadow; the interstitial stands in the lower third.
    private static let frame = Rectangle(
        x: (Theme.screen.width - Theme.heroSize.width) / 2 - margin, y: 190 - margin,
        width: Theme.heroSize.width + 2 * margin, height: Theme.heroSize.height + 2 * margin)
    private static let logoSide = 300.0

    func parts(at moment: Moment) -> [ScreenPart] {
        guard let channel = state.channel else { return [] }
        let artwork =
            if let picture = state.picture {
                Theme.poster(picture, of: channel, Theme.heroSize)
            } else {
                Theme.logo(channel, side: Self.logoSide)
            }
        return [
            .panel(
                Node.row([artwork], alignment: .center).aligned(.center).sized(width: .fill, height: .fill), frame)
        ]
    }
}

/// A channel that is on its way while there is nothing else to see.
package struct PosterState: Hashable, Sendable {
    /// The channel; nil: it is locked, and nothing of it is shown but a plain ground.
    package var channel: ChannelLabel?
    /// The painter's key of its programme's picture, once that is there.
    package var picture: String?

    package init(channel: ChannelLabel?, picture: String? = nil) {
        self.channel = channel
        self.picture = picture
    }

    var backdrop: BackdropState { BackdropState(artwork: picture ?? channel?.logo, channel: channel) }
}
