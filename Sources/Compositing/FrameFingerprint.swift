import CYUV
import MediaCore

/// A picture made small enough to write down for every vblank.
package struct FrameFingerprint: Equatable, Sendable {
    /// Of all pixels: equal pictures have equal hashes.
    package let hash: UInt64
    /// 64 × 36 grey levels, 0–255, from the top left: each the average of its box.
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
        var hash: (UInt32, UInt32) = (5381, 0x9e37_79b9)
        for row in 0..<size.height {
            let start = buffer.address(x: 0, y: row)
            hash.0 = HashDjb2(start, UInt64(size.width * 4), hash.0)
            hash.1 = HashDjb2(start, UInt64(size.width * 4), hash.1 &* 0x0101_0193 ^ hash.0)
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
        return FrameFingerprint(hash: UInt64(hash.0) << 32 | UInt64(hash.1), grey: grey)
    }
}
