import Base
import Glibc

/// Reads a guide as it comes from a file or a server: unpacks it, and gives out its channels and programmes.
///
/// Memory is bounded as that of `GuideUnpacker` and `XMLTVReader`. One thread has it; it is not to be used any more
/// once it has thrown.
package final class XMLTVImporter {
    /// What came of it.
    package struct Report: Hashable, Sendable {
        package var guide: XMLTVReport
        package var format: GuideUnpacker.Format
        /// Bytes as they came.
        package var packedBytes: Int64
    }

    private let unpacker: GuideUnpacker
    private var reader: XMLTVReader

    /// - Parameter defaultOffset: seconds east of Greenwich where a time has no zone; the DTD says UTC.
    package init(
        defaultOffset: Int = 0, limits: XMLTVLimits = XMLTVLimits(),
        unpacking: GuideUnpacker.Limits = GuideUnpacker.Limits(), handlers: XMLTVReader.Handlers
    ) {
        unpacker = GuideUnpacker(limits: unpacking)
        reader = XMLTVReader(defaultOffset: defaultOffset, limits: limits, handlers: handlers)
    }

    /// Reads a piece of any size; throws what a handler throws, `XMLTVError` or `GuideUnpackingError`.
    package func feed(_ piece: UnsafeRawBufferPointer) throws {
        try unpacker.feed(piece) { try reader.feed($0) }
    }

    package func feed(_ piece: [UInt8]) throws {
        try piece.withUnsafeBytes { try feed($0) }
    }

    /// Says that nothing comes any more.
    package func finish() throws -> Report {
        try unpacker.finish { try reader.feed($0) }
        return Report(
            guide: try reader.finish(), format: unpacker.format ?? .plain, packedBytes: unpacker.packedBytes)
    }

    private static let window = 128 << 10

    /// Reads all that an open descriptor gives, to its end.
    package func read(descriptor: Int32) throws -> Report {
        let window = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.window, alignment: 16)
        defer { window.deallocate() }
        while true {
            let count = Glibc.read(descriptor, window.baseAddress, window.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemCallError(call: "read", errno: errno) }
            if count == 0 { return try finish() }
            try feed(UnsafeRawBufferPointer(rebasing: window[..<count]))
        }
    }

    /// Reads a file.
    package func read(path: String) throws -> Report {
        let file = try OwnedDescriptor(open: path, flags: O_RDONLY)
        return try read(descriptor: file.raw)
    }
}
