import Layout
import MediaCore
import Screens

extension Interface {
    /// The layers without shades and what only repeats something in the light of the focus.
    func panels(size: PixelSize) -> [InterfaceLayer] {
        layers(size: size).filter { layer in
            switch layer.id.part {
            case .ground, .focus, .front, .row, .present: false
            default: true
            }
        }
    }

    /// The words of a screen, those in the light of the focus once.
    func texts(of id: ScreenID, size: PixelSize) -> [String] {
        let arranger = Arranger { text, _ in Size(width: Double(text.string.count), height: 1) }
        let layers = layers(size: size).filter { $0.screen == id && $0.id.part != .focus }
        return layers.compactMap(\.frames.first).flatMap { picture in
            arranger.placements(of: picture.node, in: picture.extent).compactMap {
                if case .text(let text) = $0.element { text.string } else { nil }
            }
        }
    }
}
