import CZlib
import MediaCore

/// The reason why a file is no picture that the rig can read.
package enum PNGError: Error, Hashable, CustomStringConvertible {
    case notPNG
    /// A format that the rig does not read, with the header's values.
    case unsupported(bitDepth: Int, colourType: Int, interlaced: Bool)
    case tooLarge(width: Int, height: Int)
    case damaged(String)

    package var description: String {
        switch self {
        case .notPNG: "not a PNG file"
        case .unsupported(let depth, let type, let interlaced):
            "a PNG of \(depth) bits, colour type \(type)\(interlaced ? ", interlaced" : ""); "
                + "only 8-bit RGB and RGBA: convert IN.png -interlace none PNG32:OUT.png"
        case .tooLarge(let width, let height):
            "a PNG of \(width)x\(height) pixels; at most 16384 each way, 64 million in all"
        case .damaged(let reason): "a damaged PNG: \(reason)"
        }
    }
}

extension Image {
    /// Reads a PNG (ISO/IEC 15948) of 8-bit RGB or RGBA, not interlaced; the top byte of a pixel is its
    /// alpha, 255 without one. The chunks' checksums are ignored: zlib has its own.
    package init(png file: [UInt8]) throws(PNGError) {
        guard file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else { throw .notPNG }
        func number(_ at: Int) -> Int { file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        var header: (width: Int, height: Int, channels: Int)?
        var data: [UInt8] = []
        var at = 8
        chunks: while at + 12 <= file.count {
            let length = number(at)
            guard length <= file.count - at - 12 else { throw .damaged("a chunk is cut off at byte \(at)") }
            let body = at + 8..<at + 8 + length
            switch String(decoding: file[at + 4..<at + 8], as: UTF8.self) {
            case "IHDR":
                guard length == 13 else { throw .damaged("its header has \(length) bytes") }
                let (width, height) = (number(body.lowerBound), number(body.lowerBound + 4))
                let (depth, type, interlace) = (
                    file[body.lowerBound + 8], file[body.lowerBound + 9], file[body.lowerBound + 12]
                )
                guard depth == 8, type == 2 || type == 6, interlace == 0 else {
                    throw .unsupported(bitDepth: Int(depth), colourType: Int(type), interlaced: interlace != 0)
                }
                guard width > 0, height > 0 else { throw .damaged("it has no pixels") }
                guard width <= 16_384, height <= 16_384, width * height <= 64 << 20 else {
                    throw .tooLarge(width: width, height: height)
                }
                header = (width, height, type == 6 ? 4 : 3)
            case "IDAT": data += file[body]
            case "IEND": break chunks
            default: break
            }
            at = body.upperBound + 4
        }
        guard let header else { throw .damaged("it has no header") }
        let rowBytes = header.width * header.channels
        var rows = [UInt8](repeating: 0, count: (1 + rowBytes) * header.height)
        var size = uLong(rows.count)
        guard uncompress(&rows, &size, data, uLong(data.count)) == Z_OK, size == uLong(rows.count) else {
            throw .damaged("its pixels do not decompress to \(header.width)x\(header.height)")
        }
        guard Self.unfilter(&rows, rowBytes: rowBytes, channels: header.channels) else {
            throw .damaged("a row with an unknown filter")
        }
        let pixels = [UInt32](unsafeUninitializedCapacity: header.width * header.height) { pixels, count in
            rows.withUnsafeBufferPointer { rows in
                var from = 0
                for _ in 0..<header.height {
                    from += 1
                    for _ in 0..<header.width {
                        let alpha = header.channels == 4 ? UInt32(rows[from + 3]) : 255
                        pixels[count] =
                            alpha << 24 | UInt32(rows[from]) << 16 | UInt32(rows[from + 1]) << 8
                            | UInt32(rows[from + 2])
                        count += 1
                        from += header.channels
                    }
                }
            }
        }
        self.init(size: PixelSize(width: header.width, height: header.height), pixels: pixels)
    }

    /// Undoes each row's prediction (clause 9) in place. Returns false for an unknown filter.
    private static func unfilter(_ bytes: inout [UInt8], rowBytes: Int, channels: Int) -> Bool {
        bytes.withUnsafeMutableBufferPointer { bytes in
            for start in stride(from: 0, to: bytes.count, by: 1 + rowBytes) {
                let filter = bytes[start]
                guard filter != 0 else { continue }
                guard filter <= 4 else { return false }
                for index in 0..<rowBytes {
                    let at = start + 1 + index
                    let above = start == 0 ? 0 : Int(bytes[at - 1 - rowBytes])
                    let left = index < channels ? 0 : Int(bytes[at - channels])
                    let corner = start == 0 || index < channels ? 0 : Int(bytes[at - 1 - rowBytes - channels])
                    let prediction =
                        switch filter {
                        case 1: left
                        case 2: above
                        case 3: (left + above) / 2
                        default: paeth(left, above, corner)
                        }
                    bytes[at] &+= UInt8(truncatingIfNeeded: prediction)
                }
            }
            return true
        }
    }

    private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> Int {
        let estimate = left + above - corner
        let distances = (abs(estimate - left), abs(estimate - above), abs(estimate - corner))
        if distances.0 <= distances.1, distances.0 <= distances.2 { return left }
        return distances.1 <= distances.2 ? above : corner
    }
}
