import CLZMA
import CZlib
import Testing

@testable import XMLTV

@Suite("Packed guides")
struct GuideUnpackerTests {
    private static let guide = Array(
        ("<tv>" + (0..<600).map { "<programme channel=\"c\($0 % 7)\"><title>\($0)</title></programme>" }.joined()
            + "</tv>").utf8)

    // MARK: Packing

    private static func deflated(_ bytes: [UInt8], bits: Int32) -> [UInt8] {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK
        else { return [] }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count + 1000)
        return input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END
                    ? Array(output.prefix(output.count - Int(stream.avail_out))) : []
            }
        }
    }

    private static func gzip(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, bits: 15 + 16) }

    private static func xz(_ bytes: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: bytes.count + 1000)
        var length = 0
        let status = lzma_easy_buffer_encode(
            6, LZMA_CHECK_CRC64, nil, bytes, bytes.count, &output, &length, output.count)
        return status == LZMA_OK ? Array(output.prefix(length)) : []
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// A file of an archive: its header, its data, and what stands behind that.
    private static func member(
        _ name: String, _ bytes: [UInt8], isStored: Bool = false, hasDescriptor: Bool = false, isLarge: Bool = false
    ) -> [UInt8] {
        let data = isStored ? bytes : deflated(bytes, bits: -15)
        let sum = little(Int(crc32(0, bytes, UInt32(bytes.count))), 4)
        let length = hasDescriptor ? 0 : data.count
        let extra = isLarge ? little(1, 2) + little(16, 2) + little(bytes.count, 8) + little(length, 8) : []
        let head =
            [0x50, 0x4b, 3, 4] + little(20, 2) + little(hasDescriptor ? 8 : 0, 2) + little(isStored ? 0 : 8, 2)
            + little(0, 4) + (hasDescriptor ? little(0, 4) : sum) + little(isLarge ? 0xffff_ffff : length, 4)
            + little(isLarge ? 0xffff_ffff : bytes.count, 4) + little(name.utf8.count, 2) + little(extra.count, 2)
        let tail = hasDescriptor ? [0x50, 0x4b, 7, 8] + sum + little(data.count, 4) + little(0, 4) : []
        return head + Array(name.utf8) + extra + data + tail
    }

    private static let directory: [UInt8] = [0x50, 0x4b, 1, 2] + [UInt8](repeating: 0, count: 60)

    private static func unpacked(
        _ bytes: [UInt8], piece: Int = .max, limits: GuideUnpacker.Limits = .init()
    ) throws -> (bytes: [UInt8], format: GuideUnpacker.Format?) {
        let unpacker = GuideUnpacker(limits: limits)
        var output: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            try unpacker.feed(Array(rest.prefix(piece))) { output += $0 }
            rest = rest.dropFirst(piece)
        }
        try unpacker.finish { output += $0 }
        return (output, unpacker.format)
    }

    // MARK: Unpacking

    private static let packed: [(String, [UInt8], GuideUnpacker.Format)] = [
        ("plain", guide, .plain), ("gzip", gzip(guide), .gzip), ("xz", xz(guide), .xz),
        ("two of gzip", gzip(Array(guide[..<999])) + gzip(Array(guide[999...])), .gzip),
        ("gzip with zeros behind", gzip(guide) + [0, 0, 0, 0], .gzip),
        ("gzip with a line behind", gzip(guide) + Array("\n\u{1f}".utf8), .gzip),
        ("two of xz", xz(Array(guide[..<999])) + xz(Array(guide[999...])), .xz),
        ("gzip in gzip", gzip(gzip(guide)), .gzip), ("gzip in zip", member("g.xml.gz", gzip(guide)) + directory, .zip),
        ("zip, deflated", member("guide.xml", guide) + directory, .zip),
        ("zip, stored", member("guide.xml", guide, isStored: true) + directory, .zip),
        ("zip with a length behind", member("guide.xml", guide, hasDescriptor: true) + directory, .zip),
        ("zip64", member("guide.xml", guide, isStored: true, isLarge: true) + directory, .zip),
        (
            "zip with others before",
            member("a/", [], isStored: true) + member("a/README.txt", Array("read me".utf8), hasDescriptor: true)
                + member("__MACOSX/guide.xml", [1, 2, 3], isStored: true) + member("a/empty.txt", [])
                + member("a/guide", guide) + member("b.xml", [1]) + directory, .zip
        ),
    ]

    @Test("Each format, in pieces of any size", arguments: packed.map(\.0))
    func formats(name: String) throws {
        let (_, bytes, format) = try #require(Self.packed.first { $0.0 == name })
        for piece in [1, 7, 31, 4096, .max] {
            let found = try Self.unpacked(bytes, piece: piece)
            #expect(found.bytes == Self.guide, "\(piece)")
            #expect(found.format == format)
        }
    }

    @Test("What is cut is an error that says so", arguments: packed.map(\.0).filter { $0 != "plain" })
    func cut(name: String) throws {
        let (_, bytes, format) = try #require(Self.packed.first { $0.0 == name })
        let ends = Self.directory.count
        for count in [6, 12, 40, bytes.count / 3, bytes.count / 2, bytes.count - ends - 30]
        where count < bytes.count - ends {
            do {
                let found = try Self.unpacked(Array(bytes[..<count])).bytes
                // The first of two is whole, or another file is cut.
                let isFirst = found.count < Self.guide.count && name.contains("two")
                #expect(isFirst || found == Self.guide && name.contains("others"), "\(count)")
            } catch let error as GuideUnpackingError {
                #expect(error == .truncated(format, bytes: Int64(count)) || name.contains(" in "), "\(error)")
            }
        }
    }

    @Test("What is damaged is an error")
    func damaged() throws {
        for (name, bytes, format) in Self.packed
        where ["gzip", "xz", "zip, deflated", "zip, stored", "zip with a length behind"].contains(name) {
            var damaged = bytes
            for index in damaged.count / 2..<damaged.count / 2 + 40 { damaged[index] ^= 0x5a }
            let error = #expect(throws: GuideUnpackingError.self, "\(name)") { try Self.unpacked(damaged) }
            let told = error.map { "\($0)" } ?? ""
            #expect(told.hasPrefix("the \(format.rawValue) data is damaged: "), "\(name): \(told)")
        }
    }

    @Test("What is not read is named")
    func notRead() {
        for (bytes, name) in [
            (Array("BZh91AY&SY".utf8), "bzip2"), ([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0], "zstd"),
            ([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "7z"), (Array("Rar!xxxx".utf8), "rar"),
        ] as [([UInt8], String)] {
            #expect(throws: GuideUnpackingError.notUnpacked(name)) { try Self.unpacked(bytes) }
        }
        var lzma = Self.member("guide.xml", Self.guide)
        lzma[8] = 14
        #expect(throws: GuideUnpackingError.notUnpacked("zip's method 14")) { try Self.unpacked(lzma) }
        var encrypted = Self.member("guide.xml", Self.guide)
        encrypted[6] = 1
        #expect(throws: GuideUnpackingError.damaged(.zip, reason: "it is encrypted")) { try Self.unpacked(encrypted) }
        #expect(throws: GuideUnpackingError.noFile) {
            try Self.unpacked(Self.member("README.txt", [1]) + Self.directory)
        }
        #expect(throws: GuideUnpackingError.noFile) {
            try Self.unpacked([0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18))
        }
    }

    @Test("What would become too much is stopped on its way")
    func bombs() {
        var limits = GuideUnpacker.Limits()
        limits.freeBytes = 100_000
        let zeros = [UInt8](repeating: 0x20, count: 4_000_000)
        for bytes in [Self.gzip(zeros), Self.xz(zeros), Self.member("a.xml", zeros), Self.gzip(Self.gzip(zeros))] {
            #expect(throws: GuideUnpackingError.inflated(250)) { try Self.unpacked(bytes, limits: limits) }
        }
        #expect(throws: Never.self) { try Self.unpacked(Self.gzip(zeros)) }
        limits.bytes = 1000
        for bytes in [Self.gzip(zeros), zeros] {
            #expect(throws: GuideUnpackingError.tooLarge(1000)) { try Self.unpacked(bytes, limits: limits) }
        }
    }

    @Test("Nothing, and next to nothing, is plain")
    func short() throws {
        for bytes in [[], [0x1f], Array("<tv/>".utf8), [0x50, 0x4b]] as [[UInt8]] {
            let found = try Self.unpacked(bytes, piece: 1)
            #expect(found.bytes == bytes && found.format == .plain)
        }
    }
}
