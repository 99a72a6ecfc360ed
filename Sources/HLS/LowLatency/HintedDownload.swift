import Devices
import MediaCore

/// A download of what EXT-X-PRELOAD-HINT announced (§4.4.5.3), asked for before a playlist lists
/// it: the server answers once it is there.
struct HintedDownload: Sendable, Hashable {
    let id: RequestID
    let hint: PreloadHint
    /// The media requests that are filled from this download.
    var takers: Set<RequestID> = []
    /// How many bytes came; nil until the download is complete.
    var received: UInt64?

    /// The last position that a range may name in every implementation: 2⁵³−1 (§4.4.5.3).
    private static let farEnd: UInt64 = 9_007_199_254_740_992

    /// The byte range to request for a hint: one without an end is asked for as far as a range can
    /// reach.
    static func range(of hint: PreloadHint) -> ByteRange? {
        guard let range = hint.range else { return nil }
        return ByteRange(
            offset: range.offset, length: range.length ?? max(1, farEnd.subtractingSaturating(range.offset)))
    }

    /// Where in this download a resource's bytes are; nil when they are not in it.
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

    /// Whether this download also brings what `other` names, or at least its beginning.
    func covers(_ other: PreloadHint) -> Bool {
        hint.kind == other.kind && slice(other.url, other.range) != nil
            || hint == other
    }
}

/// The bytes of a media request inside a hinted download.
package struct HintedSlice: Sendable, Hashable {
    package var download: RequestID
    /// The distance in bytes from the first byte that the download brings.
    package var offset: UInt64
    /// The length in bytes; nil to the end of the download.
    package var length: UInt64?

    package init(download: RequestID, offset: UInt64, length: UInt64?) {
        self.download = download
        self.offset = offset
        self.length = length
    }
}
