import Devices
import Testing

@Suite("EDID")
struct EDIDTests {
    static func block(_ name: [UInt8], at offset: Int = 90) -> [UInt8] {
        var bytes = [UInt8](repeating: 0x11, count: 128)
        bytes.replaceSubrange(0..<8, with: [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0])
        bytes.replaceSubrange(offset..<offset + 5, with: [0, 0, 0, 0xfc, 0])
        bytes.replaceSubrange(offset + 5..<offset + 5 + name.count, with: name)
        return bytes
    }

    @Test("The name ends at a line feed, without what can't be printed")
    func name() {
        #expect(EDID(Self.block(Array("LG TV\u{1}\n       ".utf8)))?.name == "LG TV")
        #expect(EDID(Self.block(Array("SAMSUNG  QN90".utf8), at: 54))?.name == "SAMSUNG  QN90")
        #expect(EDID(Self.block(Array("\n            ".utf8)))?.name == nil)
    }

    @Test("A TV is told from others by maker, product and serial numbers, not by its age or name")
    func identity() throws {
        func identity(_ change: (inout [UInt8]) -> Void) throws -> String {
            var bytes = Self.block(Array("LG TV\n".utf8))
            // Maker GSM, product 0x5b09, and a serial number.
            bytes.replaceSubrange(8..<16, with: [0x1e, 0x6d, 0x09, 0x5b, 1, 1, 1, 1])
            change(&bytes)
            return try #require(EDID(bytes)).identity
        }
        let tv = try identity { _ in }
        #expect(tv.hasPrefix("GSM-5b09-"))
        #expect(tv.count == 9 + 16)
        #expect(try identity { $0[16] = 30 } == tv)
        #expect(try identity { $0[127] = 99 } == tv)
        for index in 8..<16 { #expect(try identity { $0[index] ^= 1 } != tv) }
        let serial: [UInt8] = [0, 0, 0, 0xff, 0] + Array("ABC123\n      ".utf8)
        #expect(try identity { $0.replaceSubrange(54..<72, with: serial) } != tv)
        #expect(!(try identity { $0.replaceSubrange(54..<72, with: serial) }).contains("ABC123"))
    }

    @Test("What is too short or has no header is no EDID")
    func garbage() {
        #expect(EDID([]) == nil)
        #expect(EDID(Array(Self.block([0x41]).prefix(127))) == nil)
        #expect(EDID([UInt8](repeating: 0xff, count: 256)) == nil)
        #expect(EDID([0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0] + [UInt8](repeating: 0, count: 120))?.name == nil)
    }

    @Test("The physical address stands in the EDID's HDMI block, if anything does")
    func physicalAddress() throws {
        var edid = Self.block(Array("TV\n".utf8)) + [UInt8](repeating: 0, count: 128)
        let block: [UInt8] = [0x02, 0x03, 20, 0, 0x23, 1, 2, 3, 0x65, 0x03, 0x0c, 0x00, 0x12, 0x34]
        edid.replaceSubrange(128..<128 + block.count, with: block)
        #expect(EDID(edid)?.physicalAddress == 0x1234)
        // Another vendor's block; one that is cut short; an address that is invalid.
        for (index, value) in [(128 + 9, UInt8(0x05)), (128 + 2, 12), (128, 0x70)] {
            var other = edid
            other[index] = value
            #expect(try #require(EDID(other)).physicalAddress == nil)
        }
        for length in 0...256 { _ = EDID(Array(edid.prefix(length))) }
        for index in 128..<160 {
            for value in [UInt8(0), 0x1f, 0x7f, 0xff] {
                var other = edid
                other[index] = value
                _ = EDID(other)
            }
        }
    }
}
