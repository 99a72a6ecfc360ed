/// The delivery directives: what a request for a media playlist asks of the server in its query
/// (§6.2.5).
package struct DeliveryDirectives: Sendable, Hashable {
    /// What the server may leave out of its answer (§6.2.5.1).
    package enum Skip: String, Sendable, Hashable {
        case segments = "YES"
        case segmentsAndDateRanges = "v2"
    }

    /// The segment (`_HLS_msn`) that the playlist must have before the server answers.
    package var mediaSequence: UInt64?
    /// The part (`_HLS_part`) of `mediaSequence` that the playlist must have before the server
    /// answers; ignored without it.
    package var part: UInt64?
    package var skip: Skip?

    package init(mediaSequence: UInt64? = nil, part: UInt64? = nil, skip: Skip? = nil) {
        self.mediaSequence = mediaSequence
        self.part = part
        self.skip = skip
    }

    package var isBlocking: Bool { mediaSequence != nil }
    package var isEmpty: Bool { mediaSequence == nil && skip == nil }

    /// `url` with these directives added behind its own parameters, sorted by name (UTF-8).
    package func applied(to url: String) -> String {
        guard !isEmpty else { return url }
        var components = URLComponents(url)
        var pairs: [String] = []
        if let mediaSequence {
            pairs.append("_HLS_msn=\(mediaSequence)")
            if let part { pairs.append("_HLS_part=\(part)") }
        }
        if let skip { pairs.append("_HLS_skip=\(skip.rawValue)") }
        components.replaceParameters(Self.names, with: pairs)
        return components.text
    }

    private static let names = ["_HLS_msn", "_HLS_part", "_HLS_skip"]
}
