import Devices
import MediaCore

/// An event that the owner of an `HLSSession` reports to it. Reports about a request that is unknown, cancelled or
/// done are ignored.
package enum SessionEvent: Sendable {
    /// Start the session. Comes once, first.
    case start
    case playlistLoaded(RequestID, LoadedPlaylist)
    case playlistFailed(RequestID, FetchError)
    /// The head of a segment's response is here, with its `length` in bytes if it said so.
    case mediaStarted(RequestID, length: Int?)
    /// So many bytes of a segment are here so far. Optional: lets the session give up a download that is too slow.
    case mediaProgress(RequestID, bytes: Int)
    case mediaFinished(RequestID, FetchTiming)
    /// As much of a segment is here as was asked for, and not all of it; `delay` is the time from the last request to
    /// its first byte, nil where nothing was asked for.
    case mediaHeld(RequestID, bytes: Int, delay: Duration?)
    /// A segment can't be had; also sent when its initialization section failed.
    case mediaFailed(RequestID, MediaFailure)
    case keyLoaded(RequestID, [UInt8])
    case keyFailed(RequestID, FetchError)
    /// Media decrypted with this key is no media: the server may have another key there by now.
    case keyDoubted(KeyIdentity)
    /// So much media lies ahead of the play position; `audio` counts only with a stream of its own.
    case buffered(main: Duration, audio: Duration)
    /// The time last asked for by `SessionAction.wake` has come.
    case wake
    /// Limits the bandwidth from now on, as `SessionOptions.maximumBandwidth` does. A variant that plays is left at
    /// the next segment, as after any other change.
    case limitBandwidth(UInt64?)
    /// Limits the size of pictures from now on, as `SessionOptions.maximumSize` does.
    case limitSize(PixelSize?)
    /// Hold media back (true), or load it again (false). While held, playlists stay fresh, and no segment, part or
    /// hint is asked for; requests under way are cancelled, and what was delivered counts as gone. When holding
    /// ends, the presentation is joined where a new viewer would join it now, on the same timeline:
    /// `presentationChanged` says where, and the next requests are `isFirst`.
    case holdMedia(Bool)
    /// Load only the head of a live presentation's newest media (true), for a channel that nobody sees, or load ahead
    /// (false). While sampling, `stocked` says what can be played; no place is left that a new viewer would join, and
    /// what was loaded is continued at the byte where it was left. Without effect on a presentation with an end.
    case sample(Bool)
    /// All that has come of a stream was looked at: so much of it could be played.
    case stocked(StreamKind, StreamStock)
    /// Make way on the line (true), or stop doing so (false). While yielding, no media is asked for, and downloads
    /// under way pause. Nothing is given up, and the pause counts for nothing.
    case yield(Bool)
    /// Rest for a moment while another loads a little (true), or go on. Less than yielding: what is under way keeps its
    /// request, and of what is on its way nothing is lost. No media is asked for meanwhile, and the pause counts for
    /// nothing.
    case rest(Bool)
    /// The line gave so many bits a second lately, as others saw that loaded over it: it counts where more than this
    /// session has seen.
    case line(Double)
    /// The viewer has chosen tracks; all choices in force are given, and they hold over variant switches. What
    /// changes is loaded from `from` on, the play position, as a selection of its own; nil: from where the session
    /// believes it to be.
    case choose(TrackChoices, from: MediaTime?)
    /// The box can't play the media of this selection: see `MediaRequest.selection`.
    case selectionFailed(StreamKind, selection: Int, reason: String)
    /// Captions were found in the video, whatever the playlist says: their INSTREAM-IDs.
    case captionsFound([String])
    /// Sounds inside the main stream, where there are several: what may be chosen where the playlist offers nothing
    /// beside it.
    case soundsFound([Rendition])
    /// Subtitles inside a file.
    case textsFound([Rendition])
    /// A file was opened: so long it is, nil where it does not say or can't be read from any place, and there playing
    /// begins.
    case fileOpened(Duration?, start: MediaTime)
    /// Downloads are cancelled; the next request of each stream is `isFirst` with `showFrom`.
    case seek(MediaTime)
    /// Keep so much media ahead from now on, whatever `SessionOptions.bufferAhead` said; zero: no media is asked
    /// for.
    case bufferAhead(Duration)
    /// Move a live presentation on to where a new viewer would join. If what comes next lies there already, nothing
    /// happens; else the next request of each stream is `isFirst`.
    case catchUp
    /// Stop for good: nothing is asked for afterwards.
    case stop
}

package struct LoadedPlaylist: Sendable, Hashable {
    package var body: [UInt8]
    /// The URL after redirects, the base of relative URLs.
    package var url: String
    /// The response headers with names in lower case; `age` and `content-type` are read.
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
    /// Nothing comes from an input of the box.
    case input(InputError)
}
