import MediaCore

/// Whether a screen shows nothing.
package struct ScreenBlackResult: Sendable {
    /// No pixel that counts is brighter than the threshold.
    package var black: Bool
    /// Grey level of the brightest, 0…255; nil where none counts.
    package var brightest: UInt8?
    package var frame: SeenFrame
}

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
