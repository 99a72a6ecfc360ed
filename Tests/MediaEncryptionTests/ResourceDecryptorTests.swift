import TestSupport
import Testing

@testable import MediaEncryption

@Suite("The decryption of a resource")
struct ResourceDecryptorTests {
    private static let key = hex("2b7e151628aed2a6abf7158809cf4f3c")
    private static let longKey = [UInt8](0..<32)
    private static let vector = hex("000102030405060708090a0b0c0d0e0f")

    private static func padded(_ clear: [UInt8]) -> [UInt8] {
        let pad = 16 - clear.count % 16
        return clear + [UInt8](repeating: UInt8(pad), count: pad)
    }

    private static func encrypted(_ clear: [UInt8], _ mode: AESCipher.Mode, key: [UInt8]) throws -> [UInt8] {
        var bytes = clear
        try #require(AESCipher(mode, .encrypt, key: key, vector: vector)).process(&bytes)
        return bytes
    }

    /// Decrypts a resource that is fed in pieces of `size`.
    private static func run(
        _ scheme: ResourceDecryptor.Scheme, key: [UInt8], _ bytes: [UInt8], size: Int
    ) throws -> (clear: [UInt8], fault: ResourceDecryptor.Fault?) {
        var decryptor = try ResourceDecryptor(scheme, key: key)
        var clear: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            clear += decryptor.add(bytes[start..<min(start + size, bytes.count)])
        }
        let end = decryptor.finish()
        return (clear + end.clear, end.fault)
    }

    @Test("each scheme gives the clear bytes back, however they are cut", arguments: [1, 15, 16, 17, 1000])
    func pieces(size: Int) throws {
        var noise = SplitMix(seed: 1)
        for count in [0, 1, 15, 16, 17, 31, 32, 1000] {
            let clear = noise.bytes(count)
            for key in [Self.key, Self.longKey] {
                let cbc = try Self.run(
                    .cbc(vector: Self.vector), key: key, Self.encrypted(Self.padded(clear), .cbc, key: key), size: size)
                #expect(cbc.clear == clear)
                #expect(cbc.fault == nil)
                let ctr = try Self.run(
                    .ctr(vector: Self.vector), key: key, Self.encrypted(clear, .ctr, key: key), size: size)
                #expect(ctr.clear == clear)
                #expect(ctr.fault == nil)
            }
            let sealed = try #require(AESGCM.seal(clear, key: Self.longKey, vector: Self.vector))
            let gcm = try Self.run(.gcm, key: Self.longKey, sealed, size: size)
            #expect(gcm.clear == clear)
            #expect(gcm.fault == nil)
        }
    }

    @Test("a resource cut inside a block gives its whole blocks and says that the end is missing")
    func truncated() throws {
        let clear = [UInt8](0..<100)
        let bytes = try Self.encrypted(Self.padded(clear), .cbc, key: Self.key)
        let cut = try Self.run(.cbc(vector: Self.vector), key: Self.key, Array(bytes.prefix(70)), size: 9)
        #expect(cut.clear == Array(clear.prefix(64)))
        #expect(cut.fault == .truncated(bytes: 70))
        let empty = try Self.run(.cbc(vector: Self.vector), key: Self.key, [], size: 9)
        #expect(empty.clear.isEmpty)
        #expect(empty.fault == .truncated(bytes: 0))
    }

    @Test("without padding the last block is given out all the same, and it is said")
    func unpadded() throws {
        let clear = [UInt8](200..<232)
        let result = try Self.run(
            .cbc(vector: Self.vector), key: Self.key, Self.encrypted(clear, .cbc, key: Self.key), size: 16)
        #expect(result.clear == clear)
        #expect(result.fault == .padding)
    }

    @Test("nothing of a GCM segment is given out before its end, and nothing at all with a wrong tag")
    func unauthentic() throws {
        let sealed = try #require(AESGCM.seal([UInt8](0..<100), key: Self.longKey, vector: Self.vector))
        var decryptor = try ResourceDecryptor(.gcm, key: Self.longKey)
        #expect(decryptor.add(sealed[...]).isEmpty)
        #expect(decryptor.finish().clear == [UInt8](0..<100))
        var changed = sealed
        changed[40] ^= 1
        let wrong = try Self.run(.gcm, key: Self.longKey, changed, size: 50)
        #expect(wrong.clear.isEmpty)
        #expect(wrong.fault == .notAuthentic(bytes: 132))
        let short = try Self.run(.gcm, key: Self.longKey, Array(sealed.prefix(31)), size: 50)
        #expect(short.fault == .truncated(bytes: 31))
    }

    @Test("a key that does not fit is refused", arguments: [0, 15, 17, 33])
    func keys(count: Int) {
        let key = [UInt8](repeating: 7, count: count)
        for scheme in [ResourceDecryptor.Scheme.cbc(vector: Self.vector), .ctr(vector: Self.vector), .gcm] {
            #expect(throws: ResourceDecryptor.Fault.unusableKey(bytes: count)) {
                try ResourceDecryptor(scheme, key: key)
            }
        }
        #expect(throws: ResourceDecryptor.Fault.unusableKey(bytes: 16)) { try ResourceDecryptor(.gcm, key: Self.key) }
        #expect(throws: ResourceDecryptor.Fault.unusableKey(bytes: 16)) {
            try ResourceDecryptor(.cbc(vector: [1, 2, 3]), key: Self.key)
        }
    }
}
