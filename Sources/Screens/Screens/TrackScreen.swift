import Layout
import MediaCore

/// The notice of the sound, subtitles or place that was chosen.
struct TrackScreen: Screen {
    static let row = ScreenRow(id: .track, kind: .sign, style: .fade(in: .milliseconds(100)), hiddenBy: [.info])

    let notice: TrackNotice

    /// What nobody asked for is read later than the answer to a key.
    var stay: Duration? {
        switch notice.kind {
        case .sound, .subtitles, .place, .speed, .picture, .delay, .night: .seconds(3)
        case .words: .seconds(5)
        case .live: .seconds(6)
        case .unplayable: .seconds(8)
        }
    }
    var frame: Rectangle { TrackPanel.frame(for: notice) }
    func parts(at moment: Moment) -> [ScreenPart] { [.panel(TrackPanel.node(for: notice), frame)] }
}

/// The notice of a track or place that was chosen, in the viewer's words.
package struct TrackNotice: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case sound, subtitles, place, speed
        /// How the picture lies on the screen; how much later than it sound is heard; whether quiet and loud sound are
        /// brought nearer to each other.
        case picture, delay, night
        /// A cut that nobody asked for, and why.
        case live
        /// Something of the channel can't be played; the name is a sentence.
        case unplayable
        /// Words of the owner's, or of a program of his: nothing was chosen.
        case words
    }

    package var kind: Kind
    /// The name of the choice; nil: off.
    package var name: String?

    package init(_ kind: Kind, _ name: String?) {
        self.kind = kind
        self.name = name
    }
}

/// Which sound or which subtitles were chosen, or why the picture jumped, beneath the volume.
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
        if notice.kind == .words {
            return Theme.panel(
                Node.row([Theme.body(notice.name ?? "", size: 30).sized(width: .fill)])
                    .padded(Insets(horizontal: 30, vertical: 18)))
        }
        let kind =
            switch notice.kind {
            case .sound: Strings.sound
            case .subtitles: Strings.subtitles
            case .place, .unplayable, .words: Strings.place
            case .speed: Strings.speed
            case .live: Strings.live
            case .picture: Strings.picture
            case .delay: Strings.soundDelay
            case .night: Strings.night
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

extension Interface {
    /// The notice of a choice, or the words, that are on the screen.
    package var shownNotice: TrackNotice? { presented(TrackScreen.self)?.notice }
}
