import Base
import Devices
import MediaCore
import Synchronization

/// Compressed media between demuxers and decoders. Bounded in time and bytes; a demuxer only waits
/// when every track it feeds has enough, so that badly interleaved tracks can't block each other.
final class PacketStore: Sendable {
    typealias Kind = TimelineMap.Kind

    enum Entry: Sendable {
        /// Open a decoder for this track, or go on with the one there is; a new one is needed when media is missing
        /// between what came before and what follows.
        case track(Track, isContinued: Bool)
        case packet(Packet)
        /// The pictures decoded so far are past (never for sound). A key frame follows; pictures of this generation
        /// that are earlier than it are not wanted.
        case generation(Int, from: MediaTime?)
        /// Media is missing between what came before and what follows (never for sound). Nobody takes what follows
        /// until `slideVideo` has dropped what came before: decoded in one go, it would be played as if it belonged
        /// together.
        case gap
    }

    /// The most that may wait: a duration for each track, and the bytes of all tracks together.
    struct Bounds: Sendable, Hashable {
        var span: Duration
        var bytes: Int

        /// The bounds of an item that plays: its decoders are never far behind.
        static let playing = Bounds(span: .seconds(6), bytes: 48 << 20)
        /// The bounds of a hidden item: its next key frame must find room, however long a group of pictures is. What
        /// it is told to load keeps it far below this.
        static let hidden = Bounds(span: .seconds(30), bytes: 48 << 20)
    }

    struct Queue {
        var entries = FIFO<Entry>()
        /// Entries that were taken, kept where they may be taken again.
        var taken = FIFO<Entry>()
        /// The track entry in force before `taken`, or else before `entries`.
        var description: Entry?
        var bytes = 0
        /// The decode times at both ends.
        var first: MediaTime?
        var last: MediaTime?
        /// The time of the key frame that was taken last.
        var takenKey: MediaTime?
        /// Whether the track exists; nil: not yet known.
        var exists: Bool?
        var isRejected = false
        var isEnded = false

        /// The duration of the media that waits.
        var span: Duration {
            guard let first, let last, !entries.isEmpty else { return .zero }
            return max(.zero, last - first)
        }

        mutating func note(_ gone: Entry) {
            if case .track = gone { description = gone }
        }
    }

    struct State {
        var video = Queue()
        var audio = Queue()
        var bounds = Bounds.playing
        /// The run of decoding that takes pictures; nil while none does.
        var run: Int?
        var isCancelled = false

        /// What decides whether those go on who wait for packets, or for room: an entry behind others changes nothing.
        var mark: Mark {
            Mark(
                hasVideo: !video.entries.isEmpty, hasAudio: !audio.entries.isEmpty,
                isVideoFull: video.span >= bounds.span, isAudioFull: audio.span >= bounds.span, isHeavy: isHeavy)
        }

        struct Mark: Equatable {
            var hasVideo: Bool
            var hasAudio: Bool
            var isVideoFull: Bool
            var isAudioFull: Bool
            var isHeavy: Bool
        }

        /// Whether more bytes wait than may.
        var isHeavy: Bool { video.bytes + audio.bytes > bounds.bytes }

        subscript(kind: Kind) -> Queue {
            get { kind == .video ? video : audio }
            set { if kind == .video { video = newValue } else { audio = newValue } }
        }
    }

    private let state = Monitor(State())
    private let levels = (video: Level(), audio: Level())
    /// Whether sound that was taken is kept until `trim`.
    private let keeps: Bool

    init(keepsTakenAudio: Bool = false, bounds: Bounds = .playing) {
        keeps = keepsTakenAudio
        state.withLock { $0.bounds = bounds }
    }

    /// What is known of a queue, to be read without its lock: the display's thread asks at every vblank.
    private final class Level: Sendable {
        enum Existence: UInt8, AtomicRepresentable { case unknown, absent, present }

        let existence = Atomic(Existence.unknown)
        /// In nanoseconds.
        let span = Atomic<Int64>(0)
        let isEnded = Atomic(false)

