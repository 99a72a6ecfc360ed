import TestSupport
import Testing

@testable import MediaEncryption

@Suite("Sample encryption of streams")
struct StreamSampleTests {
    private static let key = hex("2b7e151628aed2a6abf7158809cf4f3c")
    private static let vector = hex("000102030405060708090a0b0c0d0e0f")
    /// The first block of NIST SP 800-38A F.2.1; next, its ciphertext.
    private static let block = hex("6bc1bee22e409f96e93d7e117393172a")
    private static let secret = hex("7649abac8119b246cee98e9b12e9197d")
    private static let secondBlock = hex("ae2d8a571e03ac9c9eb76fac45af8e51")
    private static let secondSecret = hex("5086cb9b507219ee95db113a917678b2")

    private func run(_ direction: AESCipher.Direction, _ bytes: [UInt8], _ codec: StreamSampleCipher.Codec) throws
        -> [UInt8]
    {
        try #require(StreamSampleCipher(direction, key: Self.key, vector: Self.vector)).process(bytes, codec)
    }

    private func unit(_ type: UInt8, _ parts: [UInt8]...) -> [UInt8] { [0, 0, 0, 1, 0x60 | type] + parts.joined() }

    @Test("of a NAL unit one block in ten is encrypted, from its 33rd byte, in one chain")
    func pattern() throws {
        let head = [UInt8](repeating: 0x11, count: 31)
        let between = [UInt8](repeating: 0x22, count: 144)
        let tail = [UInt8](repeating: 0x33, count: 17)
        let clear = unit(5, head, Self.block, between, Self.secondBlock, tail)
        let encrypted = unit(5, head, Self.secret, between, Self.secondSecret, tail)
        #expect(try run(.encrypt, clear, .h264) == encrypted)
        #expect(try run(.decrypt, encrypted, .h264) == clear)
    }

    @Test("the vector begins anew at each NAL unit")
    func restart() throws {
        let head = [UInt8](repeating: 0x11, count: 31)
        let tail = [UInt8](repeating: 0x33, count: 20)
        let clear = unit(1, head, Self.block, tail) + unit(1, head, Self.block, tail)
        let encrypted = unit(1, head, Self.secret, tail) + unit(1, head, Self.secret, tail)
        #expect(try run(.encrypt, clear, .h264) == encrypted)
        #expect(try run(.decrypt, encrypted, .h264) == clear)
    }

    @Test("units of 48 bytes and other types stay clear, and a last block of 16 bytes")
    func short() throws {
        let short = unit(5, [UInt8](repeating: 0x11, count: 31), [UInt8](repeating: 0x22, count: 16))
        #expect(try run(.encrypt, short, .h264) == short)
        for type in [UInt8(6), 7, 8, 9, 2] {
            let other = unit(type, [UInt8](repeating: 0x11, count: 200))
            #expect(try run(.encrypt, other, .h264) == other)
            #expect(try run(.decrypt, other, .h264) == other)
        }
        let exact = unit(
            5, [UInt8](repeating: 0x11, count: 31), Self.block, [UInt8](repeating: 0x22, count: 144), Self.secondBlock)
        let encrypted = unit(
            5, [UInt8](repeating: 0x11, count: 31), Self.secret, [UInt8](repeating: 0x22, count: 144), Self.secondBlock)
        #expect(try run(.encrypt, exact, .h264) == encrypted)
    }

    @Test("the encrypted unit is escaped once more: that comes off before, the unit's own escapes stay")
    func emulationPrevention() throws {
        // The unit itself contains 00 00 03 01 in its clear head; the block before the tail begins with
        // zeros.
        let head = [UInt8](repeating: 0x11, count: 27) + [0, 0, 3, 1]
        let tail: [UInt8] = [0, 0, 3, 2] + [UInt8](repeating: 0x33, count: 16)
        let clear = unit(5, head, Self.block, tail)
        let encrypted = unit(
            5, [UInt8](repeating: 0x11, count: 27) + [0, 0, 3, 3, 1], Self.secret,
            [0, 0, 3, 3, 2] + [UInt8](repeating: 0x33, count: 16))
        #expect(try run(.encrypt, clear, .h264) == encrypted)
        #expect(try run(.decrypt, encrypted, .h264) == clear)
    }

    @Test(
        "escapes are put in and taken out as H.264 7.4.1.1 says",
        arguments: [
            ("000000", "00000300"), ("000001", "00000301"), ("000002", "00000302"), ("000003", "00000303"),
            ("000004", "000004"),
            ("0000000000", "0000030000030 0"), ("010203", "010203"), ("00", "00"), ("", ""),
        ])
    func escapes(raw: String, escaped: String) {
        #expect(AnnexB.escaped(hex(raw)[...]) == hex(escaped))
        #expect(AnnexB.unescaped(hex(escaped)[...]) == hex(raw))
    }

    @Test("NAL units are found behind start codes of three and four bytes; zeros behind them are not theirs")
    func units() {
        #expect(AnnexB.units(hex("00000001 0910 000001 6742 00 000001 65")) == [4..<6, 9..<11, 15..<16])
        #expect(AnnexB.units(hex("000001 65 0000")) == [3..<4])
        #expect(AnnexB.units(hex("6542")) == [])
        #expect(AnnexB.units(hex("000001")) == [])
    }

