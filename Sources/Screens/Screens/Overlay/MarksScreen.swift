import Layout
import MediaCore
import Overlays

/// The owner's marks in the corners of the picture: dim, never still for long, and away while anything else is there to
/// read.
struct MarksScreen: Screen {
    static let row = ScreenRow(
        id: .marks, kind: .sign, style: .fade(in: .milliseconds(400), out: .milliseconds(300)),
        hiddenBy: [
            .corner, .poster, .soundOnly, .hint, .lineup, .interstitial, .failure, .breakNotice, .info, .transport,
            .resume, .overlay,
            .list,
            .passcode, .keyTest, .learning, .pairing, .cast, .volume, .track, .diagnostics,
        ])
    /// How far they wander, in points, so that nothing burns into the television, and how long a round takes at least.
    private static let (way, round) = (10.0, Duration.seconds(90))
    private static let gap = 24.0

    let marks: [MarkState]
    let since: HostTime

    init(_ marks: [MarkState], at now: HostTime) {
        self.marks = marks
        since = now
    }

    var frame: Rectangle { Rectangle(Theme.screen) }

    /// Those that stay go on along their way.
    func following(_ before: Self?) -> Self { before.map { Self(marks, at: $0.since) } ?? self }

    func parts(at moment: Moment) -> [ScreenPart] {
        OverlayMark.Corner.allCases.compactMap { corner in
            let marks = marks.filter { $0.corner == corner && ($0.show != .clock || moment.clock != nil) }
            guard !marks.isEmpty else { return nil }
            let width = marks.reduce(-Self.gap) { $0 + Self.gap + $1.width }
            let height = marks.map(\.size).max() ?? 0
            let isLeft = corner == .topLeft || corner == .bottomLeft
            let isTop = corner == .topLeft || corner == .topRight
            // Wandering keeps it in the safe area.
            let room = Theme.safe.inset(by: Insets(horizontal: Self.way, vertical: Self.way))
            let frame = Rectangle(
                x: isLeft ? room.x : room.maxX - width, y: isTop ? room.y : room.maxY - height, width: width,
                height: height)
            let row = Node.row(marks.map { $0.node(clock: moment.clock ?? "") }, spacing: Self.gap, alignment: .center)
            return ScreenPart(
                name: Self.part(of: corner), nodes: [row.sized(width: .fill, height: .fill)], frame: frame,
                motion: Motion(
                    from: .rest, to: Motion.Pose(x: Self.way, y: Self.way), start: since, duration: Self.round,
                    curve: .wander))
        }
    }

    /// Each corner is a layer of its own: one for all would be as large as the screen.
    private static func part(of corner: OverlayMark.Corner) -> InterfaceLayer.Part {
        switch corner {
        case .topLeft: .panel
        case .topRight: .front
        case .bottomLeft: .label
        case .bottomRight: .menu
        }
    }
}

/// A mark as it is shown.
package struct MarkState: Hashable, Sendable {
    package enum Show: Hashable, Sendable {
        case logo(ChannelLabel)
        case clock
        /// The painter's key of a picture.
        case picture(String)
    }

    package var show: Show
    package var corner: OverlayMark.Corner
    /// Its height, in points.
    package var size: Double
    package var opacity: Double

    package init(_ show: Show, corner: OverlayMark.Corner, size: Double = 96, opacity: Double = 0.6) {
        self.show = show
        self.corner = corner
        self.size = size
        self.opacity = opacity
    }

    /// Its width, in points: what it shows is cropped to it.
    var width: Double {
        switch show {
        case .logo: size
        case .clock: max(120, size * 1.7)
        case .picture: size * 16 / 9
        }
    }

    func node(clock: String) -> Node {
        let node: Node =
            switch show {
            case .logo(let channel): Theme.logo(channel, side: size)
            case .clock:
                Node.row([Theme.time(clock, size: max(28, size * 0.5), color: Theme.primary)], alignment: .center)
                    .sized(width: .fixed(width), height: .fixed(size))
            case .picture(let key):
                Node(
                    .artwork(
                        Artwork(
                            key: key, initials: Text("", size: 24), ground: Color(0x000000, alpha: 0), cornerRadius: 0,
                            shape: .poster))
                ).sized(width: .fixed(width), height: .fixed(size))
            }
        return node.faded(opacity)
    }
}

extension Interface {
    /// The marks over the picture.
    package var shownMarks: [MarkState] { presented(MarksScreen.self)?.marks ?? [] }

    mutating func show(marks: [MarkState]) {
        if marks.isEmpty { close(.marks) } else { open(MarksScreen(marks, at: moment.now)) }
    }
}
