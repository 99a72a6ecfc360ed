import CLZMA
import CZlib

/// Unpacks a guide that comes in pieces: gzip, xz, zip or plain, told by its content, never by a name.
///
/// Memory is one piece and what the format itself needs (xz: at most 100 MB). What is packed twice, as servers do, is
/// unpacked twice. One thread has it.
package final class GuideUnpacker {
    /// How a guide was packed.
    package enum Format: String, Hashable, Sendable {
        case gzip, xz, zip, plain
    }

    /// Bounds on what comes out.
    package struct Limits: Hashable, Sendable {
        package var bytes: Int64 = 16 << 30
        /// The most bytes that come out for each that went in, once more than `freeBytes` came.
        package var ratio: Int64 = 250
        package var freeBytes: Int64 = 32 << 20

        package init() {}
    }

    /// Known once the first bytes were there.
    package private(set) var format: Format?
    /// Bytes that came in and went out.
    package private(set) var packedBytes: Int64 = 0
    package private(set) var bytes: Int64 = 0

    private enum Stage {
        case gzip(InflateStream)
        case xz(XZStream)
        case zip(ZipStream)
        case plain
    }

    private let limits: Limits
    private var head: [UInt8] = []
    private var stage: Stage?
    /// Whether something follows that is not packed.
    private var hasRest = false
    /// What is packed in what is packed.
    private var inner: GuideUnpacker?
    private let layer: Int

    package convenience init(limits: Limits = Limits()) {
        self.init(limits: limits, layer: 0)
    }

    private init(limits: Limits, layer: Int) {
        self.limits = limits
        self.layer = layer
    }

    /// Unpacks a piece of any size, and gives what it becomes to `output`, piece by piece.
    package func feed(
        _ piece: UnsafeRawBufferPointer, to output: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        packedBytes += Int64(piece.count)
        guard stage == nil else { return try unpack(piece, to: output) }
        head += piece
        guard head.count >= Self.longestMark else { return }
        try begin(to: output)
    }

    package func feed(_ piece: [UInt8], to output: (UnsafeRawBufferPointer) throws -> Void) throws {
        try piece.withUnsafeBytes { try feed($0, to: output) }
    }

    /// Says that nothing comes any more; throws where what is packed is not whole.
    package func finish(to output: (UnsafeRawBufferPointer) throws -> Void) throws {
        if stage == nil { try begin(to: output) }
        let isWhole =
            switch stage {
            case .gzip(let stream): stream.isAtEnd
            case .xz(let stream): try stream.finish(to: { try pass($0, to: output) })
            case .zip(let stream): try stream.finish()
            case .plain, nil: true
            }
        try inner?.finish(to: output)
        guard isWhole else { throw GuideUnpackingError.truncated(format ?? .plain, bytes: packedBytes) }
    }

    // MARK: Formats

    private static let longestMark = 6

    private func begin(to output: (UnsafeRawBufferPointer) throws -> Void) throws {
        let head = head
        self.head = []
        let (stage, format) = try Self.stage(of: head)
        self.stage = stage
        self.format = format
        if format != .plain, layer == 0 { inner = GuideUnpacker(limits: limits, layer: 1) }
        try head.withUnsafeBytes { try unpack($0, to: output) }
    }

    private static func stage(of head: [UInt8]) throws -> (Stage, Format) {
        if head.starts(with: [0x1f, 0x8b]) { return (.gzip(try InflateStream(.gzip)), .gzip) }
        if head.starts(with: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]) { return (.xz(try XZStream()), .xz) }
        if head.starts(with: [0x50, 0x4b, 0x03, 0x04]) { return (.zip(ZipStream()), .zip) }
        // An archive without a file begins with its end.
        if head.starts(with: [0x50, 0x4b, 0x05, 0x06]) { throw GuideUnpackingError.noFile }
        if head.starts(with: [0x42, 0x5a, 0x68]) { throw GuideUnpackingError.notUnpacked("bzip2") }
        if head.starts(with: [0x28, 0xb5, 0x2f, 0xfd]) { throw GuideUnpackingError.notUnpacked("zstd") }
        if head.starts(with: [0x37, 0x7a, 0xbc, 0xaf]) { throw GuideUnpackingError.notUnpacked("7z") }
        if head.starts(with: Array("Rar!".utf8)) { throw GuideUnpackingError.notUnpacked("rar") }
        return (.plain, .plain)
    }

    private func unpack(_ piece: UnsafeRawBufferPointer, to output: (UnsafeRawBufferPointer) throws -> Void) throws {
        switch stage {
        case .gzip(let stream):
            var rest = piece
            while !rest.isEmpty {
                // One after the other, as `cat a.gz b.gz` makes them; as gzip does, what is no other is passed over.
                if stream.isAtEnd {
                    guard !hasRest, rest.first == 0x1f else {
                        hasRest = true
                        return
                    }
                    try stream.restart()
                }
                let used = try stream.feed(rest) { try pass($0, to: output) }
                rest = UnsafeRawBufferPointer(rebasing: rest[used...])
            }
        case .xz(let stream): try stream.feed(piece) { try pass($0, to: output) }
        case .zip(let stream): try stream.feed(piece) { try pass($0, to: output) }
        case .plain, nil: try pass(piece, to: output)
        }
    }

    private func pass(_ piece: UnsafeRawBufferPointer, to output: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard !piece.isEmpty else { return }
        bytes += Int64(piece.count)
        if bytes > limits.bytes { throw GuideUnpackingError.tooLarge(limits.bytes) }
        if format != .plain, bytes > limits.freeBytes, bytes / max(1, packedBytes) >= limits.ratio {
            throw GuideUnpackingError.inflated(limits.ratio)
        }
        if let inner { try inner.feed(piece, to: output) } else { try output(piece) }
    }
}
