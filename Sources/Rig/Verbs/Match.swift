import MediaCore

/// How similar a place on the screen and a template must be.
package struct MatchParameters: Sendable, Hashable {
    /// The most that each colour of a pixel may be off, 0…255. A picture dimmed by a tenth exceeds 24.
    package var tolerance: Int
    /// The share of the pixels that must be within the tolerance, 0…1.
    package var share: Double
    /// The share that must be within the tolerance in each block of 4×4 pixels, so that a dimmed or
    /// missing letter is not outweighed by the empty surface around it.
    package var blockShare: Double

    package init(tolerance: Int = 24, share: Double = 0.97, blockShare: Double = 0.8) {
        self.tolerance = tolerance
        self.share = share
        self.blockShare = blockShare
    }
}

/// Whether and where a template was seen.
package struct MatchResult: Sendable {
    /// The place of the template; nil: it was not found.
    package var region: PixelRectangle?
    /// The mean similarity of its pixels, 0…1; nil where no place was similar enough to be compared
    /// whole.
    package var score: Double?
    package var frame: SeenFrame

    package var match: Bool { region != nil }
}

/// Searches for a template; of several places the most similar is taken, of equals the first from the
/// top.
package func match(
    _ template: Template, in frame: SeenFrame, region: Region = .all, parameters: MatchParameters = MatchParameters()
) throws(NoPixels) -> MatchResult {
    var best: (place: PlaceComparison, matches: Bool)?
    search(template, in: try frame.pixels(), region: region, parameters: parameters) { place in
        let matches = place.isMatch(parameters)
        if let best, (best.matches ? 1 : 0, best.place.score) >= (matches ? 1 : 0, place.score) { return true }
        best = (place, matches)
        return !(matches && place.score == 1)
    }
    return MatchResult(
        region: best.flatMap { $0.matches ? $0.place.region : nil }, score: best?.place.score, frame: frame)
}

/// A comparison of a template with one place of a picture.
private struct PlaceComparison {
    var region: PixelRectangle
    var score: Double
    var share: Double
    /// The share within the tolerance in the worst block with at least 8 opaque pixels.
    var worstBlockShare: Double

    func isMatch(_ parameters: MatchParameters) -> Bool {
        share >= parameters.share && worstBlockShare >= parameters.blockShare
    }

    init(_ template: Template, at x: Int, _ y: Int, in image: Image, tolerance: Int) {
        let size = template.image.size
        region = PixelRectangle(x: x, y: y, width: size.width, height: size.height)
        let columns = (size.width + 3) / 4
        var blocks = [(pixels: Int, alike: Int)](repeating: (0, 0), count: columns * ((size.height + 3) / 4))
        var difference = 0
        image.pixels.withUnsafeBufferPointer { pixels in
            for index in template.opaque {
                let (column, row) = (index % size.width, index / size.width)
                let distance = template.image.pixels[index].colourDistance(
                    to: pixels[(y + row) * image.size.width + x + column])
                let block = row / 4 * columns + column / 4
                blocks[block].pixels += 1
                if distance <= tolerance { blocks[block].alike += 1 }
                difference += distance
            }
        }
        score = 1 - Double(difference) / 255 / Double(template.opaque.count)
        share = Double(blocks.reduce(0) { $0 + $1.alike }) / Double(template.opaque.count)
        worstBlockShare =
            blocks.filter { $0.pixels >= 8 }.map { Double($0.alike) / Double($0.pixels) }.min() ?? share
    }
}

/// Compares the template at each place where its few most distinctive pixels are similar; stops when
/// `body` returns false.
private func search(
    _ template: Template, in image: Image, region: Region, parameters: MatchParameters,
    _ body: (PlaceComparison) -> Bool
) {
    let area = region.on(image.size)
    let size = template.image.size
    guard size.width <= area.width, size.height <= area.height else { return }
    let width = image.size.width
    let offsets = template.probes.map { $0.y * width + $0.x }
    let levels = template.probes.map { Int($0.luma) }
    // One in eight may differ: a pointer, an edge.
    let misses = template.probes.count / 8
    image.lumaPlane.withUnsafeBufferPointer { plane in
        offsets.withUnsafeBufferPointer { offsets in
            levels.withUnsafeBufferPointer { levels in
                for y in area.y...area.maxY - size.height {
                    for x in area.x...area.maxX - size.width {
                        let corner = y &* width &+ x
                        var left = misses
                        var index = 0
                        while index < offsets.count, left >= 0 {
                            let difference = Int(plane[corner &+ offsets[index]]) &- levels[index]
                            if difference > parameters.tolerance || difference < -parameters.tolerance { left &-= 1 }
                            index &+= 1
                        }
                        guard left >= 0 else { continue }
                        let place = PlaceComparison(template, at: x, y, in: image, tolerance: parameters.tolerance)
                        if !body(place) { return }
                    }
                }
            }
        }
    }
}