        func follow(_ queue: Queue) {
            existence.store(queue.exists.map { $0 ? .present : .absent } ?? .unknown, ordering: .releasing)
            span.store(queue.span.nanoseconds, ordering: .releasing)
            isEnded.store(queue.isEnded, ordering: .releasing)
        }
    }

    /// Reads the state.
    func read<Result>(_ body: (State) -> Result) -> Result { state.withLock { body($0) } }

    /// Changes the state and wakes all who wait.
    func change(_ body: (inout State) -> Void) {
        state.update { state in
            body(&state)
            publish(state)
        }
    }

    /// Blocks until `body` returns a value; it is called at once and after every change. It adds or takes an entry, or
    /// changes nothing.
    private func wait<Result>(_ body: (inout State) -> Result?) -> Result {
        state.wait(ifChanged: { $0.mark }) { state in
            let result = body(&state)
            if result != nil { publish(state) }
            return result
        }
    }

    private func publish(_ state: borrowing State) {
        levels.video.follow(state.video)
        levels.audio.follow(state.audio)
    }

    /// Adds an entry; blocks while there is enough. False when cancelled.
    ///
    /// - Parameter feeding: the tracks that the caller feeds.
    func push(_ entry: Entry, _ kind: Kind, feeding: Set<Kind>) -> Bool {
        wait { state -> Bool? in
            if state.isCancelled { return false }
            let isFull = feeding.allSatisfy { state[$0].span >= state.bounds.span || state[$0].exists == false }
            if isFull || state.isHeavy { return nil }
            // Changed in place: a copy of the queue would copy its entries.
            if kind == .video { Self.add(entry, to: &state.video) } else { Self.add(entry, to: &state.audio) }
            return true
        }
    }

    /// Adds sound without waiting: what is more than `most` is forgotten from the front.
    func offer(_ entry: Entry, most: Duration = .seconds(60)) {
        change { state in
            guard !state.isCancelled else { return }
            if case .track = entry, state.audio.exists == nil { state.audio.exists = true }
            Self.add(entry, to: &state.audio)
            while state.audio.span > most || state.audio.bytes > state.bounds.bytes,
                let gone = Self.take(from: &state.audio)
            {
                state.audio.note(gone)
            }
        }
    }

    private static func add(_ entry: Entry, to queue: inout Queue) {
        queue.entries.append(entry)
        if case .packet(let packet) = entry {
            queue.bytes += packet.payload.byteCount
            if let time = packet.decode ?? packet.presentation {
                if queue.first == nil { queue.first = time }
                queue.last = time
            }
        }
    }

    /// Takes the next entry; blocks for it. Nil at the end, when cancelled, or when told so at `wake`.
    ///
    /// - Parameters:
    ///   - run: the caller's run of decoding: nil is returned when that is over.
    ///   - isHeld: the next may wait. Asked anew at `wake`, and when packets are dropped.
    func pop(
        _ kind: Kind, of run: Int? = nil, unless isOver: () -> Bool = { false }, while isHeld: () -> Bool = { false }
    ) -> Entry? {
        let result: Entry?? = wait { state -> Entry?? in
            if state.isCancelled || isOver() || run != nil && run != state.run { return .some(nil) }
            if isHeld() { return nil }
            if kind == .video, case .gap = state.video.entries.first { return nil }
            let entry = kind == .video ? Self.take(from: &state.video) : Self.take(from: &state.audio)
            if let entry {
                if keeps, kind == .audio { state.audio.taken.append(entry) }
                return .some(entry)
            }
            return state[kind].isEnded ? .some(nil) : nil
        }
        return result ?? nil
    }

    private static func take(from queue: inout Queue) -> Entry? {
        guard let entry = queue.entries.popFirst() else { return nil }
        if case .packet(let packet) = entry {
            queue.bytes -= packet.payload.byteCount
            queue.first = packet.decode ?? packet.presentation ?? queue.first
            if packet.isKey { queue.takenKey = packet.presentation ?? packet.decode }
        }
        return entry
    }

