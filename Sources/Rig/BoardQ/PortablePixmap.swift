import MediaCore

extension Image {
    /// Reads a binary portable pixmap (`P6`, 8 bits a sample), as QEMU's screendump writes it. Nil for
    /// anything else, and for an incomplete one.
    package init?(portablePixmap file: [UInt8]) {
        var at = 2
        /// The next number of the header.
        func number() -> Int? {
            while at < file.count, file[at] == 32 || (9...13).contains(file[at]) { at += 1 }
            var value: Int?
            while at < file.count, (48...57).contains(file[at]), (value ?? 0) < 100_000 {
                value = (value ?? 0) * 10 + Int(file[at] - 48)
                at += 1
            }
            return value
        }
        guard file.starts(with: [80, 54]), let width = number(), let height = number(), number() == 255,
            (1...16_384).contains(width), (1...16_384).contains(height),
            // One white space, then the samples.
            file.count >= at + 1 + width * height * 3
        else { return nil }
        let first = at + 1
        let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { pixels, count in
            file.withUnsafeBufferPointer { bytes in
                for index in 0..<width * height {
                    let sample = first + index * 3
                    pixels[index] =
                        0xff00_0000 | UInt32(bytes[sample]) << 16 | UInt32(bytes[sample + 1]) << 8
                        | UInt32(bytes[sample + 2])
                }
            }
            count = width * height
        }
        self.init(size: PixelSize(width: width, height: height), pixels: pixels)
    }
}
