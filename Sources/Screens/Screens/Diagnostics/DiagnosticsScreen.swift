import Layout
import MediaCore

/// The figures for whoever looks after the box, in two panels. They take no keys.
struct DiagnosticsScreen: Screen {
    static let row = ScreenRow(id: .diagnostics, kind: .sign, style: .fade())

    let state: DiagnosticsState

    var frame: Rectangle { DiagnosticsPanel.playingFrame }

    func parts(at moment: Moment) -> [ScreenPart] {
        [
            .panel(DiagnosticsPanel.node(for: state.playing), frame),
            ScreenPart(
                name: .flips, nodes: [DiagnosticsPanel.node(for: state.flips)], frame: DiagnosticsPanel.flipsFrame),
        ]
    }
}
