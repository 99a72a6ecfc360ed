import MediaCore

/// The difference between two frames.
package struct MotionResult: Sendable {
    /// The smallest rectangle around everything that moved; nil: nothing did.
    package var region: PixelRectangle?
    /// The later frame.
    package var frame: SeenFrame

    package var motion: Bool { region != nil }
}

/// Compares two pictures of one size; pictures of different sizes differ everywhere.
///
/// - Parameter threshold: how far off a colour of a pixel may be without counting as motion, 0…255. A
///   change must fill 2×2 pixels or more: single ones are noise.
package func detectMotion(
    from before: SeenFrame, to after: SeenFrame, mask: Mask = .all, threshold: Int = 25
) throws(NoPixels) -> MotionResult {
    let (first, second) = (try before.pixels(), try after.pixels())
    guard first.size == second.size else {
        let area = mask.region.on(second.size)
        return MotionResult(region: area.isEmpty ? nil : area, frame: after)
    }
    let size = second.size
    let width = size.width
    var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
    var above = [Bool](repeating: false, count: width)
    for row in 0..<size.height {
        var moved = [Bool](repeating: false, count: width)
        first.pixels.withUnsafeBufferPointer { first in
            second.pixels.withUnsafeBufferPointer { second in
                for span in mask.spans(row: row, on: size) {
                    for x in span where first[row &* width &+ x] != second[row &* width &+ x] {
                        moved[x] = first[row &* width &+ x].colourDistance(to: second[row &* width &+ x]) > threshold
                    }
                }
            }
        }
        for x in moved.indices.dropFirst() where moved[x] && moved[x - 1] && above[x] && above[x - 1] {
            (left, right) = (min(left, x - 1), max(right, x))
            (top, bottom) = (min(top, row - 1), max(bottom, row))
        }
        above = moved
    }
    guard right >= 0 else { return MotionResult(region: nil, frame: after) }
    return MotionResult(
        region: PixelRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1), frame: after)
}
