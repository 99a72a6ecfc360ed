import Devices
import MediaCore

/// The state of one layer in a buffer: enough to tell whether it would look the same again.
struct LayerState: Equatable {
    enum Content: Equatable {
        case picture(ContentIdentity)
        case color(UInt32)
    }

    var content: Content
    /// The part of the content that fills the destination, in its own pixels.
    var source: PixelRectangle
    var destination: PixelRectangle
    /// The part of the destination on the screen, in screen pixels; never empty.
    var visible: PixelRectangle
    /// The opacity in 255ths, 1…255.
    var alpha: UInt8
    /// Whether it hides all layers beneath its visible part.
    var isOpaque: Bool
    /// The layer's index in the scene it came from.
    var index: Int

    /// Makes the state of a layer; nil for one that can't be seen: wholly off the screen,
    /// transparent, empty, or larger than `largestSide`, beyond which fixed-point scaling
    /// overflows.
    init?(_ layer: Layer, at index: Int, on bounds: PixelRectangle) {
        let alpha = Self.alpha(of: layer.opacity)
        guard alpha > 0, let visible = Self.visible(layer.destination, on: bounds) else { return nil }
        switch layer.content {
        case .video(let frame):
            guard !frame.size.isEmpty else { return nil }
            content = .picture(frame.identity)
            isOpaque = alpha == 255
        case .surface(let surface):
            guard !surface.size.isEmpty else { return nil }
            content = .picture(surface.identity)
            isOpaque = false
        case .color(let color):
            guard color >> 24 > 0 else { return nil }
            content = .color(color)
            isOpaque = alpha == 255 && color >> 24 == 255
        }
        source = layer.source
        destination = layer.destination
        self.visible = visible
        self.alpha = alpha
        self.index = index
    }

    static let largestSide = 16384

    /// An opacity in 255ths; not-a-number is transparent.
    static func alpha(of opacity: Double) -> UInt8 {
        guard opacity > 0 else { return 0 }
        return UInt8((min(opacity, 1) * 255).rounded())
    }

    static func visible(_ destination: PixelRectangle, on bounds: PixelRectangle) -> PixelRectangle? {
        guard destination.width <= largestSide, destination.height <= largestSide,
            abs(destination.x.clampedToInt32) <= 1 << 24, abs(destination.y.clampedToInt32) <= 1 << 24
        else { return nil }
        let visible = destination.intersection(bounds)
        return visible.isEmpty ? nil : visible
    }
}

extension Int {
    fileprivate var clampedToInt32: Int { Int(Int32(clamping: self)) }
}
