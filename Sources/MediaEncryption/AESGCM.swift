import CCrypto

/// Opens AES-256-GCM as HLS wraps it (RFC 8216bis 4.4.4.4): a vector of 16 bytes, the encrypted bytes, a
/// tag of 16 bytes.
package enum AESGCM {
    package static let keySize = 32
    package static let vectorSize = 16
    package static let tagSize = 16

    /// The clear bytes; nil when the tag is wrong. None of them is given out before the tag has been
    /// checked (NIST SP 800-38D 7.2): a segment that was changed on its way is not played at all.
    package static func open(_ sealed: [UInt8], key: [UInt8]) -> [UInt8]? {
        guard sealed.count >= vectorSize + tagSize else { return nil }
        let body = sealed[vectorSize..<(sealed.count - tagSize)]
        return open(
            body, key: key, vector: Array(sealed.prefix(vectorSize)), tag: Array(sealed.suffix(tagSize)), associated: []
        )
    }

    package static func seal(_ clear: [UInt8], key: [UInt8], vector: [UInt8]) -> [UInt8]? {
        guard vector.count == vectorSize, let sealed = seal(clear, key: key, vector: vector, associated: []) else {
            return nil
        }
        return vector + sealed.bytes + sealed.tag
    }

    /// Opens encrypted bytes; nil when the tag is wrong.
    /// - Parameters:
    ///   - vector: any length from 1.
    ///   - associated: authenticated too, and not encrypted.
    static func open(
        _ bytes: ArraySlice<UInt8>, key: [UInt8], vector: [UInt8], tag: [UInt8], associated: [UInt8]
    ) -> [UInt8]? {
        guard tag.count == tagSize, let context = Context(key: key, vector: vector, isEncrypting: false) else {
            return nil
        }
        var tag = tag
        guard context.associate(associated), let clear = context.update(bytes),
            EVP_CIPHER_CTX_ctrl(context.raw, EVP_CTRL_AEAD_SET_TAG, Int32(tagSize), &tag) == 1, context.finish()
        else { return nil }
        return clear
    }

    static func seal(
        _ clear: [UInt8], key: [UInt8], vector: [UInt8], associated: [UInt8]
    ) -> (bytes: [UInt8], tag: [UInt8])? {
        guard let context = Context(key: key, vector: vector, isEncrypting: true), context.associate(associated),
            let bytes = context.update(clear[...]), context.finish()
        else { return nil }
        var tag = [UInt8](repeating: 0, count: tagSize)
        guard EVP_CIPHER_CTX_ctrl(context.raw, EVP_CTRL_AEAD_GET_TAG, Int32(tagSize), &tag) == 1 else { return nil }
        return (bytes, tag)
    }

    /// Owns libcrypto's context, which is wiped and freed with it.
    private final class Context {
        let raw: OpaquePointer

        init?(key: [UInt8], vector: [UInt8], isEncrypting: Bool) {
            guard key.count == keySize, (1...1024).contains(vector.count), let raw = EVP_CIPHER_CTX_new() else {
                return nil
            }
            self.raw = raw
            guard EVP_CipherInit_ex(raw, EVP_aes_256_gcm(), nil, nil, nil, isEncrypting ? 1 : 0) == 1,
                EVP_CIPHER_CTX_ctrl(raw, EVP_CTRL_AEAD_SET_IVLEN, Int32(vector.count), nil) == 1,
                EVP_CipherInit_ex(raw, nil, nil, key, vector, -1) == 1
            else { return nil }
        }

        deinit {
            EVP_CIPHER_CTX_free(raw)
        }

        func associate(_ bytes: [UInt8]) -> Bool {
            var done: Int32 = 0
            return bytes.isEmpty || EVP_CipherUpdate(raw, nil, &done, bytes, Int32(clamping: bytes.count)) == 1
        }

        func update(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
            guard bytes.count <= 1 << 30 else { return nil }
            guard !bytes.isEmpty else { return [] }
            var isDone = false
            let result = [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
                var done: Int32 = 0
                isDone = bytes.withUnsafeBufferPointer { input in
                    EVP_CipherUpdate(raw, output.baseAddress, &done, input.baseAddress, Int32(input.count)) == 1
                }
                count = isDone ? Int(done) : 0
            }
            return isDone ? result : nil
        }

        func finish() -> Bool {
            var block = [UInt8](repeating: 0, count: AESCipher.blockSize)
            var done: Int32 = 0
            return EVP_CipherFinal_ex(raw, &block, &done) == 1
        }
    }
}
