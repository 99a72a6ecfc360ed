import CLZMA

/// Unpacks xz data piece by piece, with liblzma; one stream after the other, as `cat a.xz b.xz` makes them.
final class XZStream {
    /// `xz -9` needs 65 MB.
    private static let memory: UInt64 = 100 << 20
    /// `LZMA_CONCATENATED`, a macro that Swift does not see.
    private static let concatenated: UInt32 = 8

    private let stream: UnsafeMutablePointer<lzma_stream>
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private var isAtEnd = false

    init() throws {
        stream = .allocate(capacity: 1)
        stream.initialize(to: lzma_stream())
        let status = lzma_stream_decoder(stream, Self.memory, Self.concatenated)
        guard status == LZMA_OK else { throw GuideUnpackingError.outOfMemory }
    }

    deinit {
        lzma_end(stream)
        stream.deallocate()
        output.deallocate()
    }

    func feed(_ piece: UnsafeRawBufferPointer, to result: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let start = piece.baseAddress else { return }
        stream.pointee.next_in = start.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = piece.count
        repeat {
            try step(LZMA_RUN, to: result)
        } while !isAtEnd
            && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
    }

    /// Says that nothing comes any more.
    /// - Returns: whether the data was whole.
    func finish(to result: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        stream.pointee.next_in = nil
        stream.pointee.avail_in = 0
        while !isAtEnd {
            guard try step(LZMA_FINISH, to: result) else { return false }
        }
        return true
    }

    /// One call of the library.
    /// - Returns: false where it can't go on without more.
    @discardableResult
    private func step(_ action: lzma_action, to result: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = output.count
        let status = lzma_code(stream, action)
        let made = output.count - stream.pointee.avail_out
        if made > 0 { try result(UnsafeRawBufferPointer(rebasing: output[..<made])) }
        switch status {
        case LZMA_OK: return true
        case LZMA_STREAM_END:
            isAtEnd = true
            return true
        case LZMA_BUF_ERROR: return false
        case LZMA_MEM_ERROR: throw GuideUnpackingError.outOfMemory
        case LZMA_MEMLIMIT_ERROR:
            throw GuideUnpackingError.damaged(.xz, reason: "it wants more than \(Self.memory >> 20) MB of memory")
        case LZMA_FORMAT_ERROR: throw GuideUnpackingError.damaged(.xz, reason: "something else follows it")
        case LZMA_OPTIONS_ERROR: throw GuideUnpackingError.damaged(.xz, reason: "it uses what is not known")
        default: throw GuideUnpackingError.damaged(.xz, reason: "its checksum or its data is wrong")
        }
    }
}
