import Devices
import MediaCore

/// What an `HLSSession` wants done, in this order.
package enum SessionAction: Sendable, Hashable {
    case loadPlaylist(RequestID, FetchRequest)
    /// Requests of one stream come in presentation order; feed the demuxer in this order too.
    case loadMedia(MediaRequest)
    /// Begin a download that the server answers once it is there; its bytes wait. Parts come with a
    /// `loadMedia` that is `hinted` by it, an initialization section with the first media that has it. It
    /// is reported as media is, by `mediaFinished` or `mediaFailed`.
    case loadHint(RequestID, PreloadHint.Kind, FetchRequest)
    /// A hinted download that has come to its end is not wanted.
    case discardHint(RequestID)
    /// Comes before or with the first media that needs the key: hold encrypted bytes until `keyReady`.
    case loadKey(RequestID, KeyIdentity, FetchRequest)
    /// As many bytes as the identity says. Never log them.
    case keyReady(KeyIdentity, [UInt8])
    /// It can't be had: what waits for it is lost. It may be ready later after all.
    case keyLost(KeyIdentity)
    /// Nothing that was asked for needs it any more: forget it.
    case keyDropped(KeyIdentity)
    /// Give up this download, without a report back; what came of a segment may still be played.
    case cancel(RequestID)
    /// Take no more bytes of this download …
    case pause(RequestID)
    /// … from here on again.
    case resume(RequestID)
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
    /// Live, when what ended where, as well as the playlists tell: the end at any other moment follows.
    package var published: PublishedEnd?
    /// Live and by parts, their target duration: so much more comes at a time.
    package var partTarget: Duration?
    /// The newest whole segment: it is found again in later playlists.
    package var newest: Newest?

    package init(
        start: MediaTime, end: MediaTime, isLive: Bool, targetLatency: Duration, dateAtZero: ProgramDate? = nil,
        published: PublishedEnd? = nil, partTarget: Duration? = nil, newest: Newest? = nil
    ) {
        self.start = start
        self.end = end
        self.isLive = isLive
        self.targetLatency = targetLatency
        self.dateAtZero = dateAtZero
        self.published = published
        self.partTarget = partTarget
        self.newest = newest
    }

    package struct Newest: Sendable, Hashable {
        package var mediaSequence: UInt64
        package var end: MediaTime

        package init(mediaSequence: UInt64, end: MediaTime) {
            self.mediaSequence = mediaSequence
            self.end = end
        }
    }
}

/// What is played of what is on offer.
package struct PresentationInfo: Sendable, Hashable {
    /// One of unknown bandwidth when the URL was a media playlist.
    package var variants: [Variant]
    package var renditions: [Rendition]
    /// Index into `variants`.
    package var variant: Int
    /// What is chosen to sound; without URL it is in the main stream. Nil: there are no renditions of sound.
    package var audio: Rendition?
    /// What is chosen to be shown: subtitles, or captions inside the video.
    package var text: Rendition?
    package var menu = TrackMenu()
    /// The streams that requests will come for.
    package var streams: Set<StreamKind>
    package var window: PresentationWindow
    /// Where playing starts.
    package var start: MediaTime
    package var targetDuration: Duration
}
