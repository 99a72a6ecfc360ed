import Devices
import MediaCore

/// Names one download of a session; never used twice within it.
package struct RequestID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var value: UInt64

    package init(_ value: UInt64) {
        self.value = value
    }

    package static func < (a: RequestID, b: RequestID) -> Bool { a.value < b.value }
    package var description: String { "#\(value)" }
}

/// One of the playlists that are read side by side.
package enum StreamKind: String, Sendable, Hashable, CaseIterable {
    /// The variant's own playlist: video, and audio unless there is an `audio` stream.
    case main
    /// An audio rendition with a playlist of its own.
    case audio
    /// A subtitle rendition: WebVTT, or IMSC1 in fragmented MP4.
    case subtitles
}

/// One media segment to load, and all that is known before its first byte.
package struct MediaRequest: Sendable, Hashable {
    package var id: RequestID
    package var stream: StreamKind
    /// The number of the rendition selection that this request serves. A new number means that another rendition was
    /// chosen: its requests begin at the play position, and its media replaces what is buffered of the
    /// selection before. One rendition keeps its number over variant switches.
    package var selection = 0
    /// The HTTP request, with the byte range.
    package var fetch: FetchRequest
    /// The segment's media sequence number in its own playlist; it says nothing about other playlists.
    package var mediaSequence: UInt64
    /// The duration that EXTINF states.
    package var duration: Duration
    /// The time of its first sample on the session's timeline, as well as the playlists tell. Media timestamps of
    /// one `epoch` keep one offset to the timeline, in all streams.
    package var start: MediaTime
    package var programDate: ProgramDate?
    package var container: SegmentContainer
    /// The initialization section; nil when the segment stands for itself. Equal identities mean equal bytes:
    /// fetch each once.
    package var initialization: InitializationSection?
    package var encryption: SegmentEncryption
    package var epoch: TimelineEpoch
    /// Whether it is the first request of its stream after the start, a seek or a jump: the decoder continues
    /// nothing, and the play position goes to `showFrom`, else `start`, once what was there before is played.
    package var isFirst: Bool
    /// The time before which samples are not to be shown (EXT-X-START with PRECISE, a seek).
    package var showFrom: MediaTime?
    /// The variant's CODECS, as RFC 6381 entries; may be empty.
    package var codecs: [String]
    /// The variant's index into `PresentationInfo.variants`.
    package var variant: Int
    /// The index of the part within the segment, from 0; nil for the whole segment.
    package var part: Int?
    /// The place of the media's bytes in a download that is under way or done; then nothing is to be fetched.
    package var hinted: HintedSlice?
    /// The number of bytes to fetch at first, which `SessionAction.limit` changes; nil: all.
    package var head: Int?
    /// That it is a whole file, and where of it playing begins; nil: it is a segment, or an endless stream.
    package var file: FileOpening?
}

/// A presentation that is one file, which may be read from any place.
package struct FileOpening: Sendable, Hashable {
    /// The number of its bytes.
    package var length: Int
    package var start: SessionOptions.Start

    package init(length: Int, start: SessionOptions.Start = .usual) {
        self.length = length
        self.start = start
    }
}

/// A stretch of media with continuous timestamps. Equal epochs of two streams have the same clock: one
/// offset from media timestamps to the session's timeline holds for both. When it changes, or the
/// container or the initialization section, a new demuxer is due.
package struct TimelineEpoch: Sendable, Hashable {
    /// Counts restarts of the whole presentation by the server.
    package var generation: Int
    /// The discontinuity sequence number (§4.4.3.3).
    package var discontinuity: UInt64

    package init(generation: Int, discontinuity: UInt64) {
        self.generation = generation
        self.discontinuity = discontinuity
    }
}

/// The container a segment is likely in, from its URL and EXT-X-MAP. The first bytes decide.
package enum SegmentContainer: Sendable, Hashable {
    case mpegTS
    case fragmentedMP4
    case packedAudio(AudioCodec)
    case webVTT
    /// No bytes, but what an input of the box gives.
    case input
    case unknown
}

/// A Media Initialization Section (§4.4.4.5). Two are identical when URL, range and encryption are.
package struct InitializationSection: Sendable, Hashable {
    /// The section's absolute URL.
    package var url: String
    package var range: ByteRange?
    package var encryption: SegmentEncryption

    package init(url: String, range: ByteRange?, encryption: SegmentEncryption = .none) {
        self.url = url
        self.range = range
        self.encryption = encryption
    }

    package var fetch: FetchRequest { FetchRequest(url: url, range: range, maximumBytes: 8 << 20) }
}

/// How a segment or an initialization section is encrypted (§4.4.4.4). Vectors are 16 bytes.
package enum SegmentEncryption: Sendable, Hashable {
    case none
    /// The whole resource is encrypted: CBC, PKCS#7.
    case aes128(key: KeyIdentity, iv: [UInt8])
    case aes256(key: KeyIdentity, iv: [UInt8])
    /// The whole resource is encrypted, in counter mode.
    case aes256CTR(key: KeyIdentity, iv: [UInt8])
    /// The whole resource is encrypted; it begins with its vector and ends with its tag.
    case aes256GCM(key: KeyIdentity)
    /// Samples only are encrypted. In fragmented MP4 the vector is the file's, if it has one, and `cbcs` its
    /// scheme.
    case sampleAES(key: KeyIdentity, iv: [UInt8])
    /// Samples of fragmented MP4 are encrypted, scheme `cenc`; the vectors are in the file.
    case sampleAESCTR(key: KeyIdentity)
}

/// Names a key by the absolute URL it comes from and the length it must have. Its bytes come with
/// `SessionAction.keyReady`.
package struct KeyIdentity: Sendable, Hashable {
    package var url: String
    /// The key's length in bytes: 16 or 32.
    package var byteCount: Int

    package init(url: String, byteCount: Int = 16) {
        self.url = url
        self.byteCount = byteCount
    }
}
