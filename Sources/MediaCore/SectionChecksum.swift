/// CRC-32 of the sections in a transport stream (ISO/IEC 13818-1 annex A): zero over a section with its own.
package enum SectionChecksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04c1_1db7 : sum << 1 }
    }

    package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0xffff_ffff) { sum, byte in sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)] }
    }

    /// What goes behind a section.
    package static func bytes(of section: [UInt8]) -> [UInt8] {
        let sum = of(section)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    }
}
