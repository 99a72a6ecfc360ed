/// Makes pages of teletext subtitles as a broadcaster sends them (ETSI EN 300 706, in PES packets by EN 300 472).
enum TeletextPage {
    /// The subtitles of page 888, for the deaf in English, and of 150 in German: a descriptor of a programme's map.
    static let descriptor: [UInt8] =
        [0x56, 15] + Array("eng".utf8) + [1 << 3 | 1, 0x00] + Array("eng".utf8) + [5 << 3, 0x88] + Array("ger".utf8)
        + [2 << 3 | 1, 0x50]

    /// A PES packet in which a page has one row of words, or none.
    static func pes(_ words: String?, page: (magazine: UInt8, number: UInt8), at time: Int64) -> [UInt8] {
        let filler = row(0, page.magazine, header(0xff))
        let rows =
            [row(0, page.magazine, header(page.number))]
            + (words.map { [row(22, page.magazine, boxed($0))] } ?? []) + [filler]
        let units = rows.map { [0x03, 0x2c, 0xe7, 0xe4] + $0.map(reversed) }
        let stuffing = [[UInt8]](repeating: [0xff, 0x2c] + [UInt8](repeating: 0xff, count: 44), count: 3 - units.count)
        return TransportAddition.pes([0x10] + (units + stuffing).flatMap(\.self), at: time, head: 0x24)
    }

    /// A page's head: it erases what was there, and is of subtitles.
    private static func header(_ page: UInt8) -> [UInt8] {
        [page & 15, page >> 4, 0, 8, 0, 8, 3, 0].map(hamming) + [UInt8](repeating: parity(0x20), count: 32)
    }

    /// Words in a box, with one spacing attribute on each side of it twice, as is the rule.
    private static func boxed(_ words: String) -> [UInt8] {
        let row = [0x0b, 0x0b] + Array(words.utf8) + [0x0a, 0x0a]
        return (row + [UInt8](repeating: 0x20, count: 40 - row.count)).map(parity)
    }

    private static func row(_ number: UInt8, _ magazine: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [hamming(magazine & 7 | (number & 1) << 3), hamming(number >> 1)] + bytes
    }

    private static func hamming(_ value: UInt8) -> UInt8 {
        [
            0x15, 0x02, 0x49, 0x5e, 0x64, 0x73, 0x38, 0x2f, 0xd0, 0xc7, 0x8c, 0x9b, 0xa1, 0xb6, 0xfd, 0xea,
        ][Int(value & 15)]
    }

    private static func parity(_ byte: UInt8) -> UInt8 {
        byte.nonzeroBitCount.isMultiple(of: 2) ? byte | 0x80 : byte & 0x7f
    }

    private static func reversed(_ byte: UInt8) -> UInt8 {
        (0..<8).reduce(0) { $0 | (byte >> $1 & 1) << (7 - $1) }
    }
}
