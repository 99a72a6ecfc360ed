import Layout
import MediaCore
import Overlays

/// Picture in picture: the part of the screen in which a second channel plays, beside the one that is watched. It makes
/// way for what is to be read: to another corner, or nowhere while there is no room.
struct CornerScreen: Screen {
    /// Screens that fill the television, or ask something, leave no room for it.
    static let row = ScreenRow(
        id: .corner, kind: .sign, style: .fade(in: .milliseconds(160), out: .milliseconds(160)),
        hiddenBy: [.home, .guide, .search, .programme, .overlay, .passcode, .keyTest, .learning, .pairing, .cast])

    let state: CornerState
    /// The corner in which it is; nil: there is no room.
    private(set) var place: CornerState.Place?
    /// Where it came from, for who sees it go to another place.
    private var motion = Motion.still()
    private static let line = 4.0

    init(_ state: CornerState) {
        self.state = state
        place = state.place
    }

    var frame: Rectangle { state.frame(in: place ?? state.place) }

    /// It goes from one place to another in one movement.
    func following(_ before: Self?) -> Self {
        guard let before else { return self }
        var screen = self
        // Whether there is room is looked at next.
        (screen.place, screen.motion) = (before.place, before.motion)
        return screen
    }

    /// Looks for the first corner, from the wanted one on, in which nothing is to be read.
    mutating func avoid(_ taken: [Rectangle], before: Rectangle, at now: HostTime) {
        var wanted = state.place
        var free: CornerState.Place?
        for _ in CornerState.Place.allCases where free == nil {
            let frame = state.frame(in: wanted)
            if !taken.contains(where: { $0.intersects(frame) }) { free = wanted }
            wanted = wanted.next
        }
        let wasSeen = place != nil
        place = free
        guard free != nil, frame != before else { return }
        let (old, new) = (before, frame)
        let start = Motion.Pose(
            x: old.x + old.width / 2 - new.x - new.width / 2, y: old.y + old.height / 2 - new.y - new.height / 2,
            scale: old.width / new.width)
        motion = wasSeen ? Motion(from: start, to: .rest, start: now, duration: Theme.insetDuration) : .still()
    }

    /// Side by side, what is watched takes the other half.
    func inset(_ wish: Look.Inset) -> Rectangle? { state.size == .half ? CornerState.otherHalf : nil }

    func parts(at moment: Moment) -> [ScreenPart] {
        guard place != nil else { return [] }
        let line = Self.line
        let edge = Node(.empty).sized(width: .fill, height: .fill)
            .boxed(
                Theme.ground, cornerRadius: 0,
                border: .init(color: state.isHeard ? Theme.accent : Theme.line, width: line))
        let name = Node.column(
            [Theme.logo(state.channel, side: frame.height * 0.32), Theme.note(state.channel.displayName, size: 26)],
            spacing: 12, alignment: .center)
        let ground = Node.stack([name], alignment: .center).sized(width: .fill, height: .fill).boxed(Theme.ground)
        return [
            ScreenPart(name: .panel, nodes: [edge], frame: frame, motion: motion),
            ScreenPart(name: .corner, nodes: [ground], frame: frame.inset(by: Insets(line)), motion: motion),
        ]
    }
}

/// The second picture: which channel it is of, and where it lies.
package struct CornerState: Hashable, Sendable {
    package typealias Place = OverlayMark.Corner

    package enum Size: String, Hashable, Sendable, CaseIterable {
        case small, large
        /// Half of the screen; the other half is for what is watched.
        case half

        package var next: Self {
            switch self {
            case .small: .large
            case .large: .half
            case .half: .small
            }
        }

        /// In points.
        package var width: Double {
            switch self {
            case .small: 480
            case .large: 704
            case .half: CornerState.halfWidth
            }
        }
    }

    package var channel: ChannelLabel
    package var place: Place
    package var size: Size
    /// Whether its sound is heard.
    package var isHeard: Bool

    package init(channel: ChannelLabel, place: Place = .topRight, size: Size = .small, isHeard: Bool = false) {
        self.channel = channel
        self.place = place
        self.size = size
        self.isHeard = isHeard
    }

    /// Where it lies where nothing is in its way, in points: within the safe area.
    package var frame: Rectangle { frame(in: place) }

    func frame(in place: Place) -> Rectangle {
        let (width, height) = (size.width, size.width * 9 / 16)
        guard size != .half else {
            return Rectangle(
                x: Theme.safe.maxX - width, y: (Theme.screen.height - height) / 2, width: width, height: height)
        }
        let isLeft = place == .topLeft || place == .bottomLeft
        let isTop = place == .topLeft || place == .topRight
        return Rectangle(
            x: isLeft ? Theme.safe.x : Theme.safe.maxX - width, y: isTop ? Theme.safe.y : Theme.safe.maxY - height,
            width: width, height: height)
    }

    /// Where what is watched lies beside a second picture of half the screen, in points.
    static let otherHalf = Rectangle(
        x: Theme.safe.x, y: (Theme.screen.height - halfWidth * 9 / 16) / 2, width: halfWidth, height: halfWidth * 9 / 16
    )

    private static let halfWidth = (Theme.safe.width - 16) / 2
}

extension OverlayMark.Corner {
    /// The next one, clockwise.
    package var next: Self {
        switch self {
        case .topRight: .bottomRight
        case .bottomRight: .bottomLeft
        case .bottomLeft: .topLeft
        case .topLeft: .topRight
        }
    }
}

extension Interface {
    /// The second picture; nil: there is none.
    package var shownCorner: CornerState? { presented(CornerScreen.self)?.state }

    mutating func show(corner: CornerState?) {
        if let corner { open(CornerScreen(corner)) } else { close(.corner) }
    }

    /// Lets the second picture make way for what is to be read.
    mutating func makeRoomForCorner(before: Rectangle?) {
        guard let before else { return }
        let taken = ScreenID.allCases.compactMap { id -> Rectangle? in
            // Those stand where the picture is, or are signs on it.
            guard ![.corner, .marks, .backdrop].contains(id), !id.row.isForPicture, let screen = self[id].presented
            else { return nil }
            return screen.frame
        }
        let now = moment.now
        update(CornerScreen.self) { $0.avoid(taken, before: before, at: now) }
    }

    /// Where the second picture is.
    var cornerFrame: Rectangle? { presented(CornerScreen.self)?.frame }
}
