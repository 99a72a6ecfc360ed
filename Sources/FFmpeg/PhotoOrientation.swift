/// How a picture has to be turned to be upright, as cameras note it (Exif 2.3, 4.6.4, tag 274).
enum PhotoOrientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored, upsideDown, flipped
    /// Its rows are columns: mirrored at the diagonal from top left.
    case transposed
    /// To be turned right by a quarter.
    case right
    case transversed
    /// To be turned left by a quarter.
    case left

    /// Whether width and height change places.
    var isTurned: Bool { rawValue >= 5 }

    /// Reads it from the TIFF structure of an Exif segment (TIFF 6.0, section 2); nil: it says nothing of it.
    init?(exif tiff: ArraySlice<UInt8>) {
        let bytes = Array(tiff)
        guard bytes.count >= 8 else { return nil }
        let isLittle: Bool
        switch (bytes[0], bytes[1]) {
        case (0x49, 0x49): isLittle = true
        case (0x4d, 0x4d): isLittle = false
        default: return nil
        }
        func number(_ count: Int, at place: Int) -> Int? {
            guard place >= 0, place <= bytes.count - count else { return nil }
            let piece = bytes[place..<place + count]
            return isLittle
                ? piece.reversed().reduce(0) { $0 << 8 | Int($1) } : piece.reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(2, at: 2) == 42, let directory = number(4, at: 4), let count = number(2, at: directory) else {
            return nil
        }
        for entry in 0..<min(count, 512) {
            let place = directory + 2 + 12 * entry
            guard let tag = number(2, at: place) else { return nil }
            // A SHORT, in the first two bytes of the field.
            guard tag == 274, number(2, at: place + 2) == 3, let value = number(2, at: place + 8) else { continue }
            self.init(rawValue: value)
            return
        }
        return nil
    }
}
