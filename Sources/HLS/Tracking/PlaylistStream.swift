import Devices
import MediaCore

/// One stream that a session reads from one media playlist: what the playlist says, what is loaded next, and
/// what is under way.
struct PlaylistStream: Sendable {
    enum Role: Sendable, Hashable {
        /// It will take the place of the stream of its kind as soon as it is placed; from `from` on, the play
        /// position, when the viewer has chosen it.
        case pending(from: MediaTime?)
        /// It plays; its requests carry the number of the selection.
        case playing(selection: Int)
    }

    let id: Int
    let kind: StreamKind
    /// The index of its variant among the session's.
    let variant: Int
    let rendition: Rendition?
    private(set) var role: Role
    var tracker: PlaylistTracker
    var cursor = SegmentCursor()
    var downloads = SegmentDownloads()
    var hints = PreloadHints()

    init(id: Int, kind: StreamKind, variant: Int, rendition: Rendition?, url: String, role: Role) {
        self.id = id
        self.kind = kind
        self.variant = variant
        self.rendition = rendition
        self.role = role
        tracker = PlaylistTracker(url: url)
    }

    var url: String { tracker.url }
    var playlist: MediaPlaylist? { tracker.timeline.playlist }
    var isPlaced: Bool { tracker.timeline.isPlaced }
    var isLowLatency: Bool { tracker.isLowLatency }

    var isPending: Bool { if case .pending = role { true } else { false } }
    /// The play position from which it takes the place of another rendition.
    var startsAt: MediaTime? { if case .pending(let time) = role { time } else { nil } }
    /// The number of the viewer's choice that it serves: see `MediaRequest.selection`.
    var selection: Int { if case .playing(let selection) = role { selection } else { 0 } }

    /// Takes the place of the stream that played.
    mutating func play(selection: Int) { role = .playing(selection: selection) }

    /// The start of the first request under way, else of what comes next: all before it is loaded.
    var loadedUntil: MediaTime? { downloads.outstanding.first?.start ?? cursor.nextStart }

    /// Whether its next request waits for no other stream's playlist or key: the first picture and sound.
    var isUrgent: Bool { kind != .subtitles && cursor.isFirst && downloads.outstanding.isEmpty }

    // MARK: Moving

    /// The tolerance for times computed from playlist durations, which are rounded.
    static let rounding: Duration = .milliseconds(20)

    /// Moves to a place in the playlist.
    mutating func move(to place: SegmentTimeline.Place) {
        guard let segment = tracker.timeline.segment(at: place.segment) else { return }
        let start = tracker.timeline.start(of: place)
        cursor.move(to: .init(segment.mediaSequence, part: place.part), startingAt: start)
    }

    /// Moves to the media that plays at `time`. With parts the place is exact, and begins where decoding can.
    mutating func move(toMediaAt time: MediaTime, showFrom: MediaTime? = nil) {
        let wanted = showFrom ?? time
        guard isLowLatency,
            let place = independentPlace(atOrBefore: wanted + Self.rounding, anywhere: kind != .main),
            let start = tracker.timeline.start(of: place)
        else {
            cursor.move(to: .time(time))
            return
        }
        move(to: place)
        if start < wanted - Self.rounding { cursor.show(from: max(cursor.showFrom ?? wanted, wanted)) }
    }

    /// Goes on behind a place that was asked for, or is passed over.
    mutating func advance(past place: SegmentTimeline.Place) {
        guard let segment = tracker.timeline.segment(at: place.segment),
            let start = tracker.timeline.start(of: place)
        else { return }
        if let part = place.part {
            cursor.move(
                to: .part(segment.mediaSequence, part + 1), startingAt: start + segment.parts[part].duration)
        } else {
            cursor.move(
                to: .segment(segment.mediaSequence.addingSaturating(1)), startingAt: start + segment.duration)
        }
    }

    /// Jumps to `time`, as the viewer wants; what was under way is cancelled.
    mutating func jump(to time: MediaTime) {
        downloads.jumped()
        cursor.show(from: time)
        if isLowLatency { move(toMediaAt: time) } else { cursor.move(to: segment(containing: time)) }
        cursor.jumped(to: time)
    }

    /// Goes on at `time`, while what is under way stays.
    mutating func moveOn(to time: MediaTime) {
        downloads.setAhead(.zero)
        if isLowLatency { move(toMediaAt: time) } else { cursor.move(to: segment(containing: time)) }
        cursor.jumped(to: time)
    }

    /// Starts as another rendition than the one that played, from `time` on.
    mutating func start(at time: MediaTime, selection: Int) {
        cursor.start(segment(containing: time), at: time)
        role = .playing(selection: selection)
        if isLowLatency { move(toMediaAt: time) }
    }

    /// Goes on where a stream of the same rendition, or of a lower variant, was.
    mutating func succeed(_ old: PlaylistStream) {
        cursor.succeed(old.cursor)
        downloads.succeed(old.downloads)
        role = .playing(selection: old.selection)
        if let time = old.resume { move(toMediaAt: time) } else { cursor.awaitJoin() }
    }

    private func segment(containing time: MediaTime) -> SegmentCursor.Position {
        guard let playlist, let index = tracker.timeline.index(containing: time) else { return .time(time) }
        return .segment(playlist.segments[index].mediaSequence)
    }

    /// Takes back the requests from index `place` of those under way on, so that their media is asked for again.
    mutating func takeBack(from place: Int, _ orders: inout Orders) {
        guard let taken = downloads.takeBack(from: place), let first = taken.first else { return }
        for media in taken {
            if let slice = media.hinted { hints.drop(slice.download, &orders) }
        }
        cursor.takeBack(to: first)
    }

    /// Cancels everything that it has under way.
    func cancelAll(_ orders: inout Orders) {
        if let id = tracker.loading { orders.cancel(id) }
        orders.cancel(downloads.outstanding)
        hints.cancelAll(&orders)
    }
}
