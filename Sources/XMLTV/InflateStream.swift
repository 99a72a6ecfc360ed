import CZlib

/// Inflates deflated data piece by piece, with zlib.
final class InflateStream {
    enum Wrapping {
        case gzip
        /// As in a zip archive.
        case none
    }

    private(set) var isAtEnd = false
    // zlib keeps the stream's address.
    private let stream: UnsafeMutablePointer<z_stream>
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private let format: GuideUnpacker.Format

    init(_ wrapping: Wrapping) throws {
        format = wrapping == .gzip ? .gzip : .zip
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let bits: Int32 = wrapping == .gzip ? 15 + 16 : -15
        guard inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw GuideUnpackingError.outOfMemory
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    func restart() throws {
        guard inflateReset(stream) == Z_OK else { throw GuideUnpackingError.outOfMemory }
        isAtEnd = false
    }

    /// Inflates a piece, or so much of it as belongs to this stream.
    /// - Returns: the bytes that were used.
    func feed(_ piece: UnsafeRawBufferPointer, to result: (UnsafeRawBufferPointer) throws -> Void) throws -> Int {
        guard let start = piece.baseAddress, !isAtEnd else { return 0 }
        let length = UInt32(clamping: piece.count)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: start.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = length
        while true {
            stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(output.count)
            let status = inflate(stream, Z_NO_FLUSH)
            let made = output.count - Int(stream.pointee.avail_out)
            if made > 0 { try result(UnsafeRawBufferPointer(rebasing: output[..<made])) }
            switch status {
            case Z_STREAM_END:
                isAtEnd = true
                return Int(length - stream.pointee.avail_in)
            case Z_OK, Z_BUF_ERROR:
                // Room was left: it wants more.
                if stream.pointee.avail_in == 0, made < output.count { return Int(length) }
                if status == Z_BUF_ERROR, made == 0 { return Int(length - stream.pointee.avail_in) }
            case Z_MEM_ERROR: throw GuideUnpackingError.outOfMemory
            default:
                let reason = stream.pointee.msg.map { String(cString: $0) } ?? "error \(status)"
                throw GuideUnpackingError.damaged(format, reason: reason)
            }
        }
    }
}
