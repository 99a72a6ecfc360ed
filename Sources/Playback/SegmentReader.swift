import Base
import Devices
import HLS
import MediaCore

/// A demuxer's bytes: the initialization section, then the segment, decrypted; for MPEG-TS on into
/// the segments that follow without a break, since frames may lie across their boundary.
final class SegmentReader: ByteSource, @unchecked Sendable {
    // Unchecked: everything but `keys`, `feed` and `segment` belongs to the demuxer's thread.

    private let feed: SegmentFeed
    private let keys: KeyStore
    private let library: any CodecLibrary
    /// Being read.
    private(set) var segment: SegmentFeed.Segment
    private var parts: [Part]
    private var head: [UInt8] = []
    /// Goes on into the next segment of the feed.
    var isContinuous = false
    /// Bytes given out of the current segment.
    private(set) var bytesRead = 0

    /// One resource with its encryption.
    private struct Part {
        var buffer: SegmentBuffer
        var cursor = SegmentBuffer.Cursor()
        var encryption: SegmentEncryption
        var decryptor: (any BlockDecryptor)?
        /// Decrypted, not yet given out: the last block is held back, for its padding.
        var clear: [UInt8] = []
        var cipher: [UInt8] = []
        var isAtEnd = false
    }

    init(_ segment: SegmentFeed.Segment, feed: SegmentFeed, keys: KeyStore, library: any CodecLibrary) {
        self.segment = segment
        self.feed = feed
        self.keys = keys
        self.library = library
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

    /// Up to `count` bytes from the start, without taking them; fewer only at the end.
    func peek(_ count: Int) -> [UInt8] {
        while head.count < count {
            var piece = [UInt8](repeating: 0, count: count - head.count)
            guard case .bytes(let got) = piece.withUnsafeMutableBytes({ readParts(into: $0) }) else { break }
            head.append(contentsOf: piece.prefix(got))
        }
        return Array(head.prefix(count))
    }

    /// Takes bytes that were peeked at.
    func drop(_ count: Int) {
        head.removeFirst(min(count, head.count))
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
            guard result == .end, isContinuous, let next = feed.next(after: segment) else { return result }
            segment = next
            bytesRead = 0
            // The same initialization section is not read again.
            parts = Self.parts(of: next).suffix(1)
        }
    }

    private func readParts(into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult {
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
        switch part.encryption {
        case .none: return part.buffer.read(into: buffer, at: &part.cursor)
        case .sampleAES: return .end
        case .aes128(let key, let vector):
            if part.decryptor == nil {
                guard let bytes = keys.wait(for: key) else { return .cancelled }
                guard let decryptor = library.makeDecryptor(key: bytes, vector: vector) else { return .end }
                part.decryptor = decryptor
            }
            return decrypt(&part, into: buffer)
        }
    }

    private func decrypt(_ part: inout Part, into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult {
        // One block stays behind until the end is known.
        while part.clear.count <= 16, !part.isAtEnd {
            var piece = [UInt8](repeating: 0, count: 16 << 10)
            switch piece.withUnsafeMutableBytes({ part.buffer.read(into: $0, at: &part.cursor) }) {
            case .cancelled: return .cancelled
            case .end:
                part.isAtEnd = true
                // PKCS#7; a truncated segment has none.
                if part.cipher.isEmpty, let pad = part.clear.last, pad >= 1, pad <= 16, part.clear.count >= Int(pad),
                    part.clear.suffix(Int(pad)).allSatisfy({ $0 == pad })
                {
                    part.clear.removeLast(Int(pad))
                }
            case .bytes(let count):
                part.cipher.append(contentsOf: piece.prefix(count))
                let whole = part.cipher.count & ~15
                guard whole > 0 else { continue }
                part.cipher.withUnsafeMutableBytes { bytes in
                    part.decryptor?.decrypt(UnsafeMutableRawBufferPointer(rebasing: bytes[..<whole]))
                }
                part.clear.append(contentsOf: part.cipher[..<whole])
                part.cipher.removeFirst(whole)
            }
        }
        let ready = part.isAtEnd ? part.clear.count : part.clear.count - 16
        guard ready > 0 else { return .end }
        let count = min(ready, buffer.count)
        buffer.copyBytes(from: part.clear.prefix(count))
        part.clear.removeFirst(count)
        return .bytes(count)
    }
}
