import CFFmpeg

/// AES-128 of a channel's segments (RFC 8216bis 4.4.4.4): a new key every four segments. Every other
/// key comes with a vector of its own; the rest take the segment's number, as the standard has it.
struct KeyRotation: Sendable {
    let channel: Int
    static let segmentsPerKey: Int64 = 4

    static func period(of segment: Int64) -> Int64 { segment / segmentsPerKey }

    /// 16 bytes; the same whenever it is asked for.
    func key(period: Int64) -> [UInt8] { bytes(seed: UInt64(bitPattern: period) &* 2) }

    private func statedVector(period: Int64) -> [UInt8]? {
        period % 2 == 1 ? bytes(seed: UInt64(bitPattern: period) &* 2 &+ 1) : nil
    }

    /// SplitMix64: this keeps no secret, it only must look like a key.
    private func bytes(seed: UInt64) -> [UInt8] {
        var state = seed ^ UInt64(channel) << 48
        return (0..<2).flatMap { _ -> [UInt8] in
            state &+= 0x9e37_79b9_7f4a_7c15
            var word = state
            word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
            word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
            word ^= word >> 31
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
        }
    }

    /// The tag before a period's first segment. `suffix`: the query with its question mark, or empty.
    func tag(period: Int64, suffix: String) -> String {
        let vector = statedVector(period: period).map { bytes in
            ",IV=0x" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        return "#EXT-X-KEY:METHOD=AES-128,URI=\"key/\(period).key\(suffix)\"\(vector ?? "")"
    }

    /// CBC with PKCS#7; nil without memory.
    func encrypt(_ bytes: [UInt8], segment: Int64) -> [UInt8]? {
        let period = Self.period(of: segment)
        let number = UInt64(bitPattern: segment)
        var vector = statedVector(period: period)
            ?? (0..<16).map { $0 < 8 ? 0 : UInt8(truncatingIfNeeded: number >> (8 * UInt64(15 - $0))) }
        guard let context = av_aes_alloc() else { return nil }
        defer { av_free(UnsafeMutableRawPointer(context)) }
        guard av_aes_init(context, key(period: period), 128, 0) >= 0 else { return nil }
        let padding = 16 - bytes.count % 16
        let clear = bytes + [UInt8](repeating: UInt8(padding), count: padding)
        return [UInt8](unsafeUninitializedCapacity: clear.count) { buffer, count in
            av_aes_crypt(context, buffer.baseAddress, clear, Int32(clamping: clear.count / 16), &vector, 0)
            count = clear.count
        }
    }
}
