import Devices
import MediaCore

/// Why something could not be played. URLs are without query and user info.
package enum HLSFailure: Error, Sendable, Hashable {
    case playlistUnavailable(FetchError)
    case playlistInvalid(url: String, PlaylistError)
    /// 404 or 410: the presentation was removed (§6.3.2).
    case presentationRemoved(url: String, status: Int)
    /// No variant that this box can decode; what they need.
    case nothingPlayable(codecs: [String])
    /// Only keys that no open box can get: one of each of these systems.
    case protectedChannel([KeySystem])
    /// METHOD names an encryption that is not implemented.
    case unsupportedEncryption(method: String)
    case keyUnavailable(url: String, FetchError)
    case keyInvalid(url: String, KeyFileFault)
    /// §6.3.1: playback must stop.
    case unsupportedScheme(url: String)
    case mediaUnavailable(url: String, MediaFailure)
    /// Sound or text of another language, or none, takes its place.
    indirect case renditionUnavailable(name: String, HLSFailure)
    /// The server has offered nothing new for so long.
    case playlistStale(url: String, unchangedFor: Duration)
    /// The encoder started anew: MEDIA-SEQUENCE went backwards, or old segments changed.
    case presentationRestarted(url: String)
    /// What was to be played next has left the window.
    case fellBehind(by: Duration)
    /// What comes next will be late, and there is no lower variant to take its place: it is waited for.
    case lineTooSlow(url: String, bitsPerSecond: Int)
    /// Nothing in the playlist can be loaded.
    case onlyGaps(url: String)
}
