import Devices
import MediaCore

/// The hinted downloads of one stream: which of them run, who takes their bytes, and which were refused.
struct PreloadHints: Sendable {
    private var downloads: [HintedDownload] = []
    /// The last hint whose download failed: what it names is loaded once it is listed.
    private var refused: PreloadHint?

    // MARK: Asking

    /// Whether a hint should be asked for now.
    /// - Parameter playlist: the playlist that gives it.
    func wants(_ hint: PreloadHint, in playlist: MediaPlaylist) -> Bool {
        guard hint.kind == .map else {
            // One part at a time.
            return !downloads.contains { $0.hint.kind == .part && $0.received == nil && $0.takers.isEmpty }
        }
        // Only a section that can be identified later is worth loading; the one in use is there already.
        let known = (playlist.unfinished ?? playlist.segments.last)?.map
        let isOpen = hint.range.map { $0.length == nil } ?? false
        return !isOpen && (known?.url != hint.url || known?.range != hint.range)
    }

    func isRefused(_ hint: PreloadHint) -> Bool { hint == refused }

    /// Whether a download is there or under way that brings what a hint names.
    func cover(_ hint: PreloadHint) -> Bool { downloads.contains { $0.covers(hint) } }

    mutating func asked(for hint: PreloadHint, as id: RequestID) {
        downloads.append(HintedDownload(id: id, hint: hint))
    }

    // MARK: Taking

    /// Whether a download brings a resource's bytes.
    func bring(_ url: String, _ range: ByteRange?) -> Bool { downloads.contains { $0.slice(url, range) != nil } }

    /// The slice of a download that brings a part's bytes, for the request `taker`; nil when none does.
    mutating func take(_ url: String, _ range: ByteRange?, for taker: RequestID) -> HintedSlice? {
        for index in downloads.indices where downloads[index].hint.kind == .part {
            guard let slice = downloads[index].slice(url, range) else { continue }
            downloads[index].takers.insert(taker)
            return slice
        }
        return nil
    }

    /// Ends a media request's use of its download.
    mutating func release(_ media: MediaRequest) {
        guard let slice = media.hinted, let place = downloads.firstIndex(where: { $0.id == slice.download }) else {
            return
        }
        downloads[place].takers.remove(media.id)
        // The owner gives the bytes out once.
        if slice.length == nil { downloads.remove(at: place) }
    }

    // MARK: What came of it

    mutating func finished(_ id: RequestID, bytes: Int) {
        guard let place = downloads.firstIndex(where: { $0.id == id }) else { return }
        downloads[place].received = UInt64(clamping: bytes)
    }

    /// Gives up a hint that failed, as a server may withdraw one at any time (§4.4.5.3): what it named is
    /// loaded when it is listed.
    mutating func failed(_ id: RequestID) {
        guard let place = downloads.firstIndex(where: { $0.id == id }) else { return }
        refused = downloads.remove(at: place).hint
    }

    /// Drops the downloads that a newly loaded playlist makes useless.
    /// - Parameter number: the segment to be played next.
    mutating func review(_ playlist: MediaPlaylist, from number: UInt64, _ orders: inout Orders) {
        if let refused, !playlist.preloadHints.contains(refused) { self.refused = nil }
        guard !downloads.isEmpty else { return }
        let listed = (playlist.segments.suffix(4) + (playlist.unfinished.map { [$0] } ?? [])).filter {
            $0.mediaSequence >= number
        }
        for download in downloads where download.takers.isEmpty {
            let isHinted = playlist.preloadHints.contains { download.covers($0) }
            let isListed = listed.contains { segment in
                download.hint.kind == .map
                    ? segment.map.map { download.slice($0.url, $0.range) != nil } ?? false
                    : segment.parts.contains { download.slice($0.url, $0.range) != nil }
            }
            if !isHinted, !isListed || (download.hint.kind == .map && download.received != nil) {
                drop(download.id, &orders)
            }
        }
    }

    mutating func drop(_ id: RequestID, _ orders: inout Orders) {
        guard let place = downloads.firstIndex(where: { $0.id == id }) else { return }
        cancel(downloads.remove(at: place), &orders)
    }

    /// Drops all downloads; what was refused may be asked for again.
    mutating func dropAll(_ orders: inout Orders) {
        cancelAll(&orders)
        downloads = []
        refused = nil
    }

    /// Cancels all downloads of a stream that is dropped.
    func cancelAll(_ orders: inout Orders) {
        for download in downloads { cancel(download, &orders) }
    }

    private func cancel(_ download: HintedDownload, _ orders: inout Orders) {
        // A complete download's bytes lie with the owner, who must be told that they are not wanted.
        if download.received != nil { orders.give(.discardHint(download.id)) } else { orders.cancel(download.id) }
    }
}
