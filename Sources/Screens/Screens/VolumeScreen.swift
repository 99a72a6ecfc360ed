import Layout
import MediaCore

/// The volume, for a while after it was changed.
struct VolumeScreen: Screen {
    static let row = ScreenRow(id: .volume, kind: .sign, style: .fade(in: .milliseconds(100)))

    /// The level, 0 … 1.
    let level: Double
    let isMuted: Bool
    /// The level that the bar showed when this one came, and when that was: it glides from there.
    private(set) var from: Double
    private let since: HostTime

    private static let glide = Duration.milliseconds(120)
    /// The time between two steps of the bar.
    private static let step = Duration.milliseconds(20)

    /// - Parameter level: what lies beyond 0 … 1 counts as its end
    init(level: Double, isMuted: Bool, at now: HostTime) {
        let known = level.isFinite ? min(1, max(0, level)) : 0
        (self.level, self.isMuted) = (known, isMuted)
        (from, since) = (known, now)
    }

    func following(_ before: Self?) -> Self {
        guard let before else { return self }
        var screen = self
        screen.from = before.shownLevel(at: since)
        return screen
    }

    /// The level that the bar shows at a time.
    func shownLevel(at now: HostTime) -> Double {
        guard from != level, now < since + Self.glide else { return level }
        let steps = max(0, (now - since).nanoseconds / Self.step.nanoseconds)
        let part = Double(steps) * Self.step.inSeconds / Self.glide.inSeconds
        // Fast at first, then slower.
        return from + (level - from) * (1 - (1 - part) * (1 - part))
    }

    func nextTurn(after now: HostTime) -> HostTime? {
        guard from != level else { return nil }
        let steps = max(0, (now - since).nanoseconds / Self.step.nanoseconds)
        let next = since + .nanoseconds((steps + 1) * Self.step.nanoseconds)
        return next <= since + Self.glide ? next : nil
    }

    var stay: Duration? { .seconds(2) }
    var frame: Rectangle { VolumePanel.frame }
    func parts(at moment: Moment) -> [ScreenPart] {
        [.panel(VolumePanel.node(for: self, level: shownLevel(at: moment.now)), frame)]
    }
}

/// The panel of the volume, in the corner where it hides least.
enum VolumePanel {
    static let frame = Rectangle(x: Theme.safe.maxX - 460, y: Theme.safe.y, width: 460, height: 88)

    static func node(for state: VolumeScreen, level: Double) -> Node {
        let value = state.isMuted ? Strings.muted : "\(Int((state.level * 100).rounded()))"
        return Theme.panel(
            .row(
                [
                    Theme.icon(state.isMuted ? .speakerMuted : .speaker, 44),
                    Node(
                        .progress(
                            level, fill: state.isMuted ? Theme.line : Theme.primary, track: Theme.line)
                    ).sized(width: .fill, height: .fixed(12)),
                    Node.text(Text(value, size: 30, weight: .bold, alignment: .end, minimumScale: 0.5))
                        .sized(width: .fixed(state.isMuted ? 112 : 64)).aligned(.trailing),
                ], spacing: 22
            ).padded(Insets(horizontal: 30, vertical: 18)))
    }
}
