import Devices
import MediaCore

/// A media playlist: the segments of one variant or rendition (§4.4.3–§4.4.5). URLs are absolute.
package struct MediaPlaylist: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case event = "EVENT"
        case vod = "VOD"
    }

    /// The URL that the playlist came from, after redirects.
    package var url: String
    package var version: UInt64 = 1
    package var hasIndependentSegments = false
    package var start: StartPoint?
    /// EXT-X-TARGETDURATION, at least one second.
    package var targetDuration: Duration = .seconds(1)
    package var mediaSequence: UInt64 = 0
    package var discontinuitySequence: UInt64 = 0
    /// Whether EXT-X-DISCONTINUITY-SEQUENCE was there: without it the count starts anew in each
    /// text.
    package var statesDiscontinuitySequence = false
    package var kind: Kind?
    package var hasEnd = false
    package var isIFramesOnly = false
    /// EXT-X-PART-INF's PART-TARGET.
    package var partTarget: Duration?
    package var control = ServerControl()
    package var segments: [Segment] = []
    /// The segment that is not yet complete, when parts of it are listed: it has no URL, is as long
    /// as these parts, and has the tags that stand before them (§4.4.4.9).
    package var unfinished: Segment?
    package var preloadHints: [PreloadHint] = []
    package var renditionReports: [RenditionReport] = []
    package var dateRanges: [DateRangeTag] = []
    package var skip: SkipTag?
    package var variables: [String: String] = [:]
    /// What was ignored or mended.
    package var warnings: [PlaylistError] = []

    package init(url: String) {
        self.url = url
    }

    /// Whether more segments may be added later (§6.3.4).
    package var isLive: Bool { !hasEnd && kind != .vod }

    package var duration: Duration {
        segments.reduce(.zero) { $0 + $1.duration }
    }

    /// The parts listed after the last segment.
    package var trailingParts: [PartialSegment] { unfinished?.parts ?? [] }

    /// How far from the end playing may start, at the nearest (§4.4.3.8).
    package var holdBack: Duration { control.holdBack ?? targetDuration * 3 }

    /// The number that the segment after the last will have.
    package var nextMediaSequence: UInt64 {
        guard let last = segments.last else { return mediaSequence }
        return last.mediaSequence.addingSaturating(1)
    }

    /// The place of a segment in `segments`, by its number.
    package func index(ofMediaSequence number: UInt64) -> Int? {
        guard let first = segments.first?.mediaSequence, number >= first else { return nil }
        let offset = number - first
        return offset < UInt64(segments.count) ? Int(offset) : nil
    }

    /// The civil time at a segment's start, from the nearest tag before it, else from the first
    /// after it (§4.4.4.6). Nil when the stretch between discontinuities has none.
    package func programDate(ofSegmentAt index: Int) -> ProgramDate? {
        guard segments.indices.contains(index) else { return nil }
        let stretch = segments[index].discontinuitySequence
        var offset = Duration.zero
        var i = index
        while true {
            if let date = segments[i].programDate { return date + offset }
            guard i > 0, segments[i - 1].discontinuitySequence == stretch else { break }
            i -= 1
            offset += segments[i].duration
        }
        offset = segments[index].duration
        i = index + 1
        while i < segments.count, segments[i].discontinuitySequence == stretch {
            if let date = segments[i].programDate { return date - offset }
            offset += segments[i].duration
            i += 1
        }
        return nil
    }
}

/// EXT-X-START (§4.4.2.2).
package struct StartPoint: Sendable, Hashable {
    /// The offset from the start; when negative, from the end of the last segment.
    package var offset: Duration
    package var isPrecise: Bool
}

/// EXT-X-SERVER-CONTROL (§4.4.3.8).
package struct ServerControl: Sendable, Hashable {
    package var canSkipUntil: Duration?
    package var canSkipDateRanges = false
    package var holdBack: Duration?
    package var partHoldBack: Duration?
    package var canBlockReload = false
}

/// EXT-X-PRELOAD-HINT (§4.4.5.3).
package struct PreloadHint: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case part = "PART"
        case map = "MAP"
    }

    package var kind: Kind
    package var url: String
    package var range: ByteRange?
}

/// EXT-X-RENDITION-REPORT (§4.4.5.4); what is nil equals the reporting playlist's own value.
package struct RenditionReport: Sendable, Hashable {
    package var url: String
    package var lastMediaSequence: UInt64?
    package var lastPart: UInt64?
}

/// EXT-X-SKIP (§4.4.5.2).
package struct SkipTag: Sendable, Hashable {
    package var segments: UInt64
    package var removedDateRanges: [String]

    package init(segments: UInt64, removedDateRanges: [String] = []) {
        self.segments = segments
        self.removedDateRanges = removedDateRanges
    }
}
