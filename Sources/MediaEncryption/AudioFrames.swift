/// Splits the packets of packed audio into frames, at which sample encryption starts anew.
enum AudioFrames {
    /// The frames of ADTS (ISO/IEC 13818-7 6.2), with the length of each header; up to the first
    /// bytes that are none.
    static func adts(_ bytes: [UInt8]) -> [(frame: Range<Int>, header: Int)] {
        var frames: [(frame: Range<Int>, header: Int)] = []
        var at = 0
        while at + 7 <= bytes.count, bytes[at] == 0xff, bytes[at + 1] & 0xf6 == 0xf0 {
            let length = Int(bytes[at + 3] & 3) << 11 | Int(bytes[at + 4]) << 3 | Int(bytes[at + 5] >> 5)
            // A CRC follows the header when it is protected.
            let header = bytes[at + 1] & 1 == 1 ? 7 : 9
            guard length >= header, at + length <= bytes.count else { break }
            frames.append((at..<at + length, header))
            at += length
        }
        return frames
    }

    /// The syncframes of AC-3 or E-AC-3 (ETSI TS 102 366), up to the first bytes that are none.
    static func ac3(_ bytes: [UInt8]) -> [Range<Int>] {
        var frames: [Range<Int>] = []
        var at = 0
        while at + 6 <= bytes.count, bytes[at] == 0x0b, bytes[at + 1] == 0x77 {
            // bsid: above 10 is E-AC-3.
            let length =
                bytes[at + 5] >> 3 > 10
                ? 2 * ((Int(bytes[at + 2] & 7) << 8 | Int(bytes[at + 3])) + 1) : ac3Length(bytes[at + 4])
            guard let length, at + length <= bytes.count else { break }
            frames.append(at..<at + length)
            at += length
        }
        return frames
    }

    private static let kilobits = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]

    /// The length in bytes from fscod and frmsizecod (table 4.13); nil for reserved values.
    private static func ac3Length(_ code: UInt8) -> Int? {
        let size = Int(code & 0x3f)
        guard size / 2 < kilobits.count else { return nil }
        let rate = kilobits[size / 2]
        switch code >> 6 {
        case 0: return 4 * rate
        // 1536 samples at 44.1 kHz are no whole number of words: every other size has one more.
        case 1: return 2 * (rate * 320 / 147 + size % 2)
        case 2: return 6 * rate
        default: return nil
        }
    }
}
