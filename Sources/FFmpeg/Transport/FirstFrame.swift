import Devices
import MediaCore

/// What the bytes at the start of a PES packet say about the codec, by their sync words and the fields behind
/// them.
struct FirstFrame: Sendable, Hashable {
    var codec: Track.Codec
    /// So much of it is fixed that it is not there by chance.
    var isCertain: Bool

    private init(_ codec: Track.Codec, isCertain: Bool) {
        self.codec = codec
        self.isCertain = isCertain
    }

    /// From the payload of a transport packet that begins a PES packet; nil: nothing that is known.
    init?(pes: ArraySlice<UInt8>) {
        guard pes.count >= 9, pes.starts(with: [0, 0, 1]) else { return nil }
        // An optional header begins with '10'; streams without one carry nothing to play (table 2-21).
        guard pes[pes.startIndex + 6] & 0xc0 == 0x80 else { return nil }
        // Scrambled.
        guard pes[pes.startIndex + 6] & 0x30 == 0 else { return nil }
        self.init(frame: pes.dropFirst(9 + Int(pes[pes.startIndex + 8])))
    }

    /// From the elementary stream itself.
    init?(frame: ArraySlice<UInt8>) {
        let head = Array(frame.prefix(64))
        guard head.count >= 8 else { return nil }
        guard let found = Self.certain(head) ?? Self.likely(head) else { return nil }
        self = found
    }

    private static func certain(_ head: [UInt8]) -> FirstFrame? {
        let word = head[0..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        if word >> 16 == 0x0b77, let codec = dolby(head) { return FirstFrame(.audio(codec), isCertain: true) }
        switch word {
        // Core frames as 16 bits, 14 bits, both with their bytes swapped, and extensions without a core.
        case 0x7ffe_8001, 0xfe7f_0180, 0x1fff_e800, 0xff1f_00e8, 0x6458_2025:
            return FirstFrame(.audio(.dts), isCertain: true)
        default: break
        }
        if word >> 17 == 0xac40 >> 1, head[2] | head[3] != 0 {
            return FirstFrame(.unsupported("AC-4", .sound), isCertain: true)
        }
        if head[4..<8].elementsEqual([0xf8, 0x72, 0x6f, 0xba]) {
            return FirstFrame(.unsupported("Dolby TrueHD", .sound), isCertain: true)
        }
        if let codec = picture(head) { return FirstFrame(.video(codec), isCertain: true) }
        return nil
    }

    /// AC-3 or E-AC-3 by bsid (ETSI TS 102 366 4.4.2, E.1.3.1); nil when reserved values say that it is neither.
    private static func dolby(_ head: [UInt8]) -> AudioCodec? {
        let kind = head[5] >> 3
        if kind <= 10 { return head[4] >> 6 != 3 && head[4] & 0x3f <= 37 ? .ac3 : nil }
        guard kind <= 16, head[2] >> 6 != 3, head[4] & 0xf0 != 0xf0 else { return nil }
        return .eac3
    }

    /// The first units of an access unit that tell.
    private static func picture(_ head: [UInt8]) -> VideoCodec? {
        guard head[0] == 0, head[1] == 0 else { return nil }
        let at = head[2] == 1 ? 3 : head[2] == 0 && head[3] == 1 ? 4 : 0
        guard at > 0, head.count > at + 2 else { return nil }
        let unit = head[at]
        if unit == 0xb3 { return .mpeg2 }
        // HEVC: a delimiter or parameter sets, of layer 0 and temporal id 0.
        if unit & 0x81 == 0, [32, 33, 35].contains(unit >> 1), head[at + 1] == 1 { return .hevc }
        // H.264: a delimiter with nothing behind its type, or a sequence parameter set with a known profile.
        if unit & 0x9f == 0x09, head[at + 1] & 0x1f == 0x10 { return .h264 }
        if unit & 0x9f == 0x07, [66, 77, 88, 100, 110, 122, 244, 44].contains(head[at + 1]) { return .h264 }
        return nil
    }

    private static func likely(_ head: [UInt8]) -> FirstFrame? {
        if head[0] == 0xff, head[1] & 0xe0 == 0xe0 {
            if head[1] & 0xf6 == 0xf0 {
                let length = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5] >> 5)
                return head[2] >> 2 & 15 < 13 && length > 7 ? FirstFrame(.audio(.aac), isCertain: false) : nil
            }
            let isSound = head[1] >> 3 & 3 != 1 && head[1] & 6 != 0 && head[2] >> 4 != 15 && head[2] >> 2 & 3 != 3
            return isSound ? FirstFrame(.audio(.mp3), isCertain: false) : nil
        }
        // LOAS (ISO/IEC 14496-3 1.7.2), and the control header of Opus.
        if head[0] == 0x56, head[1] & 0xe0 == 0xe0, Int(head[1] & 0x1f) << 8 | Int(head[2]) > 4 {
            return FirstFrame(.audio(.latm), isCertain: false)
        }
        if head[0] == 0x7f, head[1] & 0xe0 == 0xe0 { return FirstFrame(.audio(.opus), isCertain: false) }
        return nil
    }
}
