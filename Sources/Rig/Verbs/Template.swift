import Foundation
import MediaCore

/// A picture to search for on the screen. Pixels that are not opaque are ignored.
package struct Template: Sendable {
    /// The template's name for people: its file's.
    package let name: String
    package let image: Image
    /// The opaque pixels, which count, as indices of `image.pixels`.
    let opaque: [Int]
    /// A few distinctive pixels, compared first, so that most places are soon ruled out.
    let probes: [Probe]

    struct Probe: Sendable {
        var x: Int
        var y: Int
        var luma: UInt8
    }

    /// A template of a picture.
    ///
    /// - Parameter image: the top byte of a pixel is its alpha
    package init(_ name: String, _ image: Image) throws(TemplateError) {
        self.name = name
        self.image = image
        opaque = image.pixels.indices.filter { image.pixels[$0] >> 24 == 255 }
        guard opaque.count >= 16 else {
            throw TemplateError(name: name, reason: "under 16 opaque pixels: nothing to find")
        }
        let levels = opaque.map { Int(Image.luma(image.pixels[$0])) }
        let range = (levels.min() ?? 0)...(levels.max() ?? 0)
        guard range.count > 48 else {
            throw TemplateError(
                name: name, reason: "it has next to no contrast: take a larger piece, with an edge or a letter in it")
        }
        probes = Self.probes(of: image, opaque: opaque, mean: levels.reduce(0, +) / levels.count)
    }

    /// A template of a PNG file.
    package init(contentsOfFile path: String) throws(TemplateError) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let image: Image
        do {
            image = try Image(png: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        } catch let error as PNGError {
            throw TemplateError(name: path, reason: error.description)
        } catch {
            throw TemplateError(name: path, reason: error.localizedDescription)
        }
        try self.init(name, image)
    }

    /// The brightest and the darkest pixel of each of 4×4 parts; the most distinctive first.
    private static func probes(of image: Image, opaque: [Int], mean: Int) -> [Probe] {
        var extremes: [Int: (darkest: Probe, brightest: Probe)] = [:]
        for index in opaque {
            let (x, y) = (index % image.size.width, index / image.size.width)
            let probe = Probe(x: x, y: y, luma: Image.luma(image.pixels[index]))
            let part = y * 4 / image.size.height * 4 + x * 4 / image.size.width
            guard var found = extremes[part] else {
                extremes[part] = (probe, probe)
                continue
            }
            if probe.luma < found.darkest.luma { found.darkest = probe }
            if probe.luma > found.brightest.luma { found.brightest = probe }
            extremes[part] = found
        }
        func contrast(_ probe: Probe) -> Int { abs(Int(probe.luma) - mean) }
        return extremes.sorted { $0.key < $1.key }.flatMap { [$0.value.darkest, $0.value.brightest] }
            .sorted { contrast($0) > contrast($1) }
    }
}

package struct TemplateError: Error, CustomStringConvertible {
    package var name: String
    package var reason: String

    package var description: String { "\(name): \(reason)" }
}
