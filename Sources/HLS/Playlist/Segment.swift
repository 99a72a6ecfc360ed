import Devices
import MediaCore

/// One media segment with all tags that apply to it (§3, §4.4.4).
package struct Segment: Sendable, Hashable {
    package var mediaSequence: UInt64
    /// EXT-X-DISCONTINUITY-SEQUENCE plus the EXT-X-DISCONTINUITY tags up to this segment.
    package var discontinuitySequence: UInt64
    /// The segment's absolute URL.
    package var url: String
    package var range: ByteRange?
    package var duration: Duration
    /// The text after EXTINF's comma; empty without one.
    package var title: String
    /// Whether EXT-X-DISCONTINUITY stands before it.
    package var isDiscontinuity = false
    /// Whether it is a gap, which must not be loaded (§4.4.4.7).
    package var isGap = false
    /// EXT-X-PROGRAM-DATE-TIME, only where the tag stands; see
    /// `MediaPlaylist.programDate(ofSegmentAt:)`.
    package var programDate: ProgramDate?
    package var map: MapTag?
    /// Every EXT-X-KEY in force, one per KEYFORMAT; empty when the segment is not encrypted.
    package var keys: [KeyTag] = []
    /// EXT-X-BITRATE, in kbit/s.
    package var bitrate: UInt64?
    /// The parts of the segment; empty where the server lists none (any more).
    package var parts: [PartialSegment] = []
    /// What the segment takes from skipped ones, while it belongs to a delta update that is not merged yet.
    package var inherits: Inheritance = []

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

extension Segment {
    /// The kinds of tags that a segment of a delta update takes from the last skipped segment (§6.3.7),
    /// because no tag of that kind stands between the two.
    package struct Inheritance: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Keys of those formats for which the segment has none itself.
        package static let keys = Inheritance(rawValue: 1)
        package static let map = Inheritance(rawValue: 2)
        package static let bitrate = Inheritance(rawValue: 4)
        /// A byte range whose offset counts from the end of the skipped segment's range.
        package static let range = Inheritance(rawValue: 8)
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
    /// Whether it also has the keys of the last skipped segment, as in `Segment.Inheritance.keys`.
    package var inheritsKeys = false
    /// Whether it has no tag: the section is the bytes before the first I-frame of the resource
    /// (§4.4.3.6).
    package var isImplied = false
}
