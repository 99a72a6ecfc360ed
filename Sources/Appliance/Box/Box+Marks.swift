import Channels
import Overlays
import Screens

/// Shows the owner's marks in the corners of the picture.
extension Box {
    /// Shows the marks of the channel that is watched, where they are others than before.
    func showMarks() {
        let marks = markStates
        guard marks != interface.shownMarks else { return }
        for mark in marks {
            switch mark.show {
            case .logo(let channel): wantArtwork(of: channel)
            case .picture(let key): wantPicture(key)
            case .clock: break
            }
        }
        tell(.marks(marks))
    }

    private var markStates: [MarkState] {
        guard !tuner.isStandby, let channel = tuner.watching.flatMap({ tuner.lineup[$0] }) else { return [] }
        return overlays.marks.sorted { $0.key < $1.key }.flatMap(\.value).filter { mark in
            mark.channels?.contains { tuner.lineup.channel(called: $0)?.id == channel.id } ?? true
        }.map { mark in
            let show: MarkState.Show =
                switch mark.show {
                case .logo: .logo(tuner.label(channel))
                case .clock: .clock
                case .picture(let path): .picture(OverlayCards.key(ofPicture: path))
                }
            return MarkState(show, corner: mark.corner, size: Double(mark.size), opacity: mark.opacity)
        }
    }
}
