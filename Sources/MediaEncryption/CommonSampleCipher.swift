/// Common encryption of ISO files (ISO/IEC 23001-7): METHOD=SAMPLE-AES (`cbcs`) and SAMPLE-AES-CTR
/// (`cenc`) in fragmented MP4; the other two schemes for completeness.
package struct CommonSampleCipher {
    package enum Scheme: String, Sendable, Hashable {
        /// Counter mode.
        case cenc, cens
        /// Block chaining; in `cbcs` the vector starts anew with each subsample.
        case cbc1, cbcs

        fileprivate var mode: AESCipher.Mode { self == .cenc || self == .cens ? .ctr : .cbc }
        fileprivate var hasPattern: Bool { self == .cens || self == .cbcs }
    }

    package struct Subsample: Sendable, Hashable {
        package var clear: Int
        package var protected: Int

        package init(clear: Int, protected: Int) {
            self.clear = clear
            self.protected = protected
        }
    }

    /// The description of how one sample is encrypted.
    package struct Sample: Sendable, Hashable {
        package var scheme: Scheme
        /// The vector, 8 or 16 bytes.
        package var vector: [UInt8]
        /// The numbers of blocks encrypted and skipped in turn; 0 and 0: all are encrypted.
        package var crypt: Int
        package var skip: Int
        /// The subsamples; empty: the whole sample is protected.
        package var subsamples: [Subsample]

        package init(scheme: Scheme, vector: [UInt8], crypt: Int = 0, skip: Int = 0, subsamples: [Subsample] = []) {
            self.scheme = scheme
            self.vector = vector
            self.crypt = crypt
            self.skip = skip
            self.subsamples = subsamples
        }
    }

    private let key: [UInt8]
    private let direction: AESCipher.Direction

    /// Makes a cipher.
    /// - Parameter key: 16 bytes.
    package init?(_ direction: AESCipher.Direction, key: [UInt8]) {
        guard key.count == 16 else { return nil }
        self.key = key
        self.direction = direction
    }

    /// Processes a sample in place; false, and nothing changed, when `sample` does not describe
    /// these bytes.
    package func process(_ bytes: UnsafeMutableRawBufferPointer, _ sample: Sample) -> Bool {
        var left = bytes.count
        for part in sample.subsamples {
            guard part.clear >= 0, part.protected >= 0, part.clear <= left, part.protected <= left - part.clear else {
                return false
            }
            left -= part.clear + part.protected
        }
        guard sample.vector.count == 8 || sample.vector.count == 16, sample.crypt >= 0, sample.skip >= 0 else {
            return false
        }
        let vector = sample.vector + [UInt8](repeating: 0, count: 16 - sample.vector.count)
        guard let cipher = AESCipher(sample.scheme.mode, direction, key: key, vector: vector) else { return false }
        var at = 0
        let parts = sample.subsamples.isEmpty ? [Subsample(clear: 0, protected: bytes.count)] : sample.subsamples
        for part in parts {
            at += part.clear
            if sample.scheme == .cbcs { cipher.restart(vector) }
            let protected = UnsafeMutableRawBufferPointer(rebasing: bytes[at..<at + part.protected])
            if sample.scheme.hasPattern, sample.crypt > 0, sample.skip > 0 {
                processPattern(protected, cipher, crypt: sample.crypt * 16, skip: sample.skip * 16)
            } else {
                cipher.process(protected)
            }
            at += part.protected
        }
        return true
    }

    /// Processes a pattern of blocks: only whole ones, and the last of a pattern may be shorter
    /// (9.6).
    private func processPattern(_ bytes: UnsafeMutableRawBufferPointer, _ cipher: AESCipher, crypt: Int, skip: Int) {
        var at = 0
        while bytes.count - at >= AESCipher.blockSize {
            let count = min(crypt, (bytes.count - at) & ~(AESCipher.blockSize - 1))
            cipher.process(UnsafeMutableRawBufferPointer(rebasing: bytes[at..<at + count]))
            at += count
            guard skip < bytes.count - at else { return }
            at += skip
        }
    }
}
