import Devices
import Glibc
import Layout
import MediaCore
import Paint
import Testing

@testable import Screens

@Suite("Readable at three metres")
struct ContrastTests {
    /// A colour's relative luminance (WCAG 2.2).
    private func luminance(_ color: Color) -> Double {
        func linear(_ part: Double) -> Double {
            part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    private func contrast(_ a: Color, _ b: Color) -> Double {
        let (light, dark) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
        return (light + 0.05) / (dark + 0.05)
    }

    @Test(
        "Text stands out 4.5 to 1 from its ground, over a white picture and over a black one",
        arguments: Gallery.entries)
    func contrast(entry: Gallery.Entry) throws {
        let painter = Painter()
        for picture in [Color.white, Color.black] {
            // All that lies beneath, of the layers before too: words stand on a shade that is a layer of its own.
            var below: [(frame: Rectangle, fill: Fill)] = []
            for layer in entry.interface.layers(size: PixelSize(width: 1920, height: 1080)) {
                for placement in painter.placements(of: try #require(layer.frames.first)) {
                    var frame = placement.frame
                    frame.x += Double(layer.rectangle.x)
                    frame.y += Double(layer.rectangle.y)
                    switch placement.element {
                    case .fill(let fill, _): below.append((frame, fill))
                    // A locked keypad is dim because it is disabled.
                    case .text(let text) where placement.opacity == 1:
                        // A gradient is not alike at both ends of a word.
                        let least = corners(frame).map { x, y in
                            let ground = below.filter { covers($0.frame, frame) }.reduce(picture) { ground, box in
                                let (width, height) = (max(box.frame.width, 1), max(box.frame.height, 1))
                                return box.fill.color(x: (x - box.frame.x) / width, y: (y - box.frame.y) / height)
                                    .over(ground)
                            }
                            return contrast(text.color.over(ground), ground)
                        }.min()
                        #expect((least ?? 0) >= 4.5, "“\(text.string)” in \(layer.id)")
                    default: break
                    }
                }
            }
        }
    }

    private func corners(_ frame: Rectangle) -> [(x: Double, y: Double)] {
        [(frame.x, frame.y), (frame.maxX, frame.y), (frame.x, frame.maxY), (frame.maxX, frame.maxY)]
    }

    @Test("Letters that stand for a logo stand out from their ground, which is the same for the same name")
    func initials() {
        for ground in Theme.grounds { #expect(contrast(Color.white, ground) >= 4.5, "\(ground)") }
        let names = (0..<500).map { "Channel \($0)" }
        let grounds = names.map { Theme.ground(of: ChannelLabel(id: $0, number: "1", name: $0)) }
        #expect(Set(grounds) == Set(Theme.grounds))
        #expect(grounds[0] == Theme.ground(of: ChannelLabel(id: "other", number: "2", name: names[0])))
        #expect(Theme.ground(of: ChannelLabel(id: "a", number: "1", name: "BBC One")) == Theme.grounds[5])
    }

    private func covers(_ outer: Rectangle, _ inner: Rectangle) -> Bool {
        outer.x <= inner.x + 0.5 && outer.y <= inner.y + 0.5 && outer.maxX >= inner.maxX - 0.5
            && outer.maxY >= inner.maxY - 0.5
    }

    @Test("No text is smaller than 24 points, unless a number had to shrink to fit", arguments: Gallery.entries)
    func large(entry: Gallery.Entry) throws {
        let painter = Painter()
        for layer in entry.interface.layers(size: PixelSize(width: 1920, height: 1080)) {
            for placement in painter.placements(of: try #require(layer.frames.first)) {
                guard case .text(let text) = placement.element, text.minimumScale == 1 else { continue }
                #expect(text.size >= 24, "“\(text.string)” in \(layer.id)")
            }
        }
    }

    @Test("Every layer of every screen has something painted on it", arguments: Gallery.entries)
    func painted(entry: Gallery.Entry) throws {
        let painter = Painter()
        for layer in entry.interface.layers(size: PixelSize(width: 1280, height: 720)) {
            let surface = painter.surface(for: try #require(layer.frames.first))
            #expect(surface.pixels.contains { $0 != 0 }, "\(layer.id)")
        }
    }
}
