import Layout
import MediaCore
import Screens

/// Where the second picture lies, as the viewer put it last.
struct CornerPlace: Hashable, Sendable {
    private(set) var place = CornerState.Place.topRight
    private(set) var size = CornerState.Size.small

    /// Another place or size; anything else leaves it as it is.
    mutating func handle(_ change: Change) {
        switch change {
        case .move: place = place.next
        case .size: size = size.next
        }
    }

    enum Change: Hashable, Sendable { case move, size }

    /// How large the picture is on a screen, in pixels.
    func pixels(on screen: PixelSize, channel: ChannelLabel) -> PixelSize {
        let frame = CornerState(channel: channel, place: place, size: size).frame
        let scale = Interface.scale(size: screen)
        return PixelSize(width: Int((frame.width * scale).rounded()), height: Int((frame.height * scale).rounded()))
    }
}
