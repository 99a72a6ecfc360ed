import Devices
import HLS
import MediaCore

/// Something that happens to an item, as `ItemState` is told.
enum ItemEvent: Sendable {
    // The player
    /// Its threads are to begin, as far as its readiness needs them.
    case start
    /// Its session is to run.
    case load
    case cancel
    /// It will be on the screen as soon as it is ready, or is from now on.
    case show
    /// It has left the screen, or is not to come there any more.
    case conceal
    /// It has replaced the item of its name on the screen.
    case takePlace
    /// How ready it is to be kept while hidden. `first` is the time of the oldest picture that waits.
    case setReadiness(ItemReadiness, first: MediaTime?)
    /// Whether it leaves the line to another item.
    case yield(Bool)
    /// Whether it rests while a head of another comes.
    case rest(Bool)
    /// It is on the screen, at this place if that is known: told now and then.
    case played(MediaTime?)
    /// A hidden item is looked after, now and then.
    case tend

    // What the item found when it looked
    /// `isReview` says whether the session is then to be told how much is ahead.
    case inspected(ItemStock, isReview: Bool)
    case reviewed(videoAhead: Duration)
    /// This waits when all that came of a stream was taken apart.
    case measured(StreamKind, ItemStock)
    /// There is something to show or, without pictures, to play.
    case hasSomething
    /// The media has run away so far from the sum of the playlists' durations.
    case drifted(Duration)
    /// A thread or, without one named, a voice could not be had.
    case exhausted(String, ItemAction.Worker? = nil)

    // What its session, demuxers and decoders report
    case session(PresentationLoader.Report)
    case demuxed(SegmentDemuxing.Report)
    /// A radio station says what it plays, from about this time on; nil: nothing of it has come.
    case titled(String, from: MediaTime?)
    /// Sound that can't be played, and the codec if that is why.
    case soundLost(SoundPath.Source, reason: String, codec: String?)
    case decoderOpened(String)
    /// Nothing decodes the pictures.
    case picturesLost(DecodeError, hasSound: Bool)
    /// A picture of this size and duration waits for the screen.
    case picture(PixelSize, Duration, isReady: Bool)
}

/// The media of a hidden item that waits, as far as it decides where the item begins.
struct ItemStock: Sendable, Hashable {
    /// Whether there are pictures, and sound; nil: not yet known.
    var hasVideo: Bool?
    var hasSound: Bool?
    var waiting = PacketStore.Waiting()
    /// The time up to which sound has come.
    var soundReach: MediaTime?
    /// The time of the first picture, unless newer ones are about to replace it.
    var first: MediaTime?
    /// The time of the first sample that is decoded.
    var soundHead: MediaTime?
    /// Whether it could be shown at the next vblank.
    var isReady = false

    /// The times of the key frames that are there, decoded, being decoded or not, in order.
    var keys: [MediaTime] { Set([first, waiting.takenKey].compactMap(\.self) + waiting.keys).sorted() }
}
