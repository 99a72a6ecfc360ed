import Devices
import MediaCore

/// Knows the multivariant playlist of a session: how far its load is, what it says, and which media playlists
/// were asked for before it could name them.
struct MultivariantTracker: Sendable {
    enum Phase: Sendable, Hashable {
        case idle, loading, known
    }

    /// A media playlist of the last visit, asked for ahead of the multivariant playlist.
    struct Ahead: Sendable {
        let url: String
        let request: RequestID
        let began: HostTime
        /// The playlist once it has come; nil while it is under way.
        fileprivate(set) var loaded: LoadedPlaylist?
    }

    /// The session's URL, which may also be that of a media playlist.
    let url: String
    private(set) var phase = Phase.idle
    /// The playlist; empty before it is known. A media playlist at the URL is taken for a single variant.
    private(set) var playlist: MultivariantPlaylist
    /// Whether playing relies on remembered playlists that the server has not confirmed yet.
    private(set) var isFromMemory = false
    /// When the playlist is asked for again, after a failure.
    private(set) var retryAt: HostTime?
    private var failures = 0
    private var ahead: [Ahead] = []

    init(url: String) {
        self.url = url
        playlist = MultivariantPlaylist(url: url)
    }

    /// Whether there are other media playlists than one.
    var hasSeveralPlaylists: Bool {
        let variants = Set(playlist.variants.map(\.url))
        return variants.count + Set(playlist.renditions.compactMap(\.url)).subtracting(variants).count > 1
    }

    func isRetryDue(at now: HostTime) -> Bool { retryAt.map { $0 <= now } ?? false }

    mutating func load() {
        phase = .loading
        retryAt = nil
    }

    /// Counts a failure of the playlist; returns how many there were in a row.
    mutating func failed() -> Int {
        failures += 1
        return failures
    }

    mutating func retry(at time: HostTime) { retryAt = time }

    mutating func loaded() { failures = 0 }

    mutating func accept(_ new: MultivariantPlaylist) {
        playlist = new
        phase = .known
    }

    /// Adds the pathways that a steering manifest makes.
    mutating func clone(_ clones: [SteeringManifest.Clone]) { playlist.add(clones) }

    /// Takes a media playlist at the session's URL for the only variant.
    /// - Parameter url: where it came from after redirects.
    mutating func acceptMediaPlaylist(from url: String) {
        playlist = MultivariantPlaylist(url: url)
        playlist.variants = [Variant(url: self.url, bandwidth: 0)]
        phase = .known
    }

    // MARK: Memory

    /// Takes over what the last visit knew, until it is confirmed or forgotten.
    mutating func recall(_ known: MultivariantPlaylist) {
        playlist = known
        phase = .known
        isFromMemory = true
    }

    mutating func confirm() { isFromMemory = false }

    /// Forgets what is known; the playlist is to be loaded.
    mutating func forget() {
        playlist = MultivariantPlaylist(url: url)
        isFromMemory = false
    }

    // MARK: Playlists asked for ahead

    /// Whether media playlists should be asked for ahead: once, with the first request.
    var asksAhead: Bool { ahead.isEmpty && failures == 0 }

    mutating func askedAhead(_ url: String, as request: RequestID, at time: HostTime) {
        ahead.append(Ahead(url: url, request: request, began: time))
    }

    mutating func aheadLoaded(_ request: RequestID, _ loaded: LoadedPlaylist) {
        if let index = ahead.firstIndex(where: { $0.request == request }) { ahead[index].loaded = loaded }
    }

    mutating func aheadFailed(_ request: RequestID) { ahead.removeAll { $0.request == request } }

    /// Hands out what was asked for ahead, once the streams that may want it are there.
    mutating func takeAhead() -> [Ahead] {
        defer { ahead = [] }
        return ahead
    }
}
