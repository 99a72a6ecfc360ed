import Base
import Devices
import HLS
import MediaCore
import MediaEncryption

/// Gives a demuxer its bytes: the initialization section, then the segment, decrypted; for MPEG-TS
/// on into the segments that follow without a break, since frames may lie across their boundary. A file it reads from any
/// place.
final class SegmentReader: SeekableByteSource, @unchecked Sendable {
    // Unchecked: everything but `keys`, `feed` and `segment` belongs to the demuxer's thread.

    private let feed: SegmentFeed
    private let keys: KeyStore
    /// The segment that is being read.
    private(set) var segment: SegmentFeed.Segment
    private var parts: [Part]
    private var head: [UInt8] = []
    /// Whether reading goes on into the next segment of the feed.
    var isContinuous = false
    /// Whether reading goes on into the next part of the same segment.
    var readsParts = false
    /// Whether all there is was given out: what the demuxer gives from here on it had gathered of something unfinished.
    private(set) var hasEnded = false
    /// The number of bytes given out of the current segment.
    private(set) var bytesRead = 0

    /// Called with what is wrong with an encrypted resource, and its key; on the demuxer's thread.
    var onFault: ((MediaRequest, KeyIdentity, ResourceDecryptor.Fault) -> Void)?

    /// One resource with its encryption.
    private struct Part {
        var buffer: SegmentBuffer
        var cursor = SegmentBuffer.Cursor()
        var encryption: SegmentEncryption
        var decryptor: ResourceDecryptor?
        /// The decrypted bytes, given out as far as `given`.
        var clear: [UInt8] = []
        var given = 0
        var isAtEnd = false
    }

    private static let pieceSize = 64 << 10

    init(_ segment: SegmentFeed.Segment, feed: SegmentFeed, keys: KeyStore) {
        self.segment = segment
        self.feed = feed
        self.keys = keys
        parts = Self.parts(of: segment)
    }

    private static func parts(of segment: SegmentFeed.Segment) -> [Part] {
        var parts: [Part] = []
        if let initialization = segment.initialization, let section = segment.request.initialization {
            parts.append(Part(buffer: initialization, encryption: section.encryption))
        }
        parts.append(Part(buffer: segment.buffer, encryption: segment.request.encryption))
        return parts
    }

    /// Returns up to `count` bytes from the start without taking them; fewer only at the end.
    func peek(_ count: Int) -> [UInt8] {
        while head.count < count {
            var piece = [UInt8](repeating: 0, count: count - head.count)
            guard case .bytes(let got) = piece.withUnsafeMutableBytes({ readParts(into: $0) }) else { break }
            head.append(contentsOf: piece.prefix(got))
        }
        return Array(head.prefix(count))
    }

    /// Takes away bytes that were peeked at.
    func drop(_ count: Int) {
        head.removeFirst(min(count, head.count))
    }

    /// The length in bytes of a file whose server gives parts of it; nil for what is read as it comes.
    var length: Int? { segment.file.flatMap { $0.maySeek ? $0.length : nil } }

    /// The place in a file of the byte that is read next.
    var place: Int { (segment.file?.place ?? 0) - head.count }

    /// Reads a file on from this byte.
    func seek(to offset: Int) {
        head = []
        segment.file?.seek(to: offset)
    }

    /// Notes that nobody reads it any more.
    func finish() {
        segment.buffer.leave()
        segment.file?.finish()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult {
        if !head.isEmpty {
            let count = min(head.count, buffer.count)
            buffer.copyBytes(from: head.prefix(count))
            head.removeFirst(count)
            return .bytes(count)
        }
        while true {
            let result = readParts(into: buffer)
            guard result == .end, segment.file == nil, isContinuous || readsParts,
                let next = feed.next(after: segment, within: !isContinuous)
            else {
                hasEnded = result == .end
                return result
            }
            segment = next
            bytesRead = 0
            // The same initialization section is not read again.
            parts = Self.parts(of: next).suffix(1)
        }
    }

    private func readParts(into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult {
        if let file = segment.file {
            let result = file.read(into: buffer)
            if case .bytes(let count) = result { bytesRead += count }
            return result
        }
        while !parts.isEmpty {
            let result = read(&parts[0], into: buffer)
            switch result {
            case .bytes(let count):
                bytesRead += count
                return result
            case .cancelled: return result
            case .end: parts.removeFirst()
            }
        }
        return .end
    }

    private func read(_ part: inout Part, into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult {
        guard let key = part.encryption.key, let scheme = part.encryption.resourceScheme else {
            return part.buffer.read(into: buffer, at: &part.cursor)
        }
        while part.given == part.clear.count {
            guard !part.isAtEnd else { return .end }
            if let ending = decryptPiece(&part, key, scheme) { return ending }
        }
        let count = min(part.clear.count - part.given, buffer.count)
        buffer.copyBytes(from: part.clear[part.given..<part.given + count])
        part.given += count
        return .bytes(count)
    }

    /// Decrypts the next piece into `part.clear`; returns nil to go on.
    private func decryptPiece(
        _ part: inout Part, _ key: KeyIdentity, _ scheme: ResourceDecryptor.Scheme
    ) -> ByteSourceResult? {
        if part.decryptor == nil {
            switch keys.wait(for: key) {
            case .cancelled: return .cancelled
            // The session knows of it already.
            case .lost: return .end
            case .key(let bytes):
                do throws(ResourceDecryptor.Fault) {
                    part.decryptor = try ResourceDecryptor(scheme, key: bytes)
                } catch {
                    onFault?(segment.request, key, error)
                    return .end
                }
            }
        }
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        switch piece.withUnsafeMutableBytes({ part.buffer.read(into: $0, at: &part.cursor) }) {
        case .cancelled: return .cancelled
        case .bytes(let count): part.clear = part.decryptor?.add(piece[..<count]) ?? []
        case .end:
            part.isAtEnd = true
            guard let end = part.decryptor?.finish() else { return .end }
            part.clear = end.clear
            if let fault = end.fault { onFault?(segment.request, key, fault) }
        }
        part.given = 0
        return nil
    }
}

extension SegmentEncryption {
    /// How the whole resource is encrypted; nil when it is in the clear.
    var resourceScheme: ResourceDecryptor.Scheme? {
        switch self {
        case .aes128(_, let iv), .aes256(_, let iv): .cbc(vector: iv)
        case .aes256CTR(_, let iv): .ctr(vector: iv)
        case .aes256GCM: .gcm
        case .none, .sampleAES, .sampleAESCTR: nil
        }
    }
}
