import Layout
import MediaCore

/// The blurred ground where there is no picture: until the first one has come, and behind a channel that has only sound.
struct BackdropScreen: Screen {
    static let row = ScreenRow(
        id: .backdrop, kind: .sign, style: .fade(in: .milliseconds(300), out: .milliseconds(400)), isForPicture: true)

    let state: BackdropState
    var ambience: Ambience

    init(_ state: BackdropState, at now: HostTime) {
        self.state = state
        ambience = Ambience(x: 0, y: 0, opacity: 0.4, since: now)
    }

    func following(_ before: Self?) -> Self {
        var screen = self
        if let before { screen.ambience = before.ambience }
        return screen
    }

    func nextTurn(after now: HostTime) -> HostTime? { ambience.begins }
    var frame: Rectangle { Rectangle(Theme.screen) }

    func parts(at moment: Moment) -> [ScreenPart] {
        // Dark enough for words anywhere, darker where they mostly are; in colours, so that it is no black screen.
        let shade = Gradient(
            .down, [(0.0, 0.76), (0.45, 0.78), (1.0, 0.9)].map { Gradient.Stop($0.0, Theme.shade.withAlpha($0.1)) })
        let node = Node.stack([
            Theme.backdrop(state.artwork, of: state.channel),
            Node(.empty).sized(width: .fill, height: .fill).filled(.gradient(shade)),
        ]).sized(width: .fill, height: .fill)
        return [ScreenPart(name: .ground, nodes: [node], frame: frame, motion: ambience.motion(at: moment.now))]
    }
}

/// What a blurred ground is made of.
package struct BackdropState: Hashable, Sendable {
    /// The painter's key of the picture or logo; nil: there is none.
    package var artwork: String?
    /// The channel whose colour stands for it then; nil: it is not told which channel it is.
    package var channel: ChannelLabel?

    package init(artwork: String?, channel: ChannelLabel?) {
        self.artwork = artwork
        self.channel = channel
    }
}
