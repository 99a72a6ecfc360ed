import Devices
import MediaCore
import TimedText

/// Takes captions out of a video track's packets, on their way to the decoder and on the session's
/// timeline. Bound to the demuxer's thread.
struct CaptionExtraction {
    private var stream: CaptionBitstream?
    private var reorder = CaptionReorder()
    private var decoder = CaptionDecoder()
    private var last: MediaTime?
    /// The services that have shown something.
    private(set) var found: Set<CaptionService> = []

    /// Prepares for a track's packets.
    /// - Parameter isContinued: nothing is missing between what came before and what follows.
    mutating func begin(_ track: Track, isContinued: Bool) -> [CaptionDecoder.Change] {
        guard case .video(let codec) = track.codec else { return [] }
        stream = CaptionBitstream(codec, configuration: track.configuration)
        guard !isContinued else { return [] }
        let rest = decode(reorder.flush())
        return rest + (last.map { decoder.reset(at: $0) } ?? [])
    }

    mutating func add(_ packet: Packet) -> [CaptionDecoder.Change] {
        guard let stream, let time = packet.presentation ?? packet.decode else { return [] }
        var triplets: [CaptionTriplet] = []
        packet.payload.withBytes { triplets = stream.captions(in: $0) }
        return decode(reorder.add(triplets, presentation: time, decode: packet.decode))
    }

    mutating func end() -> [CaptionDecoder.Change] { decode(reorder.flush()) }

    private mutating func decode(_ units: [(time: MediaTime, triplets: [CaptionTriplet])]) -> [CaptionDecoder.Change] {
        units.flatMap { unit in
            last = max(last ?? unit.time, unit.time)
            let changes = decoder.decode(unit.triplets, at: unit.time)
            for change in changes where !change.cues.isEmpty { found.insert(change.service) }
            return changes
        }
    }
}
