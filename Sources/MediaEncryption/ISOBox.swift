/// A box of an ISO base media file (ISO/IEC 14496-12 4.2) within an array of bytes.
struct ISOBox {
    let type: String
    let range: Range<Int>

    var body: Range<Int> { range.lowerBound + 8..<range.upperBound }

    /// The boxes in `range`, up to the first that does not fit. Sizes of 64 bits are not read.
    static func all(in bytes: [UInt8], _ range: Range<Int>) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var at = range.lowerBound
        while at + 8 <= range.upperBound {
            let size = Int(integer(bytes, at, 4))
            guard size >= 8, size <= range.upperBound - at else { break }
            boxes.append(ISOBox(type: String(decoding: bytes[at + 4..<at + 8], as: UTF8.self), range: at..<at + size))
            at += size
        }
        return boxes
    }

    static func make(_ type: String, _ body: [UInt8]) -> [UInt8] {
        integer(UInt64(body.count + 8), 4) + Array(type.utf8) + body
    }

    /// The big-endian integer of `count` bytes at `at`; zero where the bytes end.
    static func integer(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64 {
        guard at >= 0, at <= bytes.count - count else { return 0 }
        return bytes[at..<at + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    static func integer(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
    }
}
