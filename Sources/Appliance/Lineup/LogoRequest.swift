import Channels
import Devices

extension FetchRequest {
    /// The request for a channel's logo, which leads no further than its list may.
    ///
    /// What the owner's own list names may lie anywhere, but what answers there is no longer the owner's: its redirects
    /// stay in the same range, or go out to the public network.
    /// - Parameter channel: nil: it is in no list any more
    init(logo url: String, of channel: Channel?) {
        self.init(url: url)
        maximumBytes = 1 << 20
        let listed = channel.map { $0.reach ?? .everything } ?? []
        reach = listed
        redirectReach = channel?.reach ?? []
    }
}
