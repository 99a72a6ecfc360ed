import MediaCore

/// One EXT-X-STREAM-INF with its URI, or one EXT-X-I-FRAME-STREAM-INF (§4.4.6.2, §4.4.6.3).
package struct Variant: Sendable, Hashable {
    /// Absolute.
    package var url: String
    /// Peak, in bits a second, of the variant with its heaviest renditions. Zero where a
    /// careless server does not say.
    package var bandwidth: UInt64
    package var averageBandwidth: UInt64?
    package var score: Double?
    /// RFC 6381 entries, of every rendition that the variant may be played with.
    package var codecs: [String] = []
    package var supplementalCodecs: [String] = []
    package var resolution: PixelSize?
    /// Frames a second.
    package var frameRate: Double?
    package var hdcpLevel: HDCPLevel?
    package var allowedCPC: String?
    package var videoRange: VideoRange = .sdr
    package var videoLayout: String?
    package var stableID: String?
    /// GROUP-IDs of the renditions that go with it.
    package var audioGroup: String?
    package var videoGroup: String?
    package var subtitlesGroup: String?
    package var closedCaptions: ClosedCaptions = .undeclared
    /// "." when absent (content steering §7).
    package var pathway: String = "."

    package init(url: String, bandwidth: UInt64) {
        self.url = url
        self.bandwidth = bandwidth
    }

    package enum HDCPLevel: String, Sendable, Hashable, CaseIterable, Comparable {
        case none = "NONE"
        case type0 = "TYPE-0"
        case type1 = "TYPE-1"

        package static func < (a: HDCPLevel, b: HDCPLevel) -> Bool {
            allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
        }
    }

    package enum VideoRange: Sendable, Hashable {
        case sdr, hlg, pq
        /// Must not be selected.
        case unknown
    }

    package enum ClosedCaptions: Sendable, Hashable {
        /// Captions may be in the stream all the same.
        case undeclared
        /// None in any variant.
        case none
        case group(String)
    }
}
