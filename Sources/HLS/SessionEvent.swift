import Devices
import MediaCore

/// What the owner of an `HLSSession` tells it. Reports about a request that is unknown, cancelled or
/// done are ignored.
package enum SessionEvent: Sendable {
    /// Once, first.
    case start
    case playlistLoaded(RequestID, LoadedPlaylist)
    case playlistFailed(RequestID, FetchError)
    /// The head of a segment's response is here; `length` in bytes if it said so.
    case mediaStarted(RequestID, length: Int?)
    /// So many bytes of a segment are here so far. Optional: lets the session give up on a download
    /// that is too slow.
    case mediaProgress(RequestID, bytes: Int)
    case mediaFinished(RequestID, FetchTiming)
    /// Also when its initialization section failed.
    case mediaFailed(RequestID, MediaFailure)
    case keyLoaded(RequestID, [UInt8])
    case keyFailed(RequestID, FetchError)
    /// What was decrypted with it is no media: the server may have another one there by now.
    case keyDoubted(KeyIdentity)
    /// What lies ahead of the play position; `audio` counts only with a stream of its own.
    case buffered(main: Duration, audio: Duration)
    /// The time last asked for by `SessionAction.wake` has come.
    case wake
    /// The largest size worth showing; nil lifts the limit.
    case limitSize(PixelSize?)
    /// As `SessionOptions.maximumBandwidth`, from now on. What plays is left at the next segment, as after any
    /// other change.
    case limitBandwidth(UInt64?)
    /// Playlists stay fresh, and no segment, part or hint is asked for; what is under way is cancelled, and what
    /// was delivered counts as gone. When that ends, the presentation is joined where a new viewer would join it
    /// now, on the same timeline: `presentationChanged` says where, and the next requests are `isFirst`.
    case holdMedia(Bool)
    /// No media is asked for, and what is under way pauses, until it is told otherwise: the line is wanted for
    /// something else. Nothing is given up, and the pause counts for nothing.
    case yield(Bool)
    /// All that the viewer has chosen; holds over variant switches. What changes is loaded from `from` on, the
    /// play position, in a lane of its own; nil: from where it is supposed to be.
    case choose(TrackChoices, from: MediaTime?)
    /// What this lane brought can't be played by the box.
    case laneFailed(StreamKind, lane: Int, reason: String)
    /// INSTREAM-IDs of the captions that are in the video, whatever the playlist says.
    case captionsFound([String])
    /// Sounds inside the main stream, where there are several: what may be chosen where the playlist offers nothing
    /// beside it.
    case soundsFound([Rendition])
    /// Downloads are cancelled; the next request of each stream is `isFirst` with `showFrom`.
    case seek(MediaTime)
    /// From now on so much media is kept ahead, whatever `SessionOptions.bufferAhead` said; zero: none is asked for.
    case bufferAhead(Duration)
    /// Live: what lies before the place where a new viewer would join is not wanted any more. Where what comes next
    /// lies there already, nothing happens; else the next request of each stream is `isFirst`.
    case catchUp
    /// Nothing is asked for afterwards.
    case stop
}

package struct LoadedPlaylist: Sendable, Hashable {
    package var body: [UInt8]
    /// After redirects: the base of relative URLs.
    package var url: String
    /// Names in lower case; `age` and `content-type` are read.
    package var headers: [String: String]
    package var timing: FetchTiming

    package init(body: [UInt8], url: String, headers: [String: String], timing: FetchTiming) {
        self.body = body
        self.url = url
        self.headers = headers
        self.timing = timing
    }
}

package enum MediaFailure: Error, Sendable, Hashable {
    case fetch(FetchError)
    /// The bytes came and are no media: nothing was decoded from them.
    case content(String)
}
