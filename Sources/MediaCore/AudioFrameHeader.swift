/// The length of a compressed audio frame, read from the header in front of it: containers without an
/// index (MPEG-TS, packed audio) tell the time of some frames only, and the library tells no durations
/// of streams that were not probed.
package struct AudioFrameHeader: Sendable, Hashable {
    /// The number of samples in one channel.
    package var samples: Int
    /// The rate in samples a second.
    package var rate: Int
    /// The length of the whole frame in bytes, of ADTS and MPEG layer III; nil: it is not told.
    package private(set) var byteCount: Int?

    /// Bytes that are looked at.
    package static let wanted = 12

    /// Reads a header; nil when `head` begins with no header of this codec.
    package init?(_ codec: AudioCodec, _ head: [UInt8]) {
        guard head.count >= 7 else { return nil }
        let found: (samples: Int, rate: Int)? =
            switch codec {
            case .aac: Self.adts(head)
            case .mp3: Self.mpeg(head)
            case .ac3, .eac3: Self.ac3(head)
            case .dts: Self.dts(head)
            case .opus, .latm, .flac, .vorbis, .raw: nil
            }
        guard let found else { return nil }
        (samples, rate) = found
        switch codec {
        case .aac:
            let count = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5]) >> 5
            byteCount = count >= 7 ? count : nil
        case .mp3: byteCount = layerThreeBytes(head)
        case .ac3, .eac3, .opus, .dts, .latm, .flac, .vorbis, .raw: break
        }
    }

    /// The length of a frame of MPEG layer III (ISO 11172-3 2.4.3.1); nil for others, and where its rate is free.
    private func layerThreeBytes(_ head: [UInt8]) -> Int? {
        guard head[1] >> 1 & 3 == 1 else { return nil }
        let isFirst = head[1] >> 3 & 3 == 3
        let rates =
            isFirst
            ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let index = Int(head[2] >> 4) - 1
        guard rates.indices.contains(index) else { return nil }
        return samples / 8 * rates[index] * 1000 / rate + Int(head[2] >> 1 & 1)
    }

    package var duration: Duration { .nanoseconds(Int64(samples).scaled(by: 1_000_000_000, over: Int64(rate))) }

    /// Reads an ADTS header: ISO 14496-3 1.A.2.2.
    private static func adts(_ head: [UInt8]) -> (Int, Int)? {
        let rates = [
            96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
        ]
        let index = Int(head[2] >> 2 & 0x0f)
        guard head[0] == 0xff, head[1] & 0xf6 == 0xf0, rates.indices.contains(index) else { return nil }
        return (1024 * (Int(head[6] & 3) + 1), rates[index])
    }

    /// Reads an MPEG audio header: ISO 11172-3 2.4.2.3 and ISO 13818-3; layers I to III.
    private static func mpeg(_ head: [UInt8]) -> (Int, Int)? {
        let rates = [44_100, 48_000, 32_000]
        let index = Int(head[2] >> 2 & 3)
        guard head[0] == 0xff, head[1] & 0xe0 == 0xe0, rates.indices.contains(index) else { return nil }
        let divisor: Int
        switch head[1] >> 3 & 3 {
        case 3: divisor = 1
        case 2: divisor = 2
        case 0: divisor = 4
        default: return nil
        }
        switch head[1] >> 1 & 3 {
        case 3: return (384, rates[index] / divisor)
        case 2: return (1152, rates[index] / divisor)
        case 1: return (divisor == 1 ? 1152 : 576, rates[index] / divisor)
        default: return nil
        }
    }

    /// Reads an AC-3 or E-AC-3 header: ETSI TS 102 366 4.4.1 and E.1.3.1.
    private static func ac3(_ head: [UInt8]) -> (Int, Int)? {
        guard head[0] == 0x0b, head[1] == 0x77 else { return nil }
        let rates = [48_000, 44_100, 32_000]
        let code = Int(head[4] >> 6)
        let kind = head[5] >> 3
        if kind <= 10 {
            guard code < 3 else { return nil }
            // The kinds 9 and 10 have half and quarter rates.
            return (1536, rates[code] >> Int(max(8, kind) - 8))
        }
        guard kind <= 16 else { return nil }
        let second = Int(head[4] >> 4 & 3)
        if code == 3 { return second == 3 ? nil : (1536, rates[second] / 2) }
        return (256 * [1, 2, 3, 6][second], rates[code])
    }

    /// The core frame (ETSI TS 102 114 5.3), as 16 bits with the higher byte first.
    private static func dts(_ head: [UInt8]) -> (Int, Int)? {
        let rates = [0, 8000, 16_000, 32_000, 0, 0, 11_025, 22_050, 44_100, 0, 0, 12_000, 24_000, 48_000, 0, 0]
        guard head.count >= 9, head.starts(with: [0x7f, 0xfe, 0x80, 0x01]) else { return nil }
        let blocks = Int(head[4] & 1) << 6 | Int(head[5] >> 2)
        let rate = rates[Int(head[8] >> 2 & 15)]
        return rate > 0 && blocks >= 5 ? (32 * (blocks + 1), rate) : nil
    }
}
