import MediaCore

/// One EXT-X-STREAM-INF with its URI, or one EXT-X-I-FRAME-STREAM-INF (§4.4.6.2, §4.4.6.3).
package struct Variant: Sendable, Hashable {
    /// The absolute URL of the variant's playlist.
    package var url: String
    /// The peak rate in bits a second of the variant with its heaviest renditions. Zero where a
    /// careless server does not state it.
    package var bandwidth: UInt64
    package var averageBandwidth: UInt64?
    package var score: Double?
    /// The CODECS entries (RFC 6381), of every rendition that the variant may be played with.
    package var codecs: [String] = []
    package var supplementalCodecs: [String] = []
    package var resolution: PixelSize?
    /// The frame rate in frames a second.
    package var frameRate: Double?
    package var hdcpLevel: HDCPLevel?
    package var allowedCPC: String?
    package var videoRange: VideoRange = .sdr
    package var videoLayout: String?
    package var stableID: String?
    /// The GROUP-ID of the audio renditions that go with it.
    package var audioGroup: String?
    package var videoGroup: String?
    package var subtitlesGroup: String?
    package var closedCaptions: ClosedCaptions = .undeclared
    /// PATHWAY-ID; "." when absent (content steering §7).
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
        /// An unknown range: the variant must not be selected.
        case unknown
    }

    package enum ClosedCaptions: Sendable, Hashable {
        /// Not stated: captions may be in the stream all the same.
        case undeclared
        /// No variant has captions.
        case none
        case group(String)
    }
}
