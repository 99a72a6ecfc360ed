import MediaCore

/// What the beginning of a JPEG, PNG or WebP file says of it, read before any memory is taken for its pixels.
package struct StillImageHeader: Equatable {
    package enum Format: Equatable, CaseIterable { case jpeg, png, webp }

    package let format: Format
    package let size: PixelSize
    /// How it was held when it was taken (Exif 2.3, 4.6.4, tag 274).
    let orientation: PhotoOrientation
    /// Whether it is a JPEG whose lines come more than once, ever finer: all of it is kept until its end.
    private let isProgressive: Bool

    /// The largest side that a file may declare.
    private static let maximumSide = 8192

    /// The most pixels that a file may declare. PNG and WebP are decoded whole, four bytes a pixel, twice: 32 MiB until
    /// they are made small. JPEG is decoded at a fraction of its size; a progressive one of 3840 × 2160 keeps 25 MB of
    /// coefficients meanwhile.
    private var maximumPixels: Int {
        switch format {
        case .jpeg: 9 << 20
        case .png, .webp: 4 << 20
        }
    }

    /// Whether there is a picture, and none larger than is decoded where it is all that is on the screen.
    var isReasonablePhoto: Bool {
        guard (1...32_768).contains(size.width), (1...32_768).contains(size.height) else { return false }
        let most =
            switch format {
            // At a fraction of its size; a progressive one keeps three bytes a pixel meanwhile.
            case .jpeg: isProgressive ? 32 << 20 : 128 << 20
            case .png, .webp: 16 << 20
            }
        return size.width * size.height <= most
    }

    /// Whether there is a picture, and none larger than is decoded.
    package var isReasonable: Bool {
        (1...Self.maximumSide).contains(size.width) && (1...Self.maximumSide).contains(size.height)
            && size.width * size.height <= maximumPixels
    }

    /// Reads a header; nil where the bytes begin like none of the formats.
    package init?(_ bytes: [UInt8]) {
        let file = Bytes(bytes)
        if let size = Self.png(file) {
            (format, self.size, orientation, isProgressive) = (.png, size, .upright, false)
        } else if let found = Self.jpeg(file) {
            (format, size, orientation, isProgressive) = (.jpeg, found.size, found.orientation, found.isProgressive)
        } else if let size = Self.webp(file) {
            (format, self.size, orientation, isProgressive) = (.webp, size, .upright, false)
        } else {
            return nil
        }
    }

    /// Bytes that can be asked for beyond their end.
    private struct Bytes {
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        subscript(_ place: Int) -> Int? { bytes.indices.contains(place) ? Int(bytes[place]) : nil }

        func has(_ expected: [UInt8], at place: Int) -> Bool {
            bytes.count - place >= expected.count && bytes[place..<(place + expected.count)].elementsEqual(expected)
        }

        func has(_ text: StaticString, at place: Int) -> Bool {
            has(text.withUTF8Buffer { Array($0) }, at: place)
        }

        /// A number of `count` bytes, the last one counting most.
        func little(_ count: Int, at place: Int) -> Int? {
            guard bytes.count - place >= count else { return nil }
            return (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }

        /// A number of `count` bytes, the first one counting most.
        func big(_ count: Int, at place: Int) -> Int? {
            guard bytes.count - place >= count else { return nil }
            return (0..<count).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
        }
    }

    /// The signature and IHDR (PNG, ISO/IEC 15948, 5.2 and 11.2.2).
    private static func png(_ file: Bytes) -> PixelSize? {
        let start: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        guard file.has(start, at: 0), let width = file.big(4, at: 16), let height = file.big(4, at: 20) else {
            return nil
        }
        return PixelSize(width: width, height: height)
    }

    /// The first frame header (JPEG, ITU-T T.81, B.2.2), behind whatever application segments there are.
    private static func jpeg(
        _ file: Bytes
    ) -> (size: PixelSize, orientation: PhotoOrientation, isProgressive: Bool)? {
        guard file.has([0xff, 0xd8, 0xff], at: 0) else { return nil }
        var place = 2
        var orientation = PhotoOrientation.upright
        while file[place] == 0xff, let marker = file[place + 1] {
            switch marker {
            // Fill bytes, and markers without a segment.
            case 0xff: place += 1
            case 0x01, 0xd0...0xd7: place += 2
            case 0xc0...0xcf where ![0xc4, 0xc8, 0xcc].contains(marker):
                guard let height = file.big(2, at: place + 5), let width = file.big(2, at: place + 7) else {
                    return nil
                }
                return (PixelSize(width: width, height: height), orientation, marker == 0xc2 || marker == 0xca)
            // Without a frame header there are no scans, and there is no end.
            case 0xd8, 0xd9, 0xda: return nil
            default:
                guard let length = file.big(2, at: place + 2), length >= 2 else { return nil }
                if marker == 0xe1, file.has("Exif", at: place + 4) {
                    let end = min(file.bytes.count, place + 2 + length)
                    orientation = PhotoOrientation(exif: file.bytes[min(place + 10, end)..<end]) ?? orientation
                }
                place += 2 + length
            }
        }
        return nil
    }

    /// The first chunk (RFC 9649, 2.5 to 2.7): of one frame with loss or without, or of the extended format.
    private static func webp(_ file: Bytes) -> PixelSize? {
        guard file.has("RIFF", at: 0), file.has("WEBP", at: 8) else { return nil }
        if file.has("VP8X", at: 12), let width = file.little(3, at: 24), let height = file.little(3, at: 27) {
            return PixelSize(width: width + 1, height: height + 1)
        }
        if file.has("VP8L", at: 12), file[20] == 0x2f, let bits = file.little(4, at: 21) {
            return PixelSize(width: bits & 0x3fff + 1, height: bits >> 14 & 0x3fff + 1)
        }
        if file.has("VP8 ", at: 12), file.has([0x9d, 0x01, 0x2a], at: 23),
            let width = file.little(2, at: 26), let height = file.little(2, at: 28)
        {
            return PixelSize(width: width & 0x3fff, height: height & 0x3fff)
        }
        return nil
    }
}
