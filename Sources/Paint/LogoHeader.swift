/// What the beginning of a PNG says of it, read before any memory is taken for its pixels.
struct LogoHeader: Equatable {
    let width: Int
    let height: Int

    /// The largest side that a logo's file may declare; a larger picture is not decoded.
    static let maximumSide = 4096
    /// The most pixels that it may declare: 16 MiB while it is made small.
    static let maximumPixels = 4 << 20

    /// Reads the signature and IHDR (PNG, ISO/IEC 15948, 5.2 and 11.2.2); nil where they are not there.
    init?(_ png: [UInt8]) {
        let start: [UInt8] = [
            0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
        ]
        guard png.count > 33, png.starts(with: start) else { return nil }
        func number(at offset: Int) -> Int { png[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        (width, height) = (number(at: 16), number(at: 20))
    }

    /// Whether there is a picture, and none larger than a logo may be.
    var isReasonable: Bool {
        width > 0 && height > 0 && width <= Self.maximumSide && height <= Self.maximumSide
            && width * height <= Self.maximumPixels
    }
}
