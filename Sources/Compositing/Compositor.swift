import CYUV
import Devices
import MediaCore

/// Composes layers over black in software. One per thread; it owns the scratch memory and remembers
/// scaled pictures, each `CompositionTarget` remembers what it holds. The picture never depends on
/// what the target held before.
package final class Compositor {
    private let scaler = FrameScaler()
    private let pictures = ScaledPictures()
    private let band = PixelMemory()
    private var states: [LayerState] = []
    private var damage = Damage()
    /// The frame last drawn without keeping its scaled picture. Scaled video is kept when a frame is
    /// likely to be needed again: into another buffer, or under a surface that moves.
    private var drawnDirectly: ContentIdentity?
    private var keepsVideo = false
    private var reuses = 0

    package init() {}

    /// Makes `target` show `layers`, from the bottom up over black. Layers wholly off the screen,
    /// transparent, or with a side over 16 384 pixels are not seen.
    ///
    /// - Returns: the number of pixels written; 0 when the target held this picture already.
    @discardableResult
    package func compose(_ layers: ArraySlice<Layer>, into target: CompositionTarget) -> Int {
        pictures.beginScene()
        let bounds = PixelRectangle(target.buffer.size)
        states.removeAll(keepingCapacity: true)
        for index in layers.indices {
            if let state = LayerState(layers[index], at: index, on: bounds) { states.append(state) }
        }
        if target.isHeldKnown {
            damage.compute(from: target.held, to: states, in: bounds)
        } else {
            damage.all(of: bounds)
        }
        for rectangle in damage.rectangles {
            compose(layers, within: rectangle, on: target.buffer)
        }
        swap(&target.held, &states)
        target.isHeldKnown = true
        return damage.area
    }

    /// Whether `target` shows `layers` already.
    package func holds(_ layers: ArraySlice<Layer>, in target: CompositionTarget) -> Bool {
        guard target.isHeldKnown else { return false }
        let bounds = PixelRectangle(target.buffer.size)
        states.removeAll(keepingCapacity: true)
        for index in layers.indices {
            if let state = LayerState(layers[index], at: index, on: bounds) { states.append(state) }
        }
        damage.compute(from: target.held, to: states, in: bounds)
        return damage.rectangles.isEmpty
    }

    // MARK: - One rectangle, from the bottom up

    private func compose(_ layers: ArraySlice<Layer>, within area: PixelRectangle, on buffer: PixelBuffer) {
        var first = 0
        var covered: PixelRectangle?
        if let index = states.lastIndex(where: { $0.isOpaque && $0.visible.contains(area) }) {
            first = index
            covered = area
        } else if let lowest = states.first, lowest.isOpaque {
            covered = lowest.visible
        }
        if let covered {
            area.forEachPart(outside: covered) { fill($0, with: 0xff00_0000, on: buffer) }
        } else {
            fill(area, with: 0xff00_0000, on: buffer)
        }

        for position in first..<states.count {
            let state = states[position]
            let part = state.visible.intersection(area)
            guard !part.isEmpty else { continue }
            switch layers[state.index].content {
            case .video(let frame):
                draw(frame, state, at: position, part, on: buffer)
            case .surface(let surface):
                blend(surface, state, part, on: buffer)
            case .color(let color):
                blend(color, alpha: state.alpha, part, on: buffer)
            }
        }
    }

    private func draw(
        _ frame: VideoFrame, _ state: LayerState, at position: Int, _ part: PixelRectangle,
        on buffer: PixelBuffer
    ) {
        let isOverBlack = state.alpha == 255 || !states[..<position].contains { $0.visible.overlaps(state.visible) }
        let target = buffer.address(x: part.x, y: part.y)
        let stride = Int32(buffer.stride)
        let (width, height) = (Int32(part.width), Int32(part.height))

        guard let source = picture(of: frame, state, isWholeDrawn: part == state.visible && isOverBlack) else {
            scaler.draw(
                frame, state.source, scaledTo: state.destination.size, part: state.visiblePart, at: target,
                stride: buffer.stride)
            if state.alpha < 255 { dim(target, stride, to: state.alpha, target, stride, width, height) }
            return
        }
        let pixels = source.address(x: part.x - state.visible.x, y: part.y - state.visible.y)
        let pixelStride = Int32(source.stride)
        if state.alpha == 255 {
            ARGBCopy(pixels, pixelStride, target, stride, width, height)
        } else if isOverBlack {
            dim(pixels, pixelStride, to: state.alpha, target, stride, width, height)
        } else {
            ARGBInterpolate(
                target, stride, pixels, pixelStride, target, stride, width, height, Int32(state.alpha))
        }
    }

    /// Draws pixels mixed with black, equal to the last bit to blending over black, without reading the
    /// target.
    private func dim(
        _ pixels: UnsafePointer<UInt8>, _ pixelStride: Int32, to alpha: UInt8,
        _ target: UnsafeMutablePointer<UInt8>, _ stride: Int32, _ width: Int32, _ height: Int32
    ) {
        band.reserve(Int(width) * 4)
        ARGBRect(band.base, width * 4, 0, 0, width, 1, 0xff00_0000)
        // A stride of zero repeats the one black row.
        ARGBInterpolate(band.base, 0, pixels, pixelStride, target, stride, width, height, Int32(alpha))
    }

    /// The scaled frame, or nil when it is better drawn directly into the target.
    private func picture(of frame: VideoFrame, _ state: LayerState, isWholeDrawn: Bool) -> PixelBuffer? {
        let key = ScaledPictures.Key(
            identity: frame.identity, source: state.source, size: state.destination.size, part: state.visiblePart)
        if let picture = pictures.find(key) {
            reuses += 1
            return picture
        }
        if drawnDirectly == frame.identity {
            keepsVideo = true
        } else {
            // For a new frame the use of the one before decides.
            if reuses == 0 { keepsVideo = false }
            reuses = 0
        }
        if isWholeDrawn, !keepsVideo {
            drawnDirectly = frame.identity
            return nil
        }
        let picture = pictures.make(key)
        scaler.draw(
            frame, key.source, scaledTo: key.size, part: key.part, at: picture.base, stride: picture.stride)
        return picture
    }

    private func blend(_ surface: Surface, _ state: LayerState, _ part: PixelRectangle, on buffer: PixelBuffer) {
        guard let base = surface.pixels.baseAddress else { return }
        let bytes =
            base.assumingMemoryBound(to: UInt8.self) + state.source.y * surface.stride + state.source.x * 4
        var source = bytes + (part.y - state.destination.y) * surface.stride + (part.x - state.destination.x) * 4
        var sourceStride = surface.stride
        if state.source.size != state.destination.size {
            let key = ScaledPictures.Key(
                identity: surface.identity, source: state.source, size: state.destination.size,
                part: state.visiblePart)
            let picture: PixelBuffer
            if let found = pictures.find(key) {
                picture = found
            } else {
                picture = pictures.make(key)
                FrameScaler.scale(
                    bytes, stride: surface.stride, size: state.source.size, to: key.size, part: key.part,
                    at: picture.base, stride: picture.stride)
            }
            source = UnsafePointer(picture.address(x: part.x - state.visible.x, y: part.y - state.visible.y))
            sourceStride = picture.stride
        }
        blend(source, stride: sourceStride, state, part, on: buffer)
    }

    /// Blends premultiplied pixels over the target, faded band by band so that the scratch stays in the
    /// cache.
    private func blend(
        _ source: UnsafePointer<UInt8>, stride sourceStride: Int, _ state: LayerState,
        _ part: PixelRectangle, on buffer: PixelBuffer
    ) {
        let stride = Int32(buffer.stride)
        let width = Int32(part.width)
        if state.alpha == 255 {
            let target = buffer.address(x: part.x, y: part.y)
            ARGBBlend(source, Int32(sourceStride), target, stride, target, stride, width, Int32(part.height))
            return
        }
        let bandHeight = min(16, part.height)
        band.reserve(part.width * 4 * bandHeight)
        var row = 0
        while row < part.height {
            let height = Int32(min(bandHeight, part.height - row))
            let target = buffer.address(x: part.x, y: part.y + row)
            ARGBShade(
                source + row * sourceStride, Int32(sourceStride), band.base, width * 4, width, height, state.shade)
            ARGBBlend(band.base, width * 4, target, stride, target, stride, width, height)
            row += Int(height)
        }
    }

    private func blend(_ color: UInt32, alpha: UInt8, _ part: PixelRectangle, on buffer: PixelBuffer) {
        let pixel = color.premultiplied(by: alpha)
        if pixel >> 24 == 255 { return fill(part, with: pixel, on: buffer) }
        band.reserve(part.width * 4)
        ARGBRect(band.base, Int32(part.width * 4), 0, 0, Int32(part.width), 1, pixel)
        let target = buffer.address(x: part.x, y: part.y)
        let stride = Int32(buffer.stride)
        // A stride of zero repeats the one row.
        ARGBBlend(band.base, 0, target, stride, target, stride, Int32(part.width), Int32(part.height))
    }

    private func fill(_ part: PixelRectangle, with pixel: UInt32, on buffer: PixelBuffer) {
        guard !part.isEmpty else { return }
        ARGBRect(
            buffer.base, Int32(buffer.stride), Int32(part.x), Int32(part.y), Int32(part.width),
            Int32(part.height), pixel)
    }
}

extension LayerState {
    fileprivate var visiblePart: PixelRectangle {
        PixelRectangle(
            x: visible.x - destination.x, y: visible.y - destination.y, width: visible.width,
            height: visible.height)
    }

    fileprivate var shade: UInt32 { UInt32(alpha) * 0x0101_0101 }
}

extension UInt32 {
    /// The colour 0xAARRGGBB with its alpha times `alpha`/255, and its components multiplied by that.
    fileprivate func premultiplied(by alpha: UInt8) -> UInt32 {
        let a = ((self >> 24) * UInt32(alpha) + 127) / 255
        func channel(_ shift: UInt32) -> UInt32 { ((((self >> shift) & 255) * a + 127) / 255) << shift }
        return a << 24 | channel(16) | channel(8) | channel(0)
    }
}

extension PixelRectangle {
    fileprivate func overlaps(_ other: PixelRectangle) -> Bool { !intersection(other).isEmpty }
}
