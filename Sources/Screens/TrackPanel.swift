import Layout

/// Which sound or which subtitles were chosen, beneath the volume.
enum TrackPanel {
    static func frame(for notice: TrackNotice) -> Rectangle {
        let size = notice.kind == .unplayable ? Size(width: 880, height: 124) : Size(width: 640, height: 88)
        return Rectangle(x: Theme.safe.maxX - size.width, y: Theme.safe.y + 108, width: size.width, height: size.height)
    }

    static func node(for notice: TrackNotice) -> Node {
        if notice.kind == .unplayable {
            return Theme.panel(
                .row(
                    [
                        Theme.icon(.warning, 48, Theme.accent),
                        Theme.body(notice.name ?? "", size: 30, lines: 2).sized(width: .fill),
                    ], spacing: 22, alignment: .center
                ).padded(Insets(horizontal: 30, vertical: 18)))
        }
        let kind =
            switch notice.kind {
            case .sound: Strings.sound
            case .subtitles: Strings.subtitles
            case .place, .unplayable: Strings.place
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
