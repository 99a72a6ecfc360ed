/// Encrypts or decrypts Apple's "MPEG-2 Stream Encryption Format for HTTP Live Streaming":
/// METHOD=SAMPLE-AES in transport streams and packed audio. AES-128-CBC without padding; vector and chain
/// start anew with each NAL unit and each audio frame.
///
/// Bytes that do not follow the format stay as they are.
package struct StreamSampleCipher {
    package enum Codec: Sendable, Hashable {
        case h264
        /// AAC with ADTS headers.
        case aac
        case ac3, eac3
    }

    private let cipher: AESCipher
    private let vector: [UInt8]
    private let direction: AESCipher.Direction

    private static let clearBytesOfUnit = 32
    /// The length that a unit must exceed to be encrypted at all.
    private static let shortUnit = 48
    /// The distance in bytes between encrypted blocks of a unit: one block in ten.
    private static let stride = 160
    private static let clearBytesOfFrame = 16

    /// Makes a cipher.
    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - vector: 16 bytes.
    package init?(_ direction: AESCipher.Direction, key: [UInt8], vector: [UInt8]) {
        guard key.count == 16, let cipher = AESCipher(.cbc, direction, key: key, vector: vector) else { return nil }
        self.cipher = cipher
        self.vector = vector
        self.direction = direction
    }

    /// Processes an access unit of H.264 as a byte stream, or whole audio frames.
    package func process(_ sample: [UInt8], _ codec: Codec) -> [UInt8] {
        switch codec {
        case .h264: return processUnits(sample)
        case .aac:
            var output = sample
            for (frame, header) in AudioFrames.adts(sample) {
                processTail(&output, of: frame, clear: header + Self.clearBytesOfFrame)
            }
            return output
        case .ac3, .eac3:
            var output = sample
            for frame in AudioFrames.ac3(sample) {
                processTail(&output, of: frame, clear: Self.clearBytesOfFrame)
            }
            return output
        }
    }

    private func processUnits(_ sample: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(sample.count + sample.count / 64)
        var done = 0
        for unit in AnnexB.units(sample) {
            output += sample[done..<unit.lowerBound]
            output += processUnit(sample[unit])
            done = unit.upperBound
        }
        return output + sample[done...]
    }

    /// Processes a unit together with its emulation prevention bytes; the encrypted result gets a second
    /// set of them, which is removed first when decrypting.
    private func processUnit(_ unit: ArraySlice<UInt8>) -> [UInt8] {
        guard let header = unit.first, header & 0x1f == 1 || header & 0x1f == 5, unit.count > Self.shortUnit else {
            return Array(unit)
        }
        var bytes = direction == .decrypt ? AnnexB.unescaped(unit) : Array(unit)
        cipher.restart(vector)
        bytes.withUnsafeMutableBytes { bytes in
            var at = Self.clearBytesOfUnit
            // The last block is never encrypted: more than its bytes have to be left.
            while at + AESCipher.blockSize < bytes.count {
                cipher.process(UnsafeMutableRawBufferPointer(rebasing: bytes[at..<at + AESCipher.blockSize]))
                at += Self.stride
            }
        }
        return direction == .encrypt ? AnnexB.escaped(bytes[...]) : bytes
    }

    /// Processes the whole blocks behind the clear bytes; a frame may be too short to have any.
    private func processTail(_ bytes: inout [UInt8], of frame: Range<Int>, clear: Int) {
        guard frame.count >= clear + AESCipher.blockSize else { return }
        cipher.restart(vector)
        bytes.withUnsafeMutableBytes {
            cipher.process(UnsafeMutableRawBufferPointer(rebasing: $0[frame.lowerBound + clear..<frame.upperBound]))
        }
    }
}
