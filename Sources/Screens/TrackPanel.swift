import Layout

/// The notice of the sound or the subtitles that were chosen, beneath the volume.
enum TrackPanel {
    static let frame = Rectangle(x: Theme.safe.maxX - 640, y: Theme.safe.y + 108, width: 640, height: 88)

    static func node(for notice: TrackNotice) -> Node {
        let kind =
            switch notice.kind {
            case .sound: Strings.sound
            case .subtitles: Strings.subtitles
            case .place: Strings.place
            }
        return Theme.panel(
            .row(
                [
                    .text(Text(kind, size: 28, weight: .bold, color: Theme.accent)).sized(width: .fixed(150)),
                    Theme.body(notice.name ?? Strings.off, size: 30).sized(width: .fill),
                ], spacing: 22
            ).padded(Insets(horizontal: 30, vertical: 18)))
    }
}
