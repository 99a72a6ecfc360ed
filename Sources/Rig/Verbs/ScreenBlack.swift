import MediaCore

/// The result of a check whether the screen is black.
package struct ScreenBlackResult: Sendable {
    /// Whether no pixel that counts is brighter than the threshold.
    package var black: Bool
    /// The grey level of the brightest pixel, 0…255; nil where none counts.
    package var brightest: UInt8?
    package var frame: SeenFrame
}

/// Checks whether the screen is black.
///
/// - Parameter threshold: grey level up to which a pixel is black, 0…255: video black is seldom 0
package func isScreenBlack(
    _ frame: SeenFrame, mask: Mask = .all, threshold: UInt8 = 20
) throws(NoPixels) -> ScreenBlackResult {
    let image = try frame.pixels()
    var brightest: UInt8?
    image.pixels.withUnsafeBufferPointer { pixels in
        for row in 0..<image.size.height {
            for span in mask.spans(row: row, on: image.size) {
                for x in span { brightest = max(brightest ?? 0, Image.luma(pixels[row * image.size.width + x])) }
            }
        }
    }
    return ScreenBlackResult(black: brightest.map { $0 <= threshold } ?? false, brightest: brightest, frame: frame)
}
