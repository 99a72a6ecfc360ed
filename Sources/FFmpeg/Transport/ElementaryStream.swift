import Devices
import MediaCore

/// One elementary stream of a programme, as its map tells it.
struct ElementaryStream: Sendable, Hashable {
    let pid: Int
    /// These two as the map has them.
    let type: UInt8
    let told: Codec
    /// As its frames have it, where they say otherwise.
    var codec: Codec
    /// ISO 639-2, in lower case; nil where the map does not say.
    var language: String?
    var role = Track.Role.usual
    /// The subtitles that it carries.
    var subtitles: [SubtitleService] = []
    /// For Opus: how its channels lie.
    var channelConfiguration: UInt8 = 2

    enum Codec: Sendable, Hashable {
        case told(Track.Codec)
        /// The map names none: its first frame may.
        case untold
    }

    /// Nil for a PID that can't be a stream's.
    init?(_ entry: ProgramMapSection.Entry, programme: StreamDescriptors) {
        guard (0x10..<0x1fff).contains(entry.pid) else { return nil }
        pid = entry.pid
        type = entry.type
        told = StreamKnowledge.codec(entry.type, entry.descriptors, programme: programme)
        codec = told
        readLanguage(entry.descriptors)
        if case .told(.subtitles(let codec)) = told {
            subtitles = SubtitleService.all(in: entry.descriptors, of: codec)
        }
        if let configuration = entry.descriptors.firstExtension(0x80)?.first { channelConfiguration = configuration }
    }

    /// Makes a stream of which nothing is known but that it is there.
    init(untold pid: Int) {
        self.pid = pid
        type = 0x06
        told = .untold
        codec = .untold
    }

    private mutating func readLanguage(_ descriptors: StreamDescriptors) {
        if let bytes = descriptors.first(0x0a), bytes.count >= 4 {
            language = Self.code(bytes[0..<3])
            switch bytes[3] {
            case 2: role = .clearSpeech
            case 3: role = .describesVideo
            default: break
            }
        }
        // The service types of DVB's AC-3 descriptors (ETSI EN 300 468 table D.4), and bsmod of ATSC's (A/52 table 5.7).
        for tag: UInt8 in [0x6a, 0x7a] {
            guard let bytes = descriptors.first(tag), bytes.count >= 2, bytes[0] & 0x80 != 0 else { continue }
            readService(bytes[1] >> 3 & 7)
        }
        if let bytes = descriptors.first(0x81), bytes.count >= 3 { readService(bytes[2] >> 5) }
        // Supplementary audio (ETSI EN 300 468 6.4.11) says it best.
        if let bytes = descriptors.firstExtension(0x06), let flags = bytes.first {
            switch flags >> 2 & 0x1f {
            case 1, 3: role = .describesVideo
            case 2: role = .clearSpeech
            default: break
            }
            if flags & 1 == 1, bytes.count >= 4 { language = Self.code(bytes[1..<4]) ?? language }
        }
    }

    private mutating func readService(_ service: UInt8) {
        switch service {
        case 2: role = .describesVideo
        case 3: role = .clearSpeech
        default: break
        }
    }

    static func code(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        return text.utf8.count == 3 && text.allSatisfy { $0.isASCII && $0.isLetter } ? text : nil
    }
}
