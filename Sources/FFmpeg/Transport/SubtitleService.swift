import MediaCore

/// One of the subtitles that a stream of a programme carries, as its map tells them: several languages may share a
/// stream.
struct SubtitleService: Sendable, Hashable {
    /// ISO 639-2, in lower case; nil where the map does not say.
    var language: String?
    var isForTheDeaf: Bool
    /// What a decoder needs to tell it from the others: of DVB the numbers of its pages (ETSI EN 300 468 6.2.41), of
    /// teletext its page as people write it, such as `888`.
    var configuration: [UInt8]
    /// The descriptor's own bytes.
    var bytes: [UInt8]

    /// More are nobody's.
    private static let most = 16

    /// Those that the descriptors of a stream name, in their order.
    static func all(in descriptors: StreamDescriptors, of codec: SubtitleCodec) -> [SubtitleService] {
        switch codec {
        case .dvb: list(descriptors.first(0x59), by: 8, Self.init(dvb:))
        case .teletext: list(descriptors.first(0x56) ?? descriptors.first(0x46), by: 5, Self.init(teletext:))
        case .pgs, .vobSub: []
        }
    }

    private static func list(
        _ descriptor: [UInt8]?, by length: Int, _ read: ([UInt8]) -> SubtitleService?
    ) -> [SubtitleService] {
        guard let descriptor else { return [] }
        return stride(from: 0, through: descriptor.count - length, by: length).prefix(most).compactMap {
            read(Array(descriptor[$0..<$0 + length]))
        }
    }

    private init(dvb bytes: [UInt8]) {
        language = ElementaryStream.code(bytes[0..<3])
        // ETSI EN 300 468 table 26, component type.
        isForTheDeaf = (0x20...0x25).contains(bytes[3])
        configuration = Array(bytes[4..<8])
        self.bytes = bytes
    }

    /// Nil for a page that is none of subtitles (ETSI EN 300 468 table 100).
    private init?(teletext bytes: [UInt8]) {
        let kind = bytes[3] >> 3
        guard kind == 2 || kind == 5, bytes[4] >> 4 < 10, bytes[4] & 15 < 10 else { return nil }
        language = ElementaryStream.code(bytes[0..<3])
        isForTheDeaf = kind == 5
        // Magazine 8 is written as 0.
        let magazine = bytes[3] & 7 == 0 ? 8 : bytes[3] & 7
        configuration = Array("\(magazine)\(bytes[4] >> 4)\(bytes[4] & 15)".utf8)
        self.bytes = bytes
    }
}