    /// An ADTS frame of 7 or 9 + `body` bytes.
    private func adts(_ body: [UInt8], hasCRC: Bool = false) -> [UInt8] {
        let header = hasCRC ? 9 : 7
        let length = header + body.count
        return [
            0xff, hasCRC ? 0xf0 : 0xf1, 0x50, 0x80 | UInt8(length >> 11), UInt8(length >> 3 & 0xff),
            UInt8(length & 7) << 5 | 0x1f, 0xfc,
        ]
            + (hasCRC ? [0xaa, 0xbb] : []) + body
    }

    @Test("of an AAC frame all whole blocks behind the header and 16 bytes are encrypted, each frame anew")
    func aac() throws {
        let head = [UInt8](repeating: 0x44, count: 16)
        let tail = [UInt8](repeating: 0x55, count: 15)
        for hasCRC in [false, true] {
            let clear =
                adts(head + Self.block + Self.secondBlock + tail, hasCRC: hasCRC)
                + adts(head + Self.block, hasCRC: hasCRC)
                + adts(head + tail)
            let encrypted =
                adts(head + Self.secret + Self.secondSecret + tail, hasCRC: hasCRC)
                + adts(head + Self.secret, hasCRC: hasCRC) + adts(head + tail)
            #expect(try run(.encrypt, clear, .aac) == encrypted)
            #expect(try run(.decrypt, encrypted, .aac) == clear)
        }
    }

    @Test("of an AC-3 or E-AC-3 syncframe all whole blocks behind 16 bytes are encrypted, each frame anew")
    func ac3() throws {
        func frame(_ head: [UInt8], _ count: Int, _ block: [UInt8]) -> [UInt8] {
            head + [UInt8](repeating: 0x66, count: 16 - head.count) + block
                + [UInt8](repeating: 0, count: count - 16 - block.count)
        }
        // AC-3 of 32 kbit/s at 48 kHz: 128 bytes. The rest is zeros: only the first block is used.
        let ac3: [UInt8] = [0x0b, 0x77, 0, 0, 0x00, 0x40]
        let clear = frame(ac3, 128, Self.block) + frame(ac3, 128, Self.block)
        let encrypted = try run(.encrypt, clear, .ac3)
        #expect(Array(encrypted[16..<32]) == Self.secret)
        #expect(Array(encrypted[144..<160]) == Self.secret)
        #expect(Array(encrypted.prefix(16)) == Array(clear.prefix(16)))
        #expect(try run(.decrypt, encrypted, .ac3) == clear)
        // E-AC-3: frmsiz 31 means 64 bytes.
        let eac3: [UInt8] = [0x0b, 0x77, 0, 31, 0x00, 0x80]
        let enhanced = frame(eac3, 64, Self.block) + frame(eac3, 64, Self.block)
        let secret = try run(.encrypt, enhanced, .eac3)
        #expect(Array(secret[16..<32]) == Self.secret)
        #expect(Array(secret[80..<96]) == Self.secret)
        #expect(try run(.decrypt, secret, .eac3) == enhanced)
    }

    @Test(
        "AC-3 frame lengths follow table 4.13",
        arguments: [
            (UInt8(0x00), 128), (0x1c, 1536), (0x40, 138), (0x41, 140), (0x5c, 1670), (0x80, 192),
        ])
    func ac3Length(code: UInt8, length: Int) {
        let bytes: [UInt8] = [0x0b, 0x77, 0, 0, code, 0x40] + [UInt8](repeating: 0, count: 2000)
        #expect(AudioFrames.ac3(bytes) == [0..<length])
    }

    @Test("what is encrypted is decrypted again; arbitrary bytes never trap")
    func property() throws {
        var noise = SplitMix(seed: 7)
        for round in 0..<400 {
            var bytes = noise.bytes(Int.random(in: 0..<700, using: &noise))
            for codec in [StreamSampleCipher.Codec.h264, .aac, .ac3, .eac3] {
                _ = try run(.decrypt, bytes, codec)
            }
            // Insert some start codes and sync words, and many zeros.
            for _ in 0..<4 where bytes.count > 16 {
                let at = Int.random(in: 0..<bytes.count - 8, using: &noise)
                let sync = [[0, 0, 1, 0x65], [0xff, 0xf1, 0x50, 0x80], [0x0b, 0x77, 0, 0]][round % 3] as [UInt8]
                bytes.replaceSubrange(at..<at + 4, with: sync)
            }
            for codec in [StreamSampleCipher.Codec.h264, .aac, .ac3, .eac3] {
                _ = try run(.decrypt, bytes, codec)
            }
            // As an encoder writes it: escaped, and without a zero at the end.
            let body =
                AnnexB.escaped(noise.bytes(Int.random(in: 1..<600, using: &noise)).map { $0 < 200 ? 0 : $0 }[...]) + [
                    0x80
                ]
            let clear = unit(5, body) + unit(1, body)
            #expect(try run(.decrypt, run(.encrypt, clear, .h264), .h264) == clear)
        }
    }
}
