import Devices
import MediaCore

/// Says where the bytes of a segment or one of its parts are, and how they are encrypted.
struct SegmentSource: Sendable, Hashable {
    var url: String
    var range: ByteRange?
    var duration: Duration
    var encryption: SegmentEncryption
    var map: InitializationSection?

    /// - Parameter part: the index of the part; nil for the whole segment.
    init(_ segment: Segment, part: Int?) throws(HLSFailure) {
        if let part {
            let part = segment.parts[part]
            (url, range, duration) = (part.url, part.range, part.duration)
        } else {
            (url, range, duration) = (segment.url, segment.range, segment.duration)
        }
        encryption = try SegmentSecurity.encryption(segment.keys, mediaSequence: segment.mediaSequence)
        guard let map = segment.map else { return }
        // §4.4.4.5: the tag of an encrypted section must give a vector; without one only the media sequence
        // number is left.
        self.map = InitializationSection(
            url: map.url, range: map.range,
            encryption: try SegmentSecurity.initializationEncryption(map.keys, mediaSequence: segment.mediaSequence))
    }

    var urls: [String] { [url, map?.url].compactMap(\.self) }
    var keys: [KeyIdentity] { [map?.encryption.key, encryption.key].compactMap(\.self) }
}

extension PlaylistStream {
    /// The request for what is at a place, as far as the stream knows.
    func request(
        _ id: RequestID, _ source: SegmentSource, _ segment: Segment, _ place: SegmentTimeline.Place, start: MediaTime,
        generation: Int, codecs: [String]
    ) -> MediaRequest {
        var media = MediaRequest(
            id: id, stream: kind, selection: selection,
            fetch: FetchRequest(
                url: source.url, range: source.range, needsNewConnection: downloads.wantsNewConnection),
            mediaSequence: segment.mediaSequence, duration: source.duration, start: start,
            programDate: place.part == nil || place.part == 0
                ? playlist?.programDate(ofSegmentAt: place.segment) : nil,
            container: SegmentContainer(url: source.url, hasMap: source.map != nil), initialization: source.map,
            encryption: source.encryption,
            epoch: TimelineEpoch(generation: generation, discontinuity: segment.discontinuitySequence),
            isFirst: cursor.isFirst, showFrom: cursor.showFrom, codecs: codecs, variant: variant, part: place.part)
        // If a whole segment is loaded because its parts are gone, those that were played are not shown
        // again.
        if case .part(_, let done) = cursor.position, done > 0, place.part == nil, media.showFrom == nil,
            let played = cursor.nextStart, played > start
        {
            media.showFrom = played
        }
        return media
    }
}
