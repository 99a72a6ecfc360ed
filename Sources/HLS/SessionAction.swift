import Devices
import MediaCore

/// What an `HLSSession` wants done, in this order.
package enum SessionAction: Sendable, Hashable {
    case loadPlaylist(RequestID, FetchRequest)
    /// Requests of one stream come in presentation order; feed the demuxer in this order too.
    case loadMedia(MediaRequest)
    /// Comes before or with the first media that needs the key: hold encrypted bytes until `keyReady`.
    case loadKey(RequestID, KeyIdentity, FetchRequest)
    /// 16 bytes. Never log them.
    case keyReady(KeyIdentity, [UInt8])
    /// Give up this download, without a report back; what came of a segment may still be played.
    case cancel(RequestID)
    /// Send `wake` then. Replaces the time asked for before; nil: no time.
    case wake(at: HostTime?)
    /// There is no media for this stretch of a stream: hold the frame, play silence.
    case gap(StreamKind, start: MediaTime, duration: Duration)
    case presentationChanged(PresentationInfo)
    /// The window of a live presentation has moved.
    case windowChanged(PresentationWindow)
    /// The session plays on; worth a line in the log.
    case warning(HLSFailure)
    /// The session has stopped for good.
    case failed(HLSFailure)
    /// All media of a presentation with an end was delivered.
    case ended
}

/// The stretch of the session's timeline that the server offers.
package struct PresentationWindow: Sendable, Hashable {
    package var start: MediaTime
    package var end: MediaTime
    /// False once there is an ENDLIST.
    package var isLive: Bool
    /// How far behind `end` a live presentation is played.
    package var targetLatency: Duration
    /// The civil time at zero of the timeline, if the playlist tells.
    package var dateAtZero: ProgramDate?
}

/// What is played of what is on offer.
package struct PresentationInfo: Sendable, Hashable {
    /// One of unknown bandwidth when the URL was a media playlist.
    package var variants: [Variant]
    package var renditions: [Rendition]
    /// Index into `variants`.
    package var variant: Int
    /// Nil: audio is in the main stream, or there is none.
    package var audio: Rendition?
    /// The streams that requests will come for.
    package var streams: Set<StreamKind>
    package var window: PresentationWindow
    /// Where playing starts.
    package var start: MediaTime
    package var targetDuration: Duration
}
