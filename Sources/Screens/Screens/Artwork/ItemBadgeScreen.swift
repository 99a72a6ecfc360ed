import Layout
import MediaCore

/// The small badge that says what has begun on a channel that has only sound, once its screen has grown dim.
struct ItemBadgeScreen: Screen {
    static let row = ScreenRow(id: .itemBadge, kind: .notice, style: .fade(), hiddenBy: [.diagnostics, .passcode])

    let state: SoundOnlyState

    var stay: Duration? { .seconds(6) }
    var frame: Rectangle { Self.frame }

    private static let frame = Rectangle(x: Theme.safe.x, y: Theme.safe.y, width: 640, height: 128)

    func parts(at moment: Moment) -> [ScreenPart] {
        guard let programme = state.programme else { return [] }
        let lines = [Theme.body(programme.title), Theme.note(programme.subtitle ?? state.channel.displayName)]
        return [
            .panel(
                Theme.panel(
                    .row(
                        [
                            Theme.logo(state.channel, side: 88),
                            Node.column(lines, spacing: 4, alignment: .leading).sized(width: .fill),
                        ], spacing: 24, alignment: .leading
                    ).padded(Insets(horizontal: 20, vertical: 20))), frame)
        ]
    }
}
