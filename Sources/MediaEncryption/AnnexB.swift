/// Splits a byte stream of H.264 (ITU-T H.264 annex B) into its NAL units.
package enum AnnexB {
    /// The range of each unit, without its start code and the zeros behind it.
    package static func units(_ bytes: [UInt8]) -> [Range<Int>] {
        var units: [Range<Int>] = []
        var start: Int?
        var zeros = 0
        for (index, byte) in bytes.enumerated() {
            if byte == 1, zeros >= 2 {
                if let start { append(&units, start, index - zeros) }
                start = index + 1
            }
            zeros = byte == 0 ? zeros + 1 : 0
        }
        if let start { append(&units, start, bytes.count - zeros) }
        return units
    }

    private static func append(_ units: inout [Range<Int>], _ start: Int, _ end: Int) {
        if start < end { units.append(start..<end) }
    }

    /// The unit with 03 inserted where three bytes would look like a start code (7.4.1.1).
    package static func escaped(_ unit: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(unit.count + unit.count / 64)
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte <= 3 {
                output.append(3)
                zeros = 0
            }
            output.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return output
    }

    /// The unit without the bytes that `escaped` inserted.
    package static func unescaped(_ unit: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(unit.count)
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            output.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return output
    }
}
