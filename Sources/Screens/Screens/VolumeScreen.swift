import Layout
import MediaCore

/// The volume, for a while after it was changed.
struct VolumeScreen: Screen {
    static let row = ScreenRow(id: .volume, kind: .sign, style: .fade(in: .milliseconds(100)))

    /// The level, 0 … 1.
    let level: Double
    let isMuted: Bool

    /// - Parameter level: what lies beyond 0 … 1 counts as its end
    init(level: Double, isMuted: Bool) {
        self.level = level.isFinite ? min(1, max(0, level)) : 0
        self.isMuted = isMuted
    }

    var stay: Duration? { .seconds(2) }
    var frame: Rectangle { VolumePanel.frame }
    func parts(at moment: Moment) -> [ScreenPart] { [.panel(VolumePanel.node(for: self), frame)] }
}

/// The panel of the volume, in the corner where it hides least.
enum VolumePanel {
    static let frame = Rectangle(x: Theme.safe.maxX - 460, y: Theme.safe.y, width: 460, height: 88)

    static func node(for state: VolumeScreen) -> Node {
        let value = state.isMuted ? Strings.muted : "\(Int((state.level * 100).rounded()))"
        return Theme.panel(
            .row(
                [
                    Theme.icon(state.isMuted ? .speakerMuted : .speaker, 44),
                    Node(
                        .progress(
                            state.level, fill: state.isMuted ? Theme.line : Theme.primary, track: Theme.line)
                    ).sized(width: .fill, height: .fixed(12)),
                    Node.text(Text(value, size: 30, weight: .bold, alignment: .end, minimumScale: 0.5))
                        .sized(width: .fixed(state.isMuted ? 112 : 64)).aligned(.trailing),
                ], spacing: 22
            ).padded(Insets(horizontal: 30, vertical: 18)))
    }
}
