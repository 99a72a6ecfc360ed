import Base
import Devices
import MediaCore
import TimedText

/// Reads the subtitles of one track that a decoder is needed for, while they are wanted; what comes before that is kept
/// as it came, and read when they are.
struct SubtitleReading {
    /// What is seen from a time on, in place of what was.
    typealias Page = (time: MediaTime, cues: [TextCue])

    let track: Track
    private let library: any CodecLibrary
    private var isWanted: Bool
    private var decoder: (any SubtitleDecoder)?
    /// Whether nothing decodes it.
    private var isBroken = false
    private var waiting = FIFO<Packet>()
    private var bytes = 0

    /// So much is kept of what is not wanted: more than lies ahead of what plays.
    private static let (mostPackets, mostBytes) = (512, 512 << 10)
    /// A page that nothing ends is seen no longer: what ends it was lost.
    private static let longest = Duration.seconds(60)

    init(_ track: Track, _ library: any CodecLibrary, isWanted: Bool) {
        self.track = track
        self.library = library
        self.isWanted = isWanted
    }

    /// Reads from now on.
    ///
    /// - Returns: what came before
    mutating func begin() -> [Page] {
        isWanted = true
        defer {
            waiting.removeAll()
            bytes = 0
        }
        var packets: [Packet] = []
        waiting.forEach { packets.append($0) }
        return packets.compactMap { read($0) }
    }

    /// Reads no more.
    mutating func leave() {
        isWanted = false
        decoder = nil
    }

    mutating func take(_ packet: Packet) -> Page? {
        if isWanted { return read(packet) }
        waiting.append(packet)
        bytes += packet.payload.byteCount
        while waiting.count > Self.mostPackets || bytes > Self.mostBytes, let gone = waiting.popFirst() {
            bytes -= gone.payload.byteCount
        }
        return nil
    }

    private mutating func read(_ packet: Packet) -> Page? {
        if decoder == nil, !isBroken {
            decoder = try? library.makeSubtitleDecoder(track)
            isBroken = decoder == nil
        }
        guard let time = packet.presentation ?? packet.decode, let page = decoder?.decode(packet) else { return nil }
        let start = time + page.delay
        let end = start + min(page.length ?? Self.longest, Self.longest)
        let pictures = page.pictures.map { TextCue(start: start, end: end, lines: [], picture: $0) }
        let text = FilmText(.ass, configuration: page.head)
        let words = page.events.compactMap { event in
            text.cue(Array(event.utf8), at: start, for: end - start).map { cue in
                var cue = cue
                // A page has rows of 40 characters, most of them blank.
                cue.lines = cue.lines.map(\.trimmed).filter { !$0.runs.isEmpty }
                return cue
            }
        }
        return (start, pictures + words)
    }
}
