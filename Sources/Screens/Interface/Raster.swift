import Languages
import Layout
import MediaCore

/// Maps points of the 1080-line screen to pixels of the real one, centred if its shape differs.
struct Raster {
    private let scale: Double
    private let left: Double
    private let top: Double
    private let look: Look

    /// Makes a raster; nil when the screen is too small to read anything on.
    init?(size: PixelSize, look: Look = .current) {
        guard size.width >= 160, size.height >= 90, size.width <= 32768, size.height <= 32768 else { return nil }
        scale = Interface.scale(size: size)
        left = (Double(size.width) - Theme.screen.width * scale) / 2
        self.look = look
        top = (Double(size.height) - Theme.screen.height * scale) / 2
    }

    func picture(_ node: Node, _ width: Double, _ height: Double) -> Picture {
        Picture(
            node: node,
            size: PixelSize(width: Int((width * scale).rounded(.up)), height: Int((height * scale).rounded(.up))),
            scale: scale, isMirrored: look.isRightToLeft, textScale: look.textScale, language: look.catalogue.language)
    }

    func pictures(_ part: ScreenPart) -> [Picture] {
        part.nodes.map { picture($0, part.frame.width, part.frame.height) }
    }

    func layer(_ screen: ScreenID, _ part: ScreenPart, _ motion: Motion) -> InterfaceLayer {
        let frames = pictures(part)
        let size = frames.first?.size ?? .zero
        let x = look.isRightToLeft ? Theme.screen.width - part.frame.maxX : part.frame.x
        let isShade = part.name == .ground && part.frame.size != Theme.screen
        return InterfaceLayer(
            id: InterfaceLayer.ID(screen, part.name), isShade: isShade, frames: frames, framePeriod: Wheel.framePeriod,
            rectangle: PixelRectangle(
                x: Int((left + x * scale).rounded()), y: Int((top + part.frame.y * scale).rounded()),
                width: size.width, height: size.height),
            motion: Movement(
                // A ground fades where it stands: its edge is the screen's.
                moving(part.name == .ground ? motion.fading : motion), own: moving(part.motion)))
    }

    /// The motion in pixels, as the look has it.
    private func moving(_ motion: Motion) -> Motion {
        if look.reducesMotion { return motion.fading }
        return (look.isRightToLeft ? motion.mirrored : motion).scaled(by: scale)
    }
}
