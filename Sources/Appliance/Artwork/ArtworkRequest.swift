import Channels
import Devices
import Paint

/// Artwork that is wanted: where it is, how far its address may lead, and what it is drawn as.
struct ArtworkRequest: Hashable, Sendable {
    let fetch: FetchRequest
    let use: ArtworkImage.Use

    var url: String { fetch.url }

    /// A channel's logo, which leads no further than its list may.
    ///
    /// What the owner's own list names may lie anywhere, but what answers there is no longer the owner's: its redirects
    /// stay in the same range, or go out to the public network.
    /// - Parameter channel: nil: it is in no list any more
    init(logo url: String, of channel: Channel?) {
        self.init(
            url, reach: channel.map { $0.reach ?? .everything } ?? [], redirectReach: channel?.reach ?? [],
            maximumBytes: 1 << 20, as: .logo)
    }

    /// A programme's picture, which leads no further than its guide may; its redirects stay in the same range, or go out
    /// to the public network.
    init(_ picture: ProgrammePicture, reach: AddressReach) {
        self.init(picture.url, reach: reach, redirectReach: [], maximumBytes: 4 << 20, as: .poster)
    }

    private init(
        _ url: String, reach: AddressReach, redirectReach: AddressReach, maximumBytes: Int, as use: ArtworkImage.Use
    ) {
        var fetch = FetchRequest(url: url)
        fetch.maximumBytes = maximumBytes
        fetch.reach = reach
        fetch.redirectReach = redirectReach
        // Nobody waits for it, but the picture does for the line.
        fetch.priority = .warming
        fetch.isBounded = true
        self.fetch = fetch
        self.use = use
    }
}
