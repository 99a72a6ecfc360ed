import Devices
import MediaCore

/// Why something could not be played. URLs are without query and user info.
package enum HLSFailure: Error, Sendable, Hashable {
    case playlistUnavailable(FetchError)
    case playlistInvalid(url: String, PlaylistError)
    /// The playlist answered 404 or 410: the presentation was removed (§6.3.2).
    case presentationRemoved(url: String, status: Int)
    /// There is no variant that this box can decode; `codecs` are what they need.
    case nothingPlayable(codecs: [String])
    /// The media needs keys that no open box can get; lists each DRM system that offers one.
    case protectedChannel([KeySystem])
    /// METHOD names an encryption that is not implemented.
    case unsupportedEncryption(method: String)
    case keyUnavailable(url: String, FetchError)
    case keyInvalid(url: String, KeyFileFault)
    /// The URL's scheme can't be loaded: playback must stop (§6.3.1).
    case unsupportedScheme(url: String)
    case mediaUnavailable(url: String, MediaFailure)
    /// A rendition can't be had; sound or text of another language, or none, takes its place.
    indirect case renditionUnavailable(name: String, HLSFailure)
    /// The server has offered nothing new for so long.
    case playlistStale(url: String, unchangedFor: Duration)
    /// The encoder started anew: MEDIA-SEQUENCE went backwards, or old segments changed.
    case presentationRestarted(url: String)
    /// The media to be played next has left the server's window.
    case fellBehind(by: Duration)
    /// Nothing in the playlist can be loaded.
    case onlyGaps(url: String)
}
