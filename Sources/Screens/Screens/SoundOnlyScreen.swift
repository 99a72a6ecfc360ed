import Layout
import MediaCore

/// A channel that has only sound, named in place of its picture.
struct SoundOnlyScreen: Screen {
    // A notice takes its place.
    static let row = ScreenRow(id: .soundOnly, kind: .notice, style: .fade(), hiddenBy: [.failure, .passcode])

    let channel: ChannelLabel

    var frame: Rectangle { SoundOnlyPanel.frame }
    func parts(at moment: Moment) -> [ScreenPart] { [.panel(SoundOnlyPanel.node(for: channel), frame)] }
}

/// The panel in place of the picture of a channel that has none: its logo and its name.
enum SoundOnlyPanel {
    static let frame = Rectangle(Theme.screen).aligning(Size(width: 900, height: 440), .center)

    static func node(for channel: ChannelLabel) -> Node {
        .column(
            [Theme.logo(channel, side: 220), Theme.heading(channel), Theme.note(Strings.soundOnly)],
            spacing: 28, alignment: Alignment(.center, .center)
        )
        .sized(width: .fill, height: .fill)
    }
}
