/// Decrypts one resource (a segment, a part, an initialization section) while its bytes come.
package struct ResourceDecryptor {
    /// The schemes of RFC 8216bis 4.4.4.4, and two more that a packager writes.
    package enum Scheme: Sendable, Hashable {
        /// METHOD=AES-128, or AES-256 with the longer key: PKCS#7 at the end.
        case cbc(vector: [UInt8])
        /// METHOD=AES-256-CTR: no padding.
        case ctr(vector: [UInt8])
        /// METHOD=AES-256-GCM: nothing is given out before the tag at the end has been checked.
        case gcm
    }

    /// A fault in the bytes of a resource.
    package enum Fault: Error, Sendable, Hashable {
        /// The length of the key or of the vector does not fit the scheme.
        case unusableKey(bytes: Int)
        /// The end is missing: so many bytes came, and the last block is not whole.
        case truncated(bytes: Int)
        /// There is no PKCS#7 padding at the end: the wrong key, or a server that does not pad.
        case padding
        /// The tag does not fit: the wrong key, or changed bytes.
        case notAuthentic(bytes: Int)
    }

    private enum State {
        case cbc(AESCipher)
        case ctr(AESCipher)
        case gcm(key: [UInt8])
    }

    private let state: State
    /// The encrypted bytes that wait: less than a block; in GCM everything.
    private var waiting: [UInt8] = []
    /// The clear bytes that are held back: the last block of CBC, for its padding.
    private var held: [UInt8] = []
    private var count = 0

    /// Makes a decryptor.
    /// - Parameter key: 16 or 32 bytes; 32 for GCM.
    package init(_ scheme: Scheme, key: [UInt8]) throws(Fault) {
        switch scheme {
        case .cbc(let vector):
            guard let cipher = AESCipher(.cbc, .decrypt, key: key, vector: vector) else {
                throw .unusableKey(bytes: key.count)
            }
            state = .cbc(cipher)
        case .ctr(let vector):
            guard let cipher = AESCipher(.ctr, .decrypt, key: key, vector: vector) else {
                throw .unusableKey(bytes: key.count)
            }
            state = .ctr(cipher)
        case .gcm:
            guard key.count == AESGCM.keySize else { throw .unusableKey(bytes: key.count) }
            state = .gcm(key: key)
        }
    }

    /// Takes encrypted bytes; returns the clear bytes that are certain by now, which may be none.
    package mutating func add(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        count += bytes.count
        switch state {
        case .gcm:
            waiting.append(contentsOf: bytes)
            return []
        case .ctr(let cipher):
            var clear = Array(bytes)
            cipher.process(&clear)
            return clear
        case .cbc(let cipher):
            var whole = waiting
            whole.append(contentsOf: bytes)
            let end = whole.count & ~(AESCipher.blockSize - 1)
            waiting = Array(whole[end...])
            guard end > 0 else { return [] }
            whole.removeSubrange(end...)
            cipher.process(&whole)
            let clear = held + whole.dropLast(AESCipher.blockSize)
            held = Array(whole.suffix(AESCipher.blockSize))
            return clear
        }
    }

    /// Ends the resource; returns the rest, and what is wrong with the resource as a whole. The bytes
    /// before a fault are still given out, but for GCM.
    package mutating func finish() -> (clear: [UInt8], fault: Fault?) {
        defer {
            waiting = []
            held = []
        }
        switch state {
        case .ctr: return ([], nil)
        case .gcm(let key):
            guard count >= AESGCM.vectorSize + AESGCM.tagSize else { return ([], .truncated(bytes: count)) }
            guard let clear = AESGCM.open(waiting, key: key) else { return ([], .notAuthentic(bytes: count)) }
            return (clear, nil)
        case .cbc:
            // A truncated resource has no padding; its last block is not whole.
            guard waiting.isEmpty, !held.isEmpty else { return (held, .truncated(bytes: count)) }
            guard let pad = held.last, pad >= 1, Int(pad) <= AESCipher.blockSize,
                held.suffix(Int(pad)).allSatisfy({ $0 == pad })
            else { return (held, .padding) }
            return (held.dropLast(Int(pad)), nil)
        }
    }
}

extension ResourceDecryptor.Fault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unusableKey(let bytes): "a key of \(bytes) bytes does not fit the method"
        case .truncated(let bytes): "only \(bytes) bytes came: the last block is not whole"
        case .padding: "no padding at its end: the key is likely the wrong one"
        case .notAuthentic(let bytes): "the tag of its \(bytes) bytes is wrong: the wrong key, or changed bytes"
        }
    }
}
