import HLS
import MediaCore

/// What an item does because of an event. Carried out one after another, in the order of the decisions.
enum ItemAction: Sendable {
    /// Tells those who listen to the player.
    case tell(PlayerEvent.Kind, at: HostTime)
    /// Tells the session.
    case post(SessionEvent)
    /// Runs the session.
    case load
    case start(Worker)
    /// How much compressed media may wait.
    case setBounds(Extent)
    /// How many pictures and how much sound are decoded ahead.
    case setCapacity(Extent)
    /// Decodes what waits: pictures from now on are of this generation.
    case decode(generation: Int)
    /// Stops decoding and puts what was decoded back. Sound before `begin` is not decoded again.
    case rest(generation: Int, begin: MediaTime?)
    /// Begins at `begin`: a key frame, or, where none is known, what comes next. What lies before is dropped; the
    /// pictures that wait stay until there are new ones.
    case slide(to: MediaTime, generation: Int)
    /// Begins behind media that is missing, at about this time: all that came before the gap is dropped, whatever its
    /// times are.
    case pass(to: MediaTime, generation: Int)
    /// Lets decoding go on over media that is missing.
    case closeGap
    /// Drops all media.
    case drop(generation: Int)
    /// Fades the sound out.
    case hush
    /// Looks what media waits, and brings `ItemEvent.inspected`.
    case inspect(isReview: Bool)
    /// Looks what can be played of a stream, and brings `ItemEvent.measured`.
    case measure(StreamKind)
    /// Lets go what lies before this place and is not needed, and brings `ItemEvent.reviewed`.
    case review(MediaTime)
    /// Ends all threads and downloads.
    case stop

    /// A thread of an item.
    enum Worker: Sendable, Hashable, CaseIterable {
        /// `hearth-demux`: takes the main stream apart.
        case demuxer
        /// `hearth-dec-v`: decodes pictures.
        case pictures
        /// `hearth-text`: reads subtitles.
        case text
    }

    /// How far a queue goes.
    enum Extent: Sendable, Hashable {
        /// As far as an item needs that nobody sees: enough to begin with.
        case hidden
        /// As far as one that plays.
        case playing
    }
}
