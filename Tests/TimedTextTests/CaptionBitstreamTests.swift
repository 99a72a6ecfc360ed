import MediaCore
import Testing

@testable import TimedText

@Suite("Captions in the bitstream")
struct CaptionBitstreamTests {
    /// A T.35 message of ATSC with three triplets, one of them not valid.
    private let payload: [UInt8] =
        [0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03, 0x43, 0xFF]
        + [0xFC, 0x94, 0x20, 0xF9, 0x00, 0x00, 0xFE, 0x00, 0x00, 0xFF]
    private let expected = [CaptionTriplet(.field1, 0x94, 0x20), CaptionTriplet(.packetData, 0x00, 0x00)]

    /// The bytes with emulation prevention bytes.
    private func escaped(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            if result.suffix(2) == [0, 0], byte <= 3 { result.append(3) }
            result.append(byte)
        }
        return result
    }

    private func found(_ bytes: [UInt8], _ codec: VideoCodec, _ configuration: [UInt8] = []) -> [CaptionTriplet]? {
        CaptionBitstream(codec, configuration: configuration).map { stream in
            bytes.withUnsafeBytes { stream.captions(in: $0) }
        }
    }

    @Test("H.264 with start codes: an SEI message among others, read up to the first slice")
    func annexB() {
        let sei: [UInt8] = [0x06, 0x05, 0x02, 0xAA, 0xBB, 0x04, UInt8(payload.count)] + payload + [0x80]
        let unit: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0, 0, 0, 1] + escaped(sei) + [0, 0, 1, 0x65, 0x88]
        #expect(found(unit, .h264) == expected)
        #expect(found([0, 0, 1, 0x65, 0x88] + unit, .h264) == [])
    }

    @Test("H.264 with lengths, as avcC says")
    func lengths() {
        let sei = escaped([0x06, 0x04, UInt8(payload.count)] + payload + [0x80])
        let unit: [UInt8] = [0, 0, 0, UInt8(sei.count)] + sei + [0, 0, 0, 2, 0x65, 0x88]
        #expect(found(unit, .h264, [1, 0x64, 0, 0x1F, 0xFF, 0xE1]) == expected)
        #expect(found([0, UInt8(sei.count)] + sei, .h264, [1, 0x64, 0, 0x1F, 0xFD, 0xE1]) == expected)
        #expect(
            found([0xFF, 0xFF, 0xFF, 0xFF] + sei, .h264, [1, 0x64, 0, 0x1F, 0xFF, 0xE1]) == expected,
            "the unit ends with its packet")
    }

    @Test("HEVC: prefix SEI")
    func hevc() {
        let sei = escaped([0x4E, 0x01, 0x04, UInt8(payload.count)] + payload + [0x80])
        #expect(found([0, 0, 0, 1] + sei + [0, 0, 1, 0x26, 0x01], .hevc) == expected)
    }

    @Test("MPEG-2: the user data of a picture")
    func mpeg2() {
        let unit: [UInt8] = [0, 0, 1, 0x00, 1, 2, 3, 4, 0, 0, 1, 0xB2] + payload.dropFirst(3) + [0, 0, 1, 0x01, 0x22]
        #expect(found(unit, .mpeg2) == expected)
    }

    @Test("Messages of others are left alone, and AV1 is not looked into")
    func others() {
        var other = payload
        other[2] = 0x2F
        let sei = escaped([0x06, 0x04, UInt8(other.count)] + other + [0x80])
        #expect(found([0, 0, 1] + sei, .h264) == [])
        #expect(found(sei, .av1) == nil)
    }

    @Test("No bytes trap: every prefix of a unit, and every byte of it broken")
    func anyBytes() {
        let sei = escaped([0x06, 0x04, UInt8(payload.count)] + payload + [0x80])
        for (unit, configuration) in [
            ([0, 0, 1] + sei, []), ([0, 0, 0, UInt8(sei.count)] + sei, [1, 0x64, 0, 0x1F, 0xFF] as [UInt8]),
        ] {
            for codec in [VideoCodec.h264, .hevc, .mpeg2] {
                for count in 0...unit.count { _ = found(Array(unit.prefix(count)), codec, configuration) }
                for index in unit.indices {
                    for value: UInt8 in [0, 1, 3, 0x7F, 0xFF] {
                        var broken = unit
                        broken[index] = value
                        _ = found(broken, codec, configuration)
                    }
                }
            }
        }
    }

    @Test("Pictures come in decoding order, captions leave in presentation order")
    func reorder() {
        var reorder = CaptionReorder()
        func add(_ presentation: Int64, _ decode: Int64?) -> [Int64] {
            reorder.add(
                [CaptionTriplet(.field1, 1, 1)], presentation: .ms(presentation), decode: decode.map { .ms($0) }
            )
            .map { $0.time.nanoseconds / 1_000_000 }
        }
        // Pictures of types I P B B P B B.
        #expect(add(80, 0) == [])
        #expect(add(200, 40) == [])
        #expect(add(120, 80) == [80])
        #expect(add(160, 120) == [120])
        #expect(add(320, 160) == [160])
        #expect(add(240, 200) == [200])
        #expect(add(280, 240) == [240])
        #expect(reorder.flush().map { $0.time } == [.ms(280), .ms(320)])
        #expect(add(400, nil) == [400])
    }
}
