import CYUV
import MediaCore

/// A fingerprint of a picture: a hash and a thumbnail, small enough to write down for every vblank.
package struct FrameFingerprint: Equatable, Sendable {
    /// The djb2 hash of all pixels: equal pictures have equal hashes.
    package let hash: UInt32
    /// The 64 × 36 grey levels, 0–255, from the top left: each the average of its box.
    package let grey: [UInt8]

    package static let size = PixelSize(width: 64, height: 36)
}

/// Makes fingerprints; owns the scratch memory.
package struct FingerprintMaker {
    private let luma = PixelMemory()

    package init() {}

    package func fingerprint(of buffer: PixelBuffer) -> FrameFingerprint {
        let size = buffer.size
        let target = FrameFingerprint.size
        var hash: UInt32 = 5381
        for row in 0..<size.height {
            hash = HashDjb2(buffer.address(x: 0, y: row), UInt64(size.width * 4), hash)
        }
        luma.reserve(size.width * size.height)
        ARGBToJ400(
            buffer.base, Int32(buffer.stride), luma.base, Int32(size.width), Int32(size.width), Int32(size.height))
        let grey = [UInt8](unsafeUninitializedCapacity: target.width * target.height) { bytes, count in
            bytes.initialize(repeating: 0)
            ScalePlane(
                luma.base, Int32(size.width), Int32(size.width), Int32(size.height),
                bytes.baseAddress, Int32(target.width), Int32(target.width), Int32(target.height), kFilterBox)
            count = target.width * target.height
        }
        return FrameFingerprint(hash: hash, grey: grey)
    }
}
