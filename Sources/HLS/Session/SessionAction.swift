import Devices
import MediaCore

/// An order of an `HLSSession` to its owner; orders are carried out in the sequence given.
package enum SessionAction: Sendable, Hashable {
    case loadPlaylist(RequestID, FetchRequest)
    /// Load a segment or part. Requests of one stream come in presentation order; feed the demuxer in this
    /// order too.
    case loadMedia(MediaRequest)
    /// Begin a download that the server answers once it is there; its bytes wait. Parts come with a
    /// `loadMedia` that is `hinted` by it, an initialization section with the first media that has it. It
    /// is reported as media is, by `mediaFinished` or `mediaFailed`.
    case loadHint(RequestID, PreloadHint.Kind, FetchRequest)
    /// Discard a hinted download that has come to its end.
    case discardHint(RequestID)
    /// Load a key. Comes before or with the first media that needs the key: hold encrypted bytes until
    /// `keyReady`.
    case loadKey(RequestID, KeyIdentity, FetchRequest)
    /// The key is here, with as many bytes as its identity says. Never log them.
    case keyReady(KeyIdentity, [UInt8])
    /// The key can't be had: media that waits for it is lost. It may become ready later all the same.
    case keyLost(KeyIdentity)
    /// Forget the key: no request needs it any more.
    case keyDropped(KeyIdentity)
    /// Cancel this download, without a report back; what came of a segment may still be played.
    case cancel(RequestID)
    /// Cancel this download: what came of the segment is all there will be of it, and the next one of its stream is to
    /// be read.
    case leave(RequestID)
    /// Pause this download: take no more of its bytes. They need not come twice.
    case pause(RequestID)
    /// Resume a paused download.
    case resume(RequestID)
    /// Let this download rest (true): take no more of its bytes for a moment; or go on.
    case rest(RequestID, Bool)
    /// Fetch this segment up to so many bytes, no further, and report `mediaHeld` when they are there; nil: all of it.
    /// What is there stays, though it may be more.
    case limit(RequestID, to: Int?)
    /// Send `wake` at this time. Replaces the time asked for before; nil: no time.
    case wake(at: HostTime?)
    /// A stream has no media for this stretch: hold the frame, play silence.
    case gap(StreamKind, start: MediaTime, duration: Duration)
    case presentationChanged(PresentationInfo)
    /// The window of a live presentation has moved.
    case windowChanged(PresentationWindow)
    /// A fault for the log; the session plays on.
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
    /// Whether the presentation may still grow: false once there is an ENDLIST.
    package var isLive: Bool
    /// How far behind `end` a live presentation is played.
    package var targetLatency: Duration
    /// The civil time at zero of the timeline, if the playlist states it.
    package var dateAtZero: ProgramDate?
    /// The end of a live presentation at a moment, as well as the playlists tell: its end at any other moment
    /// follows.
    package var published: PublishedEnd?
    /// The part target duration of a live presentation played by parts: it grows by so much at a time.
    package var partTarget: Duration?
    /// The newest whole segment, which can be found again in later playlists.
    package var newest: Newest?
    /// The breaks that its playlist announces, in the order in which they come.
    package var breaks: [TimelineBreak] = []
    /// The interstitials that its playlist announces, in the order in which they come.
    package var interstitials: [PlacedInterstitial] = []
    /// What its segments say that they are: the songs of a radio station. In the order in which they come.
    package var songs: [TimedSong] = []

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

extension PresentationWindow {
    /// The civil time that the server still has of something live, in seconds since 1970; nil: it has no dates, or ends.
    package var liveDates: Range<Int64>? {
        guard isLive, let dateAtZero else { return nil }
        func seconds(_ time: MediaTime) -> Int64 { (dateAtZero + (time - .zero)).nanoseconds / 1_000_000_000 }
        return seconds(start)..<max(seconds(end), seconds(start))
    }
}

/// What a presentation offers, and what of it is played.
package struct PresentationInfo: Sendable, Hashable {
    /// The variants; a single one of unknown bandwidth when the URL was a media playlist.
    package var variants: [Variant]
    package var renditions: [Rendition]
    /// The index of the variant that plays, into `variants`.
    package var variant: Int
    /// The chosen audio rendition; without URL it is in the main stream. Nil: there are no audio renditions.
    package var audio: Rendition?
    /// The chosen text rendition: subtitles, or captions inside the video.
    package var text: Rendition?
    package var menu = TrackMenu()
    /// The streams for which requests will come.
    package var streams: Set<StreamKind>
    package var window: PresentationWindow
    /// The place on the timeline where playing starts.
    package var start: MediaTime
    package var targetDuration: Duration
    /// Whether it was joined where a new viewer of something live joins it: media that is held back is then given up,
    /// and it is joined anew. Else it has a place of its own, at its beginning or where it was asked for, and goes on
    /// there.
    package var isAtEdge: Bool
    /// Whether it is of the moment, from an input of the box: it is shown as soon as it is there.
    package var isImmediate = false
}
