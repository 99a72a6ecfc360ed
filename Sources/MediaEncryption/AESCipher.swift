import CCrypto

/// Encrypts or decrypts with AES by libcrypto, one way, whole blocks; the chain or the counter goes
/// on from call to call. Bound to one thread at a time.
package final class AESCipher {
    package enum Mode: Sendable, Hashable {
        /// Cipher block chaining, NIST SP 800-38A 6.2, without padding.
        case cbc
        /// Counter mode, NIST SP 800-38A 6.5; the vector is the first counter block, all 128 bits
        /// count.
        case ctr
    }

    package enum Direction: Sendable, Hashable {
        case encrypt, decrypt
    }

    package static let blockSize = 16

    private let context: OpaquePointer
    private let mode: Mode

    /// Makes a cipher; nil for keys or vectors of other lengths, and without memory.
    ///
    /// - Parameters:
    ///   - key: 16 or 32 bytes.
    ///   - vector: 16 bytes.
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
        // From here on `deinit` frees the context.
        guard EVP_CipherInit_ex(context, cipher, nil, key, vector, direction == .encrypt ? 1 : 0) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { return nil }
    }

    deinit {
        // This also wipes the key.
        EVP_CIPHER_CTX_free(context)
    }

    /// Starts anew with the same key; `vector` of 16 bytes.
    package func restart(_ vector: [UInt8]) {
        guard vector.count == Self.blockSize else { return }
        _ = EVP_CipherInit_ex(context, nil, nil, nil, vector, -1)
    }

    /// Processes bytes in place. In CBC only the whole blocks; the bytes behind them stay as they
    /// are.
    package func process(_ bytes: UnsafeMutableRawBufferPointer) {
        var rest = bytes
        if mode == .cbc {
            rest = UnsafeMutableRawBufferPointer(rebasing: bytes[..<(bytes.count & ~(Self.blockSize - 1))])
        }
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
