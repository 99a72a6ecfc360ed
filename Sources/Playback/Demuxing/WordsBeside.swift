import Devices
import MediaCore
import TimedText

/// Reads the words that come beside pictures and sound in one container, and finds out from where on they count: what a
/// station says of its songs, and the subtitles of a film. Bound to its thread.
struct WordsBeside {
    enum Word {
        /// What tags say that is heard, from a place on the session's timeline on.
        case song(MediaTags, from: MediaTime)
        /// A text of the subtitles of that number, on the session's timeline.
        case cue(TextCue, inside: Int)
        /// A packet of the subtitles of that number, for a decoder, on the session's timeline.
        case packet(Packet, inside: Int)

        fileprivate func moved(by offset: Duration) -> Self {
            switch self {
            case .song(let tags, let start): .song(tags, from: start + offset)
            case .cue(let cue, let number): .cue(cue.shifted(by: offset), inside: number)
            case .packet(let packet, let number): .packet(packet.moved(by: offset), inside: number)
            }
        }
    }

    /// The subtitles that can be shown, in the container's order.
    var texts: [Track] { readers.map(\.track) }
    private var readers: [Reader] = []
    private var tagged: Set<Int> = []
    /// Whether subtitles inside it are wanted.
    private let hasTexts: Bool
    /// What came before anything had its place.
    private var waiting: [Word] = []
    /// How far the session's timeline is ahead of the container's.
    private var offset: Duration?

    /// More than any film has; what is beyond can't be chosen.
    private static let mostTexts = 64
    /// So much waits at most.
    private static let most = 128

    private enum Reader {
        case text(FilmText, Track)
        case decoded(Track)

        var track: Track {
            switch self {
            case .text(_, let track), .decoded(let track): track
            }
        }

        init?(_ track: Track) {
            switch track.codec {
            case .text(let codec): self = .text(FilmText(codec, configuration: track.configuration), track)
            case .subtitles: self = .decoded(track)
            case .video, .audio, .tags, .unsupported: return nil
            }
        }
    }

    init(texts: Bool) { hasTexts = texts }

    mutating func choose(_ tracks: [Track]) {
        tagged = Set(tracks.filter { $0.codec == .tags }.map(\.id))
        if hasTexts { readers = Array(tracks.compactMap { Reader($0) }.prefix(Self.mostTexts)) }
    }

    /// - Returns: what it says, where that is known; nil: the packet is something else
    mutating func take(_ packet: Packet) -> [Word]? {
        var isSubtitle = false
        var words: [Word] = []
        for index in readers.indices where (readers[index].track.carrier ?? readers[index].track.id) == packet.track {
            isSubtitle = true
            switch readers[index] {
            case .text(let text, _):
                guard let time = packet.presentation ?? packet.decode,
                    let cue = text.cue(packet.bytes, at: time, for: packet.duration)
                else { continue }
                words.append(.cue(cue, inside: index))
            case .decoded: words.append(.packet(packet, inside: index))
            }
        }
        if !isSubtitle {
            guard tagged.contains(packet.track) else { return nil }
            words = song(in: packet).map { [$0] } ?? []
        }
        return placed(words)
    }

    private func song(in packet: Packet) -> Word? {
        guard let time = packet.presentation ?? packet.decode else { return nil }
        let bytes = packet.bytes
        // Some writers put the head of a metadata access unit before it (ISO/IEC 13818-1, 2.12.4).
        let tags = ID3Text.tags(of: bytes.starts(with: "ID3".utf8) ? bytes : Array(bytes.dropFirst(5)))
        return tags.title == nil ? nil : .song(tags, from: time)
    }

    private mutating func placed(_ words: [Word]) -> [Word] {
        if let offset { return words.map { $0.moved(by: offset) } }
        waiting = (waiting + words).suffix(Self.most)
        return []
    }

    /// Notes where a packet of sound or picture has got its place.
    /// - Returns: what waited for that
    mutating func note(_ time: MediaTime?, placedAt place: MediaTime?) -> [Word] {
        guard let time, let place else { return [] }
        let offset = place - time
        self.offset = offset
        defer { waiting = [] }
        return waiting.map { $0.moved(by: offset) }
    }
}

extension Packet {
    fileprivate func moved(by offset: Duration) -> Packet {
        var packet = self
        packet.presentation = presentation.map { $0 + offset }
        packet.decode = decode.map { $0 + offset }
        return packet
    }

    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        payload.withBytes { bytes = Array($0) }
        return bytes
    }
}
