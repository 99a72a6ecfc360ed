import CCrypto

/// AES by libcrypto, one way, whole blocks, the chain or the counter going on from call to call.
/// Bound to one thread at a time.
package final class AESCipher {
    package enum Mode: Sendable, Hashable {
        /// NIST SP 800-38A 6.2, without padding.
        case cbc
        /// NIST SP 800-38A 6.5; the vector is the first counter block, all 128 bits count.
        case ctr
    }

    package enum Direction: Sendable, Hashable {
        case encrypt, decrypt
    }

    package static let blockSize = 16

    private let context: OpaquePointer
    private let mode: Mode

    /// - Parameters:
    ///   - key: 16 or 32 bytes.
    ///   - vector: 16 bytes.
    ///
    /// Nil for other lengths, and without memory.
    package init?(_ mode: Mode, _ direction: Direction, key: [UInt8], vector: [UInt8]) {
        let cipher =
            switch (mode, key.count) {
            case (.cbc, 16): EVP_aes_128_cbc()
            case (.cbc, 32): EVP_aes_256_cbc()
            case (.ctr, 16): EVP_aes_128_ctr()
            case (.ctr, 32): EVP_aes_256_ctr()
            default: OpaquePointer?.none
            }
        guard let cipher, vector.count == Self.blockSize, let context = EVP_CIPHER_CTX_new() else { return nil }
        self.context = context
        self.mode = mode
        // From here on `deinit` frees it.
        guard EVP_CipherInit_ex(context, cipher, nil, key, vector, direction == .encrypt ? 1 : 0) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { return nil }
    }

    deinit {
        // Wipes the key, too.
        EVP_CIPHER_CTX_free(context)
    }

    /// Begins anew with the same key; `vector` of 16 bytes.
    package func restart(_ vector: [UInt8]) {
        guard vector.count == Self.blockSize else { return }
        _ = EVP_CipherInit_ex(context, nil, nil, nil, vector, -1)
    }

    /// In place. In CBC only the whole blocks; what is behind them stays as it is.
    package func process(_ bytes: UnsafeMutableRawBufferPointer) {
        var rest = bytes
        if mode == .cbc { rest = UnsafeMutableRawBufferPointer(rebasing: bytes[..<(bytes.count & ~(Self.blockSize - 1))]) }
        while let base = rest.baseAddress?.assumingMemoryBound(to: UInt8.self), !rest.isEmpty {
            let count = min(rest.count, 1 << 30)
            var done: Int32 = 0
            guard EVP_CipherUpdate(context, base, &done, base, Int32(count)) == 1 else { return }
            rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
        }
    }

    package func process(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { process($0) }
    }
}
