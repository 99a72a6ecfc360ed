import Devices
import Layout
import MediaCore
import Paint
import Screens

/// The interface over a grey ramp, composited in the plain way: what a viewer would see.
package struct Preview {
    package let painter = Painter()
    package let size: PixelSize

    package init(size: PixelSize) { self.size = size }

    /// The picture as rows of 0xXXRRGGBB.
    package func image(of interface: Interface, at time: HostTime) -> Image {
        var image = Image(size: size)
        let video = interface.picture(size: size)
        let place = Movement(video).rectangle(PixelRectangle(size), at: time)
        let layers = interface.layers(size: size)
        let isInset = place != PixelRectangle(size)
        func draw(_ layers: [InterfaceLayer]) {
            for layer in layers {
                guard let picture = layer.picture(at: time) else { continue }
                blend(
                    painter.surface(for: picture), at: layer.rectangle(at: time), opacity: layer.opacity(at: time),
                    onto: &image)
            }
        }
        if isInset { draw(layers.filter(\.isGround)) }
        ramp(video.value(at: time).opacity, in: place, of: &image)
        draw(isInset ? layers.filter { !$0.isGround } : layers)
        return image
    }

    /// Draws the picture: a ramp over its place.
    private func ramp(_ strength: Double, in place: PixelRectangle, of image: inout Image) {
        let greys = (0...120).map { UInt32(Double(40 + $0) * strength) &* 0x01_0101 }
        let (sum, stride) = (place.width + place.height, size.width)
        let shown = place.intersection(PixelRectangle(size))
        image.pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<shown.height {
                var index = (shown.y + y) * stride + shown.x
                var level = y &* 80
                for _ in 0..<shown.width {
                    pixels[index] = greys[level / sum]
                    level &+= 120
                    index &+= 1
                }
            }
        }
    }

    package func blend(_ surface: Surface, at place: PixelRectangle, opacity: Double, onto image: inout Image) {
        let weight = UInt32(opacity * 256)
        let shown = place.intersection(PixelRectangle(size))
        let width = size.width
        image.pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<shown.height {
                let offset = (shown.y - place.y + y) * surface.stride + (shown.x - place.x) * 4
                guard let row = surface.pixels.baseAddress?.advanced(by: offset) else { continue }
                let line = row.bindMemory(to: UInt32.self, capacity: shown.width)
                let to = (shown.y + y) * width + shown.x
                var x = 0
                while x < shown.width {
                    let source = line[x]
                    if source != 0 {
                        let below = pixels[to &+ x]
                        let rest: UInt32 = 255 &- (source >> 24) &* weight / 256
                        func blended(_ shift: UInt32) -> UInt32 {
                            let above: UInt32 = (source >> shift & 0xff) &* weight / 256
                            return min(255, above &+ (below >> shift & 0xff) &* rest / 255) << shift
                        }
                        pixels[to &+ x] = blended(0) | blended(8) | blended(16)
                    }
                    x &+= 1
                }
            }
        }
    }
}
