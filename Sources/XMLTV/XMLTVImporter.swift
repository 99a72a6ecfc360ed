import Base
import Glibc

/// Reads a guide as it comes from a file or a server: unpacks it, and gives out its channels and programmes. What begins
/// as JSON does is read as `ProgrammeJSON`, all else as XMLTV.
///
/// Memory is bounded as that of `GuideUnpacker` and `XMLTVReader`, or by `ProgrammeJSON.longest`. One thread has it; it is not to be used any more
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
    private var json: ProgrammeJSON
    /// What came, where it is JSON; nil: it is not.
    private var document: [UInt8]?
    private var isKindKnown = false

    /// - Parameter defaultOffset: seconds east of Greenwich where a time has no zone; the DTD says UTC.
    package init(
        defaultOffset: Int = 0, limits: XMLTVLimits = XMLTVLimits(),
        unpacking: GuideUnpacker.Limits = GuideUnpacker.Limits(), handlers: XMLTVReader.Handlers
    ) {
        unpacker = GuideUnpacker(limits: unpacking)
        reader = XMLTVReader(defaultOffset: defaultOffset, limits: limits, handlers: handlers)
        json = ProgrammeJSON(defaultOffset: defaultOffset, limits: limits, handlers: handlers)
    }

    /// Reads a piece of any size; throws what a handler throws, `XMLTVError` or `GuideUnpackingError`.
    package func feed(_ piece: UnsafeRawBufferPointer) throws {
        try unpacker.feed(piece) { try take($0) }
    }

    private func take(_ piece: UnsafeRawBufferPointer) throws {
        if !isKindKnown, let first = piece.first(where: { !Self.isBeforeText($0) }) {
            isKindKnown = true
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { document = [] }
        }
        guard document != nil else { return try reader.feed(piece) }
        guard (document?.count ?? 0) + piece.count <= ProgrammeJSON.longest else { throw XMLTVError.longJSON }
        document?.append(contentsOf: piece)
    }

    /// Spaces, and the bytes of UTF-8's mark.
    private static func isBeforeText(_ byte: UInt8) -> Bool {
        byte <= 0x20 && byte != 0 || [0xef, 0xbb, 0xbf].contains(byte)
    }

    package func feed(_ piece: [UInt8]) throws {
        try piece.withUnsafeBytes { try feed($0) }
    }

    /// Says that nothing comes any more.
    package func finish() throws -> Report {
        try unpacker.finish { try take($0) }
        let guide = try document.map { try json.read($0) } ?? reader.finish()
        return Report(
            guide: guide, format: unpacker.format ?? .plain, packedBytes: unpacker.packedBytes)
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
