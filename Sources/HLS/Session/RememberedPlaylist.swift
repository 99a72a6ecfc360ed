import MediaCore

/// What a session knew last: enough to ask for media before any playlist is asked for. Keep it in memory only:
/// addresses may hold secrets, and grow old.
package struct RememberedPlaylist: Sendable, Hashable {
    /// A media playlist and when it was new.
    package struct Content: Sendable, Hashable {
        /// The URL as the multivariant playlist lists it.
        package var url: String
        package var playlist: MediaPlaylist
        /// When the playlist was new: when it was asked for, less the time it lay in caches.
        package var time: HostTime

        /// Whether playing may begin from this playlist at `now`: it has what a new viewer would begin with, or nearly
        /// so, and the server still has that.
        ///
        /// - Parameter isLowLatency: it is played by parts.
        func isUsable(at now: HostTime, isLowLatency: Bool) -> Bool {
            guard let last = playlist.segments.last else { return false }
            guard playlist.isLive else { return true }
            let age = now - time
            guard age >= .zero else { return false }
            if isLowLatency { return age <= playlist.partHoldBack ?? playlist.holdBack }
            // No more than a segment later than a new viewer, and not what the window has left behind.
            return age + last.duration <= playlist.holdBack + playlist.targetDuration
                && (age <= playlist.duration || playlist.kind == .event)
        }
    }

    /// The URL of the presentation.
    package var url: String
    package var multivariant: MultivariantPlaylist
    /// The index of the variant that played, into `multivariant.variants`.
    package var variant: Int
    package var main: Content
    /// The playlist of the audio rendition, when it had its own.
    package var audio: Content?

    /// How long a multivariant playlist need not be asked for again: what it lists changes rarely.
    static let multivariantAge: Duration = .seconds(600)
    /// The length in segments above which a playlist is loaded anew: a recording of a whole day is not worth the
    /// memory.
    static let mostSegments = 2000
}
