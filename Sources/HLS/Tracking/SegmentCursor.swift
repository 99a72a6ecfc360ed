import MediaCore

/// Says what a stream loads next, and how that is shown.
struct SegmentCursor: Sendable {
    enum Position: Sendable, Hashable {
        /// The place where the session starts, or rejoins.
        case join
        /// The segment that plays at this time.
        case time(MediaTime)
        case segment(UInt64)
        /// The segment of this number, of which so many parts were loaded.
        case part(UInt64, Int)

        /// The segment of a number, or one of its parts.
        init(_ number: UInt64, part: Int?) {
            self = part.map { .part(number, $0) } ?? .segment(number)
        }
    }

    private(set) var position = Position.join
    /// The end of the last segment that was asked for.
    private(set) var nextStart: MediaTime?
    /// Whether the next request continues nothing: it is the first after the start, a seek or a jump.
    private(set) var isFirst = true
    /// Nothing before this is shown of the next request.
    private(set) var showFrom: MediaTime?
    /// The place where the stream last joined or jumped to: renditions join there too.
    private(set) var joinedAt: MediaTime?
    /// The time from which the segment at `joinedAt` is shown, if not from its start.
    private(set) var joinShowFrom: MediaTime?

    /// The number of the segment to be loaded; nil before it is known.
    var number: UInt64? {
        switch position {
        case .segment(let number), .part(let number, _): number
        case .join, .time: nil
        }
    }

    /// Moves the cursor; what follows continues what was loaded before.
    mutating func move(to position: Position) { self.position = position }

    /// Moves the cursor to media that begins at `start`, when that is known.
    mutating func move(to position: Position, startingAt start: MediaTime?) {
        self.position = position
        nextStart = start
    }

    /// Shows nothing of the next request before `time`; nil: all of it.
    mutating func show(from time: MediaTime?) { showFrom = time }

    /// Notes that what comes next was asked for.
    mutating func asked() {
        isFirst = false
        showFrom = nil
    }

    /// Goes back to a request, so that its media is asked for again.
    mutating func takeBack(to media: MediaRequest) {
        move(to: Position(media.mediaSequence, part: media.part), startingAt: media.start)
        isFirst = media.isFirst
        showFrom = media.showFrom
    }

    /// Continues nothing of what was loaded before.
    mutating func beginAnew() {
        isFirst = true
        showFrom = nil
    }

    /// Goes on with a later segment, as what was to come next is not listed any more.
    mutating func skip(to number: UInt64) {
        position = .segment(number)
        isFirst = true
    }

    /// Waits to be placed where a new viewer would join.
    mutating func awaitJoin() { position = .join }

    /// Waits to be placed, behind media that ended at `end`, when that is known.
    mutating func rejoin(after end: MediaTime?) {
        if let end { nextStart = end }
        position = .join
        beginAnew()
    }

    /// Waits to be placed, after media was held back.
    mutating func release() {
        position = .join
        joinShowFrom = nil
    }

    /// Notes the place where the stream joined, and the time from which that is shown.
    mutating func joined(at time: MediaTime, showFrom: MediaTime?) {
        joinedAt = time
        self.showFrom = showFrom
        joinShowFrom = showFrom
    }

    /// Starts as another rendition than before, from the play position.
    mutating func start(_ position: Position, at time: MediaTime) {
        move(to: position, startingAt: time)
        joinedAt = time
    }

    /// Notes a jump of the viewer's: all begins at `time`.
    mutating func jumped(to time: MediaTime) {
        isFirst = true
        showFrom = time
        joinShowFrom = time
        joinedAt = time
        nextStart = time
    }

    /// Shows all of what comes next, also for those that join here.
    mutating func showAll() {
        showFrom = nil
        joinShowFrom = nil
    }

    /// Continues what another cursor did, in another playlist: the place is still to be found there.
    mutating func succeed(_ old: SegmentCursor) {
        isFirst = old.isFirst
        showFrom = old.showFrom
        nextStart = old.nextStart
        joinedAt = old.joinedAt
        joinShowFrom = old.joinShowFrom
    }
}
