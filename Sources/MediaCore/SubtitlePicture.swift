/// One picture of subtitles, in up to 256 colours, and its place. Equal are those that are one object.
package final class SubtitlePicture: Sendable, Hashable {
    /// The size of the picture that the place is counted in.
    package let canvas: PixelSize
    /// Whether that has square pixels; else it is as wide and as high as the picture it lies over.
    package let isSquare: Bool
    /// The place on the canvas.
    package let place: PixelRectangle
    /// The colours' numbers, row by row, without gaps.
    package let indices: [UInt8]
    /// The colours, 0xAARRGGBB, not premultiplied; a number beyond them is transparent.
    package let palette: [UInt32]

    /// Nil unless there is one number for each pixel.
    package init?(
        canvas: PixelSize, isSquare: Bool, place: PixelRectangle, indices: [UInt8], palette: [UInt32]
    ) {
        guard place.width > 0, place.height > 0, !canvas.isEmpty, indices.count == place.width * place.height else {
            return nil
        }
        self.canvas = canvas
        self.isSquare = isSquare
        self.place = place
        self.indices = indices
        self.palette = palette
    }

    package static func == (a: SubtitlePicture, b: SubtitlePicture) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
