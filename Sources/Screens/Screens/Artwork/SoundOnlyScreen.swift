import Layout
import MediaCore

/// A channel that has only sound: its artwork and what is on there, in place of its picture. Left alone it grows dim and
/// wanders.
struct SoundOnlyScreen: Screen {
    // A notice takes its place.
    static let row = ScreenRow(
        id: .soundOnly, kind: .notice, style: .fade(), hiddenBy: [.failure, .passcode], isForPicture: true)

    let state: SoundOnlyState
    var ambience: Ambience

    init(_ state: SoundOnlyState, at now: HostTime) {
        self.state = state
        // As far as its frame leaves the safe area room.
        ambience = Ambience(x: 180, y: 180, opacity: 0.6, since: now)
    }

    func following(_ before: Self?) -> Self {
        var screen = self
        if let before, before.state.channel.id == state.channel.id { screen.ambience = before.ambience }
        return screen
    }

    func nextTurn(after now: HostTime) -> HostTime? { ambience.begins }
    var frame: Rectangle { SoundOnlyPanel.frame }

    func parts(at moment: Moment) -> [ScreenPart] {
        var part = ScreenPart.panel(SoundOnlyPanel.node(for: state), frame)
        part.motion = ambience.motion(at: moment.now)
        return [part]
    }
}

/// The panel in place of the picture of a channel that has none: artwork, and what is on beside it.
enum SoundOnlyPanel {
    static let frame = Rectangle(Theme.screen).aligning(Size(width: 1360, height: 520), .center)
    private static let margin = 40.0
    private static let pictureSize = Size(width: 560, height: 315)
    private static let logoSide = 315.0
    private static let coverSize = Size(width: 420, height: 420)

    static func node(for state: SoundOnlyState) -> Node {
        let artwork =
            if let picture = state.picture {
                Theme.poster(picture, of: state.channel, state.isCover ? coverSize : pictureSize)
            } else {
                Theme.logo(state.channel, side: logoSide)
            }
        return .row([artwork, words(for: state).sized(width: .fill)], spacing: 56, alignment: .leading)
            .padded(Insets(margin)).sized(width: .fill, height: .fill)
    }

    private static func words(for state: SoundOnlyState) -> Node {
        guard let programme = state.programme else {
            return .column(
                [Theme.heading(state.channel, size: 56), Theme.note(Strings.soundOnly)], spacing: 20,
                alignment: .leading)
        }
        var lines = [Theme.heading(state.channel, size: 34), title(programme.title)]
        if let subtitle = programme.subtitle { lines.append(Theme.body(subtitle, color: Theme.secondary, lines: 2)) }
        if let times = programme.times { lines.append(Theme.time(times)) }
        return .column(lines, spacing: 18, alignment: .leading)
    }

    private static func title(_ string: String) -> Node {
        .text(Text(string, size: 56, weight: .semibold, color: Theme.primary, maximumLines: 2))
    }
}

/// A channel that has only sound, and what is on there.
package struct SoundOnlyState: Hashable, Sendable {
    package var channel: ChannelLabel
    package var programme: ProgrammeLabel?
    /// The painter's key of the programme's picture, once that is there.
    package var picture: String?
    /// Whether that is the cover of a record, which is square.
    package var isCover = false

    package init(channel: ChannelLabel, programme: ProgrammeLabel? = nil, picture: String? = nil) {
        self.channel = channel
        self.programme = programme
        self.picture = picture
    }

    var backdrop: BackdropState { BackdropState(artwork: picture ?? channel.logo, channel: channel) }
}
