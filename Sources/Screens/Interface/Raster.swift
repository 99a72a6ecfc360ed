import Layout
import MediaCore

/// Maps points of the 1080-line screen to pixels of the real one, centred if its shape differs.
struct Raster {
    private let scale: Double
    private let left: Double
    private let top: Double

    /// Makes a raster; nil when the screen is too small to read anything on.
    init?(size: PixelSize) {
        guard size.width >= 160, size.height >= 90, size.width <= 32768, size.height <= 32768 else { return nil }
        scale = Interface.scale(size: size)
        left = (Double(size.width) - Theme.screen.width * scale) / 2
        top = (Double(size.height) - Theme.screen.height * scale) / 2
    }

    func picture(_ node: Node, _ width: Double, _ height: Double) -> Picture {
        Picture(
            node: node,
            size: PixelSize(width: Int((width * scale).rounded(.up)), height: Int((height * scale).rounded(.up))),
            scale: scale)
    }

    func pictures(_ part: ScreenPart) -> [Picture] {
        part.nodes.map { picture($0, part.frame.width, part.frame.height) }
    }

    func layer(_ screen: ScreenID, _ part: ScreenPart, _ motion: Motion) -> InterfaceLayer {
        let frames = pictures(part)
        let size = frames.first?.size ?? .zero
        return InterfaceLayer(
            id: InterfaceLayer.ID(screen, part.name), frames: frames, framePeriod: Wheel.framePeriod,
            rectangle: PixelRectangle(
                x: Int((left + part.frame.x * scale).rounded()), y: Int((top + part.frame.y * scale).rounded()),
                width: size.width, height: size.height),
            motion: motion.scaled(by: scale))
    }
}
