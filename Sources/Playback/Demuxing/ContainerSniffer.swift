import HLS
import MediaCore

/// Tells a container by its first bytes: names and types lie more often than bytes do.
package enum ContainerSniffer {
    /// The number of bytes that always suffice; fewer may do.
    package static let wanted = 16

    /// The container of media that begins with `head`; nil when it is no media that Hearth knows.
    package static func container(of head: [UInt8]) -> MediaContainer? {
        guard head.count >= 4 else { return nil }
        if head[0] == 0x47 { return .mpegTS }
        if head.count >= 8 {
            switch String(decoding: head[4..<8], as: UTF8.self) {
            case "ftyp", "styp", "moov", "moof", "sidx", "emsg", "prft", "free", "skip", "mdat", "wide":
                return .mp4
            default: break
            }
        }
        // The EBML header (RFC 8794, 11.2.1): Matroska's is the one that is met.
        if head[0] == 0x1a, head[1] == 0x45, head[2] == 0xdf, head[3] == 0xa3 { return .matroska }
        if head[..<4].elementsEqual("fLaC".utf8) { return .flac }
        if head[..<4].elementsEqual("OggS".utf8) { return .ogg }
        if isPhoto(head) { return .photo }
        if head[0] == 0x0b, head[1] == 0x77 {
            // bsid (A/52 5.3.2): above 10 is E-AC-3.
            guard head.count >= 6 else { return .ac3 }
            return head[5] >> 3 > 10 ? .eac3 : .ac3
        }
        if head[0] == 0xff, head[1] & 0xf0 == 0xf0 {
            // Layer 0 is ADTS, all others MPEG audio.
            return head[1] & 0x06 == 0 ? .aac : .mp3
        }
        return nil
    }

    /// Whether it is a still picture: JPEG, PNG, or WebP with enough of it to tell.
    private static func isPhoto(_ head: [UInt8]) -> Bool {
        if head[..<3] == [0xff, 0xd8, 0xff] || head[..<4] == [0x89, 0x50, 0x4e, 0x47] { return true }
        return head.count >= 12 && head[..<4].elementsEqual("RIFF".utf8) && head[8..<12].elementsEqual("WEBP".utf8)
    }

    /// The length of the ID3v2 tag at the start, header and footer included; nil when there is none.
    package static func tagLength(_ head: [UInt8]) -> Int? {
        guard head.count >= 10, head[0] == 0x49, head[1] == 0x44, head[2] == 0x33 else { return nil }
        guard head[6...9].allSatisfy({ $0 < 0x80 }) else { return nil }
        let size = head[6...9].reduce(0) { $0 << 7 | Int($1) }
        return 10 + size + (head[5] & 0x10 != 0 ? 10 : 0)
    }

    /// The 33-bit 90 kHz timestamp of packed audio (RFC 8216bis 3.1.4), from a whole ID3 tag.
    package static func timestamp(inTag tag: [UInt8]) -> Int64? {
        let owner = Array("com.apple.streaming.transportStreamTimestamp\0".utf8)
        guard tag.count >= owner.count + 8 else { return nil }
        for start in 0...(tag.count - owner.count - 8) where tag[start] == owner[0] {
            guard tag[start..<start + owner.count].elementsEqual(owner) else { continue }
            let value = tag[(start + owner.count)..<(start + owner.count + 8)]
            return value.reduce(Int64(0)) { $0 << 8 | Int64($1) } & ((1 << 33) - 1)
        }
        return nil
    }
}

extension SegmentContainer {
    /// The container that the playlist makes likely.
    var declared: MediaContainer? {
        switch self {
        case .mpegTS: .mpegTS
        case .fragmentedMP4: .mp4
        case .packedAudio(.aac): .aac
        case .packedAudio(.mp3): .mp3
        case .packedAudio(.ac3): .ac3
        case .packedAudio(.eac3): .eac3
        case .input: .input
        case .packedAudio, .webVTT, .unknown: nil
        }
    }
}
