import MediaCore

/// A decoded still image, such as a logo: rows of premultiplied BGRA without gaps between them.
package struct StillImage: Hashable, Sendable {
    package let size: PixelSize
    /// The pixels: four bytes each (blue, green, red, opacity), `size.width * 4` a row.
    package let pixels: [UInt8]

    /// Makes an image; nil where the pixels are not as many as its size says.
    package init?(size: PixelSize, pixels: [UInt8]) {
        guard !size.isEmpty, size.width.multipliedReportingOverflow(by: size.height).overflow == false,
            pixels.count / 4 == size.width * size.height, pixels.count.isMultiple(of: 4)
        else { return nil }
        self.size = size
        self.pixels = pixels
    }
}

/// Why some bytes are no still image that can be shown.
package enum StillImageError: Error, Hashable, Sendable {
    /// The bytes begin like none of the formats that are read: JPEG, PNG and WebP.
    case unknownFormat
    /// The header states no pixels, or more than are decoded.
    case unreasonable(PixelSize)
    /// What lies behind the header is damaged, or of a kind that is not decoded: animated WebP.
    case undecodable(reason: String)
}
