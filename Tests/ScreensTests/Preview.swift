import Devices
import Layout
import MediaCore
import Paint
import Screens

/// The interface over a grey ramp, composited in the plain way: what a viewer would see.
struct Preview {
    let painter = Painter()
    let size: PixelSize

    /// The picture as rows of 0xXXRRGGBB.
    func image(of interface: Interface, at time: HostTime) -> Image {
        var image = Image(size: size)
        let video = interface.dimming.value(at: time).opacity
        for y in 0..<size.height {
            for x in 0..<size.width {
                let grey = UInt32(Double(40 + (x * 120 + y * 80) / (size.width + size.height)) * video)
                image.pixels[y * size.width + x] = grey << 16 | grey << 8 | grey
            }
        }
        for layer in interface.layers(size: size) {
            guard let picture = layer.picture(at: time) else { continue }
            blend(
                painter.surface(for: picture), at: layer.rectangle(at: time), opacity: layer.opacity(at: time),
                onto: &image)
        }
        return image
    }

    func blend(_ surface: Surface, at place: PixelRectangle, opacity: Double, onto image: inout Image) {
        let weight = UInt32(opacity * 256)
        let shown = place.intersection(PixelRectangle(size))
        for y in 0..<shown.height {
            let row = (shown.y - place.y + y) * surface.stride
            for x in 0..<shown.width {
                let source = surface.pixels.load(
                    fromByteOffset: row + (shown.x - place.x + x) * 4, as: UInt32.self)
                if source == 0 { continue }
                let index = (shown.y + y) * size.width + shown.x + x
                let below = image.pixels[index]
                let rest = 255 - (source >> 24) * weight / 256
                func part(_ shift: UInt32) -> UInt32 {
                    let sum = (source >> shift & 0xff) * weight / 256 + (below >> shift & 0xff) * rest / 255
                    return min(255, sum) << shift
                }
                image.pixels[index] = part(16) | part(8) | part(0)
            }
        }
    }
}
