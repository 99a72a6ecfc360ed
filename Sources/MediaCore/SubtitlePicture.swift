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

extension SubtitlePicture {
    /// The place on the screen.
    ///
    /// - Parameters:
    ///   - whole: what the picture it lies over fills, all of it: also what is cut off at the screen's edges
    ///   - screen: where it is moved to if it would be cut off
    package func frame(over whole: PixelRectangle, on screen: PixelRectangle) -> PixelRectangle {
        var size = (width: Double(whole.width), height: Double(whole.height))
        if isSquare {
            // A film may have been cut to its own shape; the canvas still is that of the screen.
            let scale = max(size.width / Double(canvas.width), size.height / Double(canvas.height))
            size = (Double(canvas.width) * scale, Double(canvas.height) * scale)
        }
        let left = Double(whole.x) + (Double(whole.width) - size.width) / 2
        let top = Double(whole.y) + (Double(whole.height) - size.height) / 2
        func x(_ value: Int) -> Int { Int((left + Double(value) * size.width / Double(canvas.width)).rounded()) }
        func y(_ value: Int) -> Int { Int((top + Double(value) * size.height / Double(canvas.height)).rounded()) }
        var frame = PixelRectangle(x: x(place.x), y: y(place.y), width: 0, height: 0)
        frame.width = max(1, x(place.maxX) - frame.x)
        frame.height = max(1, y(place.maxY) - frame.y)
        if frame.width <= screen.width { frame.x = min(max(frame.x, screen.x), screen.maxX - frame.width) }
        if frame.height <= screen.height { frame.y = min(max(frame.y, screen.y), screen.maxY - frame.height) }
        return frame
    }

    /// Writes it as premultiplied ARGB (`PixelFormat.argb8888`) into rows of `stride` bytes.
    package func paint(into bytes: UnsafeMutableRawBufferPointer, stride: Int) {
        var colours = [UInt32](repeating: 0, count: 256)
        for (number, colour) in palette.prefix(256).enumerated() {
            let alpha = colour >> 24
            func part(_ shift: UInt32) -> UInt32 { (((colour >> shift & 0xff) * alpha + 127) / 255) << shift }
            colours[number] = alpha << 24 | part(16) | part(8) | part(0)
        }
        for row in 0..<place.height where (row * stride + place.width * 4) <= bytes.count {
            for column in 0..<place.width {
                bytes.storeBytes(
                    of: colours[Int(indices[row * place.width + column])].littleEndian,
                    toByteOffset: row * stride + column * 4, as: UInt32.self)
            }
        }
    }
}
