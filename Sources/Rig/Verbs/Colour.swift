import MediaCore

extension UInt32 {
    /// The largest difference of one colour between two pixels, 0…255.
    func colourDistance(to other: UInt32) -> Int {
        func part(_ shift: UInt32) -> Int { abs(Int(self >> shift & 255) - Int(other >> shift & 255)) }
        return Swift.max(part(16), part(8), part(0))
    }
}

extension Image {
    /// The pixels' grey levels, row by row.
    var lumaPlane: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: pixels.count) { plane, count in
            pixels.withUnsafeBufferPointer { pixels in
                for index in 0..<pixels.count { plane[index] = Self.luma(pixels[index]) }
            }
            count = pixels.count
        }
    }
}