    /// Makes all waiting callers test their conditions again.
    func wake() { change { _ in } }

    /// Forgets taken sound before `time`; with `isIdle`, as nobody takes any, also sound that waits.
    func trim(before time: MediaTime, isIdle: Bool) {
        change { state in
            while let entry = state.audio.taken.first, !Self.isLater(entry, time) {
                _ = state.audio.taken.popFirst()
                state.audio.note(entry)
            }
            while isIdle, let entry = state.audio.entries.first, !Self.isLater(entry, time) {
                _ = Self.take(from: &state.audio)
                state.audio.note(entry)
            }
        }
    }

    static func isLater(_ entry: Entry, _ time: MediaTime) -> Bool {
        if case .packet(let packet) = entry, let start = packet.decode ?? packet.presentation { return start >= time }
        return false
    }

    /// Puts back all sound that was taken and not yet forgotten, with what a decoder needs for it.
    func rewindAudio() {
        change { state in
            var entries = FIFO<Entry>()
            if let description = state.audio.description { entries.append(description) }
            state.audio.taken.forEach { entry in
                entries.append(entry)
                if case .packet(let packet) = entry { state.audio.bytes += packet.payload.byteCount }
            }
            state.audio.entries.forEach { entries.append($0) }
            state.audio.entries = entries
            state.audio.taken.removeAll()
            state.audio.first = nil
            entries.forEach { entry in
                if case .packet(let packet) = entry, state.audio.first == nil {
                    state.audio.first = packet.decode ?? packet.presentation
                }
            }
        }
    }

    /// Notes whether a track exists.
    func setExists(_ exists: Bool, _ kind: Kind) {
        change { state in
            guard !state[kind].isRejected else { return }
            if kind == .video { state.video.exists = exists } else { state.audio.exists = exists }
        }
    }

    /// Rejects a track that nothing can decode: from now on it does not exist, whatever containers say.
    func reject(_ kind: Kind) {
        change { state in
            if kind == .video {
                state.video.exists = false
                state.video.isRejected = true
            } else {
                state.audio.exists = false
                state.audio.isRejected = true
            }
        }
    }

    func end(_ kind: Kind) {
        change { state in
            if kind == .video { state.video.isEnded = true } else { state.audio.isEnded = true }
        }
    }

    func cancel() {
        change { state in
            state.isCancelled = true
            state.video = Queue()
            state.audio = Queue()
        }
    }

    var bounds: Bounds { read { $0.bounds } }

    func setBounds(_ bounds: Bounds) {
        change { $0.bounds = bounds }
    }

    var isCancelled: Bool { read { $0.isCancelled } }

    // MARK: Runs of decoding

    /// Begins a run of decoding pictures, or, with nil, ends the one there is. Each has a number of its own.
    func setRun(_ run: Int?) {
        change { $0.run = run }
    }

    /// Blocks until pictures are to be decoded, and returns the number of that run; nil when cancelled.
    func nextRun() -> Int? {
        let result: Int?? = wait { $0.isCancelled ? .some(nil) : $0.run.map { .some($0) } }
        return result ?? nil
    }

    func isOver(_ run: Int) -> Bool { read { $0.isCancelled || $0.run != run } }

    /// Blocks until a run is over.
    func waitUntilOver(_ run: Int) {
        wait { $0.isCancelled || $0.run != run ? () : nil }
    }

    // MARK: Levels, without a lock

    func exists(_ kind: Kind) -> Bool? {
        switch self[kind].existence.load(ordering: .acquiring) {
        case .unknown: nil
        case .absent: false
        case .present: true
        }
    }

    /// The duration of the media that waits.
    func span(_ kind: Kind) -> Duration { .nanoseconds(self[kind].span.load(ordering: .acquiring)) }
    func isEnded(_ kind: Kind) -> Bool { self[kind].isEnded.load(ordering: .acquiring) }

    private subscript(kind: Kind) -> Level { kind == .video ? levels.video : levels.audio }
}
