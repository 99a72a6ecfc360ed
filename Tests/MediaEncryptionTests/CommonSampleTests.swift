import TestSupport
import Testing

@testable import MediaEncryption

@Suite("Common encryption of samples")
struct CommonSampleTests {
    private typealias Sample = CommonSampleCipher.Sample
    private static let key = hex("2b7e151628aed2a6abf7158809cf4f3c")
    private static let vector = hex("000102030405060708090a0b0c0d0e0f")
    private static let counter = hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
    /// Test vectors of NIST SP 800-38A: F.2.1 (CBC) and F.5.1 (CTR).
    private static let plain = hex(
        "6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51 30c81c46a35ce411e5fbc1191a0a52ef")
    private static let chained = hex(
        "7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2 73bed6b8e3c1743b7116e69e22229516")
    private static let counted = hex(
        "874d6191b620e3261bef6864990db6ce 9806f66b7970fdff8617187bb9fffdff 5ae4df3edbd5d35e5b4f09020db03eab")

    private func run(_ direction: AESCipher.Direction, _ bytes: [UInt8], _ sample: CommonSampleCipher.Sample) throws
        -> [UInt8]?
    {
        let cipher = try #require(CommonSampleCipher(direction, key: Self.key))
        var bytes = bytes
        let isDone = bytes.withUnsafeMutableBytes { cipher.process($0, sample) }
        return isDone ? bytes : nil
    }

    @Test("cenc counts on through the protected bytes of all subsamples, and only those")
    func cenc() throws {
        let clear: [UInt8] = [1, 2, 3, 4, 5]
        let plain = clear + Self.plain[..<20] + clear + Self.plain[20...]
        let expected = clear + Self.counted[..<20] + clear + Self.counted[20...]
        let sample = Sample(
            scheme: .cenc, vector: Self.counter,
            subsamples: [.init(clear: 5, protected: 20), .init(clear: 5, protected: 28)])
        #expect(try run(.decrypt, expected, sample) == plain)
        #expect(try run(.encrypt, plain, sample) == expected)
    }

    @Test("cbcs begins anew at each subsample, and the pattern skips blocks without breaking the chain")
    func cbcs() throws {
        let skipped = [UInt8](repeating: 9, count: 144)
        let plain = [7, 7] + Self.plain[..<16] + skipped + Self.plain[16..<32] + [8, 8, 8] + [7] + Self.plain[..<16]
        let expected =
            [7, 7] + Self.chained[..<16] + skipped + Self.chained[16..<32] + [8, 8, 8] + [7] + Self.chained[..<16]
        let sample = Sample(
            scheme: .cbcs, vector: Self.vector, crypt: 1, skip: 9,
            subsamples: [.init(clear: 2, protected: 179), .init(clear: 1, protected: 16)])
        #expect(try run(.decrypt, Array(expected), sample) == Array(plain))
        #expect(try run(.encrypt, Array(plain), sample) == Array(expected))
    }

    @Test("a sample without subsamples is encrypted whole, but for a part of a block in the chained schemes")
    func wholeSample() throws {
        for scheme in [CommonSampleCipher.Scheme.cbcs, .cbc1] {
            #expect(
                try run(.decrypt, Self.chained + [1, 2, 3], Sample(scheme: scheme, vector: Self.vector)) == Self.plain
                    + [1, 2, 3])
        }
        #expect(
            try run(.decrypt, Array(Self.counted.prefix(37)), Sample(scheme: .cenc, vector: Self.counter))
                == Array(Self.plain.prefix(37)))
    }

    @Test("a vector of 8 bytes is the upper half of the counter")
    func shortVector() throws {
        let zeros = [UInt8](repeating: 0, count: 48)
        let long = try run(
            .encrypt, zeros,
            Sample(scheme: .cenc, vector: Array(Self.counter.prefix(8)) + [UInt8](repeating: 0, count: 8)))
        #expect(try run(.encrypt, zeros, Sample(scheme: .cenc, vector: Array(Self.counter.prefix(8)))) == long)
    }

    @Test("subsamples that reach beyond the sample, and vectors of other lengths, change nothing")
    func nonsense() throws {
        for subsamples in [
            [CommonSampleCipher.Subsample(clear: 49, protected: 0)], [.init(clear: 40, protected: 9)],
            [.init(clear: .max, protected: .max)], [.init(clear: -1, protected: 1)],
            [.init(clear: 0, protected: 48), .init(clear: 0, protected: 1)],
        ] {
            #expect(
                try run(.decrypt, Self.plain, Sample(scheme: .cbcs, vector: Self.vector, subsamples: subsamples)) == nil
            )
        }
        #expect(try run(.decrypt, Self.plain, Sample(scheme: .cenc, vector: [1, 2, 3])) == nil)
        #expect(CommonSampleCipher(.decrypt, key: [1]) == nil)
    }

    @Test("whatever the description, nothing traps, and what was encrypted comes back")
    func property() throws {
        var noise = SplitMix(seed: 3)
        for _ in 0..<2000 {
            let bytes = noise.bytes(Int.random(in: 0..<400, using: &noise))
            let scheme = [CommonSampleCipher.Scheme.cenc, .cens, .cbc1, .cbcs][Int.random(in: 0..<4, using: &noise)]
            let sample = Sample(
                scheme: scheme, vector: noise.bytes(Bool.random(using: &noise) ? 8 : 16),
                crypt: Int.random(in: 0..<11, using: &noise),
                skip: Int.random(in: 0..<11, using: &noise),
                subsamples: (0..<Int.random(in: 0..<4, using: &noise)).map { _ in
                    .init(
                        clear: Int.random(in: 0..<60, using: &noise), protected: Int.random(in: 0..<200, using: &noise))
                })
            guard let encrypted = try run(.encrypt, bytes, sample) else { continue }
            #expect(try run(.decrypt, encrypted, sample) == bytes)
        }
    }
}
