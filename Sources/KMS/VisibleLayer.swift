import CDRM
import Devices
import MediaCore

/// A layer of which a part is on the screen.
struct VisibleLayer {
    var layer: Layer
    /// The visible part in screen pixels.
    var visible: PixelRectangle

    /// Makes the visible layer; nil when no part of it can be seen.
    init?(_ layer: Layer, on screen: PixelSize) {
        guard layer.opacity > 0, layer.destination.width <= 16384, layer.destination.height <= 16384,
            Int32(exactly: layer.destination.x) != nil, Int32(exactly: layer.destination.y) != nil
        else { return nil }
        let visible = layer.destination.intersection(PixelRectangle(screen))
        guard !visible.isEmpty else { return nil }
        self.layer = layer
        self.visible = visible
    }

    /// The opacity as the plane property's 16 bits.
    var alpha: UInt64 { UInt64((min(layer.opacity, 1) * 65535).rounded()) }

    func shape(on screen: PixelSize) -> LayerShape {
        var shape = LayerShape(size: layer.source.size, destination: layer.destination.size)
        switch layer.content {
        case .color: break
        case .surface(let surface):
            if !surface.size.isEmpty { shape.format = HEARTH_DRM_ARGB8888 }
        case .video(let frame):
            if let buffer = frame.dmaBuffer {
                shape.format = buffer.fourcc
                shape.modifier = buffer.modifier == HEARTH_DRM_MOD_INVALID ? HEARTH_DRM_MOD_LINEAR : buffer.modifier
            }
        }
        shape.isTranslucent = alpha < 65535
        shape.coversScreen = visible == PixelRectangle(screen) && isOpaqueContent
        shape.isClipped = visible != layer.destination
        return shape
    }

    /// The visible part in the content's own pixels, in 16.16 fixed point: x, y, width, height.
    var source: (x: UInt64, y: UInt64, width: UInt64, height: UInt64) {
        let part = layer.source
        func fixed(_ value: Int, _ content: Int, _ destination: Int) -> UInt64 {
            UInt64(clamping: value.multipliedSaturating(by: content << 16) / max(1, destination))
        }
        let destination = layer.destination
        return (
            UInt64(clamping: part.x << 16) + fixed(visible.x - destination.x, part.width, destination.width),
            UInt64(clamping: part.y << 16) + fixed(visible.y - destination.y, part.height, destination.height),
            fixed(visible.width, part.width, destination.width),
            fixed(visible.height, part.height, destination.height)
        )
    }

    private var isOpaqueContent: Bool {
        if case .video = layer.content { return true }
        return false
    }
}
