import Layout
import MediaCore
import Overlays
import Screens

/// Where the second picture lies, as the viewer put it last.
struct CornerPlace: Hashable, Sendable {
    private(set) var place = CornerState.Place.topRight
    private(set) var size = CornerState.Size.small

    /// - Parameter kept: as the store keeps it; what can't be read is as on a new box
    init(kept: String? = nil) {
        let words = kept?.split(separator: " ").map(String.init) ?? []
        place = words.first.flatMap(CornerState.Place.init) ?? place
        size = words.dropFirst().first.flatMap(CornerState.Size.init) ?? size
    }

    /// The text by which the store keeps it.
    var kept: String { "\(place.rawValue) \(size.rawValue)" }

    mutating func change(_ change: Change) {
        switch change {
        case .move: place = place.next
        case .size: size = size.next
        }
    }

    enum Change: Hashable, Sendable { case move, size }

    /// The largest picture that is of use on a screen, in pixels: a third larger than it is there, as the next smaller
    /// variant mostly is half as large.
    func largestPicture(on screen: PixelSize) -> PixelSize {
        let width = size.width * Interface.scale(size: screen) * 4 / 3
        return PixelSize(width: Int(width.rounded(.up)), height: Int((width * 9 / 16).rounded(.up)))
    }
}
