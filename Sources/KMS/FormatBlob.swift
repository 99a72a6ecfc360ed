/// Parses the formats and modifiers that a plane takes: the `IN_FORMATS` blob (struct
/// drm_format_modifier_blob).
enum FormatBlob {
    /// The modifiers by format; nil when the blob does not hold what its header says.
    static func parse(_ bytes: [UInt8]) -> [UInt32: Set<UInt64>]? {
        func word(_ offset: Int) -> UInt32? {
            guard offset >= 0, offset + 4 <= bytes.count else { return nil }
            return (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
        }
        func long(_ offset: Int) -> UInt64? {
            guard let low = word(offset), let high = word(offset + 4) else { return nil }
            return UInt64(high) << 32 | UInt64(low)
        }
        guard let formatCount = word(8), let formatsAt = word(12), let modifierCount = word(16),
            let modifiersAt = word(20), formatCount <= 1024, modifierCount <= 4096
        else { return nil }
        var formats: [UInt32] = []
        for index in 0..<Int(formatCount) {
            guard let format = word(Int(formatsAt) + index * 4) else { return nil }
            formats.append(format)
        }
        var result: [UInt32: Set<UInt64>] = [:]
        for index in 0..<Int(modifierCount) {
            let at = Int(modifiersAt) + index * 24
            guard let mask = long(at), let first = word(at + 8), let modifier = long(at + 16) else { return nil }
            for bit in 0..<64 where mask >> UInt64(bit) & 1 == 1 {
                let format = Int(first) + bit
                guard format < formats.count else { continue }
                result[formats[format], default: []].insert(modifier)
            }
        }
        return result
    }
}
