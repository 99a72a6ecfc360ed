import Devices
import MediaCore

/// The media playlist of the last visit, asked for before the multivariant playlist has named it.
struct PlaylistAhead: Sendable {
    let url: String
    let request: RequestID
    let began: HostTime
    /// The playlist once it has come; nil while it is under way.
    var loaded: LoadedPlaylist?
}
