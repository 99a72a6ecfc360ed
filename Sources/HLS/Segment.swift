import Devices
import MediaCore

/// One media segment with all tags that apply to it (§3, §4.4.4).
package struct Segment: Sendable, Hashable {
    package var mediaSequence: UInt64
    /// EXT-X-DISCONTINUITY-SEQUENCE plus the EXT-X-DISCONTINUITY tags up to this segment.
    package var discontinuitySequence: UInt64
    /// Absolute.
    package var url: String
    package var range: ByteRange?
    package var duration: Duration
    /// The text after EXTINF's comma; empty without one.
    package var title: String
    /// EXT-X-DISCONTINUITY stands before it.
    package var isDiscontinuity = false
    /// Must not be loaded (§4.4.4.7).
    package var isGap = false
    /// Only where the tag stands; see `MediaPlaylist.programDate(ofSegmentAt:)`.
    package var programDate: ProgramDate?
    package var map: MapTag?
    /// Every EXT-X-KEY in force, one per KEYFORMAT; empty: not encrypted.
    package var keys: [KeyTag] = []
    /// EXT-X-BITRATE, in kbit/s.
    package var bitrate: UInt64?
    /// Empty where the server lists none (any more).
    package var parts: [PartialSegment] = []

    package init(
        mediaSequence: UInt64, discontinuitySequence: UInt64, url: String, duration: Duration,
        title: String = ""
    ) {
        self.mediaSequence = mediaSequence
        self.discontinuitySequence = discontinuitySequence
        self.url = url
        self.duration = duration
        self.title = title
    }
}

/// EXT-X-PART (§4.4.4.9).
package struct PartialSegment: Sendable, Hashable {
    package var url: String
    package var range: ByteRange?
    package var duration: Duration
    package var isIndependent: Bool
    package var isGap: Bool
}

/// EXT-X-MAP (§4.4.4.5) with the keys that stood before it.
package struct MapTag: Sendable, Hashable {
    package var url: String
    package var range: ByteRange?
    package var keys: [KeyTag]
}
