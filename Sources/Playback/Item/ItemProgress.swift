import HLS
import MediaCore

/// How far an item has loaded and played, and where it should be by now, on the session's timeline.
struct ItemProgress: Sendable, Hashable {
    /// The place at which a presentation was joined.
    enum Join: Sendable, Hashable {
        /// Where a new viewer of a live presentation joins it: hidden, the item moves along with the live edge.
        case atEdge
        /// At its own beginning, or at a place that was asked for: there it stays.
        case elsewhere
    }

    /// Whether a live item keeps its distance from the live edge; not where the viewer chose a place.
    private let keepsDistance: Bool
    /// What the server offers, and all breaks that are known in it.
    private(set) var window: PresentationWindow?
    /// The breaks that who plays the item named, from its beginning.
    private let declared: [PlacedInterstitial]
    /// The songs that the media itself names, in the order in which they come.
    private(set) var songs: [TimedSong] = []
    private static let mostSongs = 64
    /// Nil before the presentation is known.
    private(set) var join: Join?
    /// Whether it is of the moment, from an input of the box.
    private(set) var isImmediate = false
    private(set) var targetDuration: Duration = .zero
    /// How far the media has run away from the sum of the playlists' durations.
    var drift: Duration = .zero
    private var start: MediaTime = .zero
    /// The play position, as last told.
    private var played: MediaTime?
    /// The end of what was loaded of the main stream.
    private(set) var loaded: MediaTime?
    /// The same of the rendition whose sound is heard.
    private(set) var sound: Sound?

    /// How far one rendition of sound is loaded.
    struct Sound: Sendable, Hashable {
        var selection: Int
        var until: MediaTime
    }

    init(keepsDistance: Bool, declared: [PlacedInterstitial] = []) {
        self.keepsDistance = keepsDistance
        self.declared = declared
    }

    /// The place that is played, or would be.
    var position: MediaTime { played ?? start }

    /// Whether it is an endless stream without segments.
    var isStream: Bool { window?.isLive == true && targetDuration == .zero }

    mutating func adopt(_ presentation: PresentationInfo) {
        if window == nil { join = presentation.isAtEdge ? .atEdge : .elsewhere }
        isImmediate = presentation.isImmediate
        start = presentation.start
        move(presentation.window)
        targetDuration = presentation.targetDuration
    }

    mutating func move(_ window: PresentationWindow) {
        self.window = window
        self.window?.songs += songs
        guard !declared.isEmpty else { return }
        let placed = declared.map { $0.moved(by: window.start - .zero) }
        self.window?.interstitials = (window.interstitials + placed).sorted { $0.start < $1.start }
        self.window?.breaks = (window.breaks + placed.compactMap(TimelineBreak.init))
            .sorted { ($0.start, $0.id) < ($1.start, $1.id) }
    }

    /// Notes a song that the media names.
    mutating func sings(_ song: TimedSong) {
        if let last = songs.last, last.title == song.title, last.artist == song.artist { return }
        songs = songs.suffix(Self.mostSongs - 1) + [song]
        if window != nil { window?.songs.append(song) }
    }

    mutating func play(to position: MediaTime) { played = position }

    /// Notes that a segment has come, up to its end.
    mutating func load(_ stream: StreamKind, selection: Int, until end: MediaTime) {
        switch stream {
        case .main: loaded = max(loaded ?? end, end)
        case .audio:
            let before = sound.flatMap { $0.selection == selection ? $0.until : nil } ?? end
            sound = Sound(selection: selection, until: max(before, end))
        case .subtitles: break
        }
    }

    /// The place where a live item should be played at `time`; nil also where the viewer chose a place: then there is
    /// nothing to make up for.
    func target(at time: HostTime) -> LivePace.Target? {
        guard keepsDistance, let window, window.isLive, let published = window.published else { return nil }
        // The duration of real media differs from what the playlists say.
        return LivePace.Target(
            position: published.end(at: time) - window.targetLatency + drift, latency: window.targetLatency,
            part: window.partTarget)
    }

    /// How far behind what came last an input of the box is played: enough for a picture that is late, and for what a
    /// sound card takes at once. Nil for all else.
    var lag: Duration? { isImmediate ? .milliseconds(100) : nil }

    /// How much media is loaded beyond `place`, or beyond the play position where that is later.
    func ahead(of place: MediaTime?) -> (main: Duration, sound: Duration) {
        let place = place.map { max(position, $0) } ?? position
        return (max(.zero, (loaded ?? start) - place), max(.zero, (sound?.until ?? start) - place))
    }
}
