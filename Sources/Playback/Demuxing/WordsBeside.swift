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

        fileprivate func moved(by offset: Duration) -> Self {
            switch self {
            case .song(let tags, let start): .song(tags, from: start + offset)
            case .cue(let cue, let number): .cue(cue.shifted(by: offset), inside: number)
            }
        }
    }

    /// The subtitles that can be shown, in the container's order.
    private(set) var texts: [Track] = []
    private var readers: [FilmText] = []
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

    init(texts: Bool) { hasTexts = texts }

    mutating func choose(_ tracks: [Track]) {
        tagged = Set(tracks.filter { $0.codec == .tags }.map(\.id))
        guard hasTexts else { return }
        let texts = tracks.compactMap { track -> (track: Track, codec: TextCodec)? in
            if case .text(let codec) = track.codec { (track, codec) } else { nil }
        }.prefix(Self.mostTexts)
        self.texts = texts.map(\.track)
        readers = texts.map { FilmText($0.codec, configuration: $0.track.configuration) }
    }

    /// - Returns: what it says, where that is known; nil: the packet is something else
    mutating func take(_ packet: Packet) -> [Word]? {
        let number = texts.firstIndex { $0.id == packet.track }
        guard number != nil || tagged.contains(packet.track) else { return nil }
        guard let time = packet.presentation ?? packet.decode else { return [] }
        var bytes: [UInt8] = []
        packet.payload.withBytes { bytes = Array($0) }
        let word: Word
        if let number {
            guard let cue = readers[number].cue(bytes, at: time, for: packet.duration) else { return [] }
            word = .cue(cue, inside: number)
        } else {
            // Some writers put the head of a metadata access unit before it (ISO/IEC 13818-1, 2.12.4).
            let tags = ID3Text.tags(of: bytes.starts(with: "ID3".utf8) ? bytes : Array(bytes.dropFirst(5)))
            guard tags.title != nil else { return [] }
            word = .song(tags, from: time)
        }
        if let offset { return [word.moved(by: offset)] }
        waiting = waiting.suffix(Self.most - 1) + [word]
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
