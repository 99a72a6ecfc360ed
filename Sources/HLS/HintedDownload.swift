import Devices
import MediaCore

/// A download that was asked for before the playlist said what it would be (EXT-X-PRELOAD-HINT,
/// §4.4.5.3): the server answers once it is there.
struct HintedDownload: Sendable, Hashable {
    let id: RequestID
    let hint: PreloadHint
    /// Media requests that are filled from it.
    var takers: Set<RequestID> = []
    /// Bytes that came, once it is complete.
    var received: UInt64?

    /// The last position a range may name in every implementation: 2⁵³−1 (§4.4.5.3).
    private static let farEnd: UInt64 = 9_007_199_254_740_992

    /// The range to ask for: one without an end is asked for as long as one can be.
    static func range(of hint: PreloadHint) -> ByteRange? {
        guard let range = hint.range else { return nil }
        return ByteRange(
            offset: range.offset, length: range.length ?? max(1, farEnd.subtractingSaturating(range.offset)))
    }

    /// Where in this download a resource is; nil when it is not.
    func slice(_ url: String, _ range: ByteRange?) -> HintedSlice? {
        guard url == hint.url else { return nil }
        let start = hint.range?.offset ?? 0
        guard let range else {
            return start == 0 && hint.range?.length == nil ? HintedSlice(download: id, offset: 0, length: nil) : nil
        }
        guard range.offset >= start else { return nil }
        let offset = range.offset - start
        if let length = hint.range?.length {
            guard let wanted = range.length, offset.addingSaturating(wanted) <= length else { return nil }
        }
        // The server may have ended an open range early.
        if let received, offset.addingSaturating(range.length ?? 1) > received { return nil }
        return HintedSlice(download: id, offset: offset, length: range.length)
    }

    /// What it brings is also what another hint names, or goes on into that.
    func covers(_ other: PreloadHint) -> Bool {
        hint.kind == other.kind && slice(other.url, other.range) != nil
            || hint == other
    }
}

/// The bytes of a media request inside a hinted download.
package struct HintedSlice: Sendable, Hashable {
    package var download: RequestID
    /// In bytes, from the first that the download brings.
    package var offset: UInt64
    /// Nil: to its end.
    package var length: UInt64?

    package init(download: RequestID, offset: UInt64, length: UInt64?) {
        self.download = download
        self.offset = offset
        self.length = length
    }
}
