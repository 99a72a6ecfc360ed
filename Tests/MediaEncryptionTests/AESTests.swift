import TestSupport
import Testing

@testable import MediaEncryption

@Suite("AES")
struct AESTests {
    // Test vectors of NIST SP 800-38A, appendix F.
    private static let plain = hex(
        "6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51 30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710"
    )
    private static let key128 = hex("2b7e151628aed2a6abf7158809cf4f3c")
    private static let key256 = hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
    private static let vector = hex("000102030405060708090a0b0c0d0e0f")
    private static let counter = hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")

    @Test(
        "the examples of NIST SP 800-38A come out, both ways",
        arguments: [
            (
                AESCipher.Mode.cbc, key128, vector,
                "7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2 73bed6b8e3c1743b7116e69e22229516 3ff1caa1681fac09120eca307586e1a7"
            ),
            (
                .cbc, key256, vector,
                "f58c4c04d6e5f1ba779eabfb5f7bfbd6 9cfc4e967edb808d679f777bc6702c7d 39f23369a9d9bacfa530e26304231461 b2eb05e2c39be9fcda6c19078c6a9d1b"
            ),
            (
                .ctr, key128, counter,
                "874d6191b620e3261bef6864990db6ce 9806f66b7970fdff8617187bb9fffdff 5ae4df3edbd5d35e5b4f09020db03eab 1e031dda2fbe03d1792170a0f3009cee"
            ),
            (
                .ctr, key256, counter,
                "601ec313775789a5b7a7f504bbf3d228 f443e3ca4d62b59aca84e990cacaf5c5 2b0930daa23de94ce87017ba2d84988d dfc9c58db67aada613c2dd08457941a6"
            ),
        ])
    func vectors(mode: AESCipher.Mode, key: [UInt8], vector: [UInt8], cipher: String) throws {
        var bytes = Self.plain
        let encryptor = try #require(AESCipher(mode, .encrypt, key: key, vector: vector))
        encryptor.process(&bytes)
        #expect(bytes == hex(cipher))
        let decryptor = try #require(AESCipher(mode, .decrypt, key: key, vector: vector))
        // In two calls: the second continues the first's chain.
        bytes.withUnsafeMutableBytes { bytes in
            decryptor.process(UnsafeMutableRawBufferPointer(rebasing: bytes[..<16]))
            decryptor.process(UnsafeMutableRawBufferPointer(rebasing: bytes[16...]))
        }
        #expect(bytes == Self.plain)
        decryptor.restart(vector)
        var again = Array(hex(cipher).prefix(16))
        decryptor.process(&again)
        #expect(again == Array(Self.plain.prefix(16)))
    }

    @Test("a key or a vector of another length makes no cipher", arguments: [0, 1, 15, 17, 24, 31, 33])
    func lengths(count: Int) {
        let other = [UInt8](repeating: 0, count: count)
        #expect(AESCipher(.cbc, .decrypt, key: other, vector: Self.vector) == nil)
        #expect(AESCipher(.ctr, .decrypt, key: other, vector: Self.vector) == nil)
        #expect(AESCipher(.cbc, .decrypt, key: Self.key128, vector: other) == nil)
        #expect(AESGCM.open([UInt8](repeating: 0, count: 64), key: other) == nil)
    }

    @Test("the GCM test cases 14 and 16 of McGrew and Viega, which NIST took over, come out")
    func gcm() throws {
        let zeros = [UInt8](repeating: 0, count: 32)
        let sealed = try #require(
            AESGCM.seal(Array(zeros.prefix(16)), key: zeros, vector: Array(zeros.prefix(12)), associated: []))
        #expect(sealed.bytes == hex("cea7403d4d606b6e074ec5d3baf39d18"))
        #expect(sealed.tag == hex("d0d1c8a799996bf0265b98b5d48ab919"))

        let key = hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
        let vector = hex("cafebabefacedbaddecaf888")
        let associated = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let clear = hex(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
        )
        let bytes = hex(
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
        )
        let tag = hex("76fc6ece0f4e1768cddf8853bb2d551b")
        let again = try #require(AESGCM.seal(clear, key: key, vector: vector, associated: associated))
        #expect(again.bytes == bytes)
        #expect(again.tag == tag)
        #expect(AESGCM.open(bytes[...], key: key, vector: vector, tag: tag, associated: associated) == clear)
    }

    private static let clear = Array("A television segment, sealed.".utf8)

    /// Checks that an initialization vector of 16 bytes, as in HLS, goes through GHASH: the data is from the
    /// Python package `cryptography`.
    @Test("a segment sealed elsewhere with a vector of 16 bytes opens")
    func foreignSegment() {
        let key = [UInt8](0..<32)
        let sealed = hex(
            "00112233445566778899aabbccddeeff 5aa790103652cdc051ccc47e0c44d984ef2e99bd4201ca97b571a9ab89 3fc0e00bee52a92b2774f7538fc39399"
        )
        #expect(AESGCM.open(sealed, key: key) == Self.clear)
        #expect(AESGCM.seal(Self.clear, key: key, vector: Array(sealed.prefix(16))) == sealed)
    }

    @Test("one bit changed anywhere, and nothing of a GCM segment comes out")
    func changedBits() throws {
        let key = [UInt8](0..<32)
        let sealed = try #require(AESGCM.seal(Self.clear, key: key, vector: hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")))
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1 << (index % 8)
            #expect(AESGCM.open(changed, key: key) == nil)
        }
        for count in 0..<sealed.count { #expect(AESGCM.open(Array(sealed.prefix(count)), key: key) == nil) }
    }
}
