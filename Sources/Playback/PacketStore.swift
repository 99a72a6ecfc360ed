import Base
import Devices
import MediaCore

/// Compressed media between demuxers and decoders. Bounded in time and bytes; a demuxer only waits
/// when every track it feeds has enough, so that badly interleaved tracks can't block each other.
final class PacketStore: Sendable {
    typealias Kind = TimelineMap.Kind

    enum Entry: Sendable {
        /// Open a decoder for this, or go on with the one there is; anew when media is missing
        /// between what came before and what follows.
        case track(Track, isContinued: Bool)
        case packet(Packet)
        /// Pictures alone: what was decoded so far is past. A key frame follows; pictures of this generation that
        /// are earlier than it are not wanted.
        case renewed(generation: Int, from: MediaTime?)
    }

    /// How much waits at most; the bytes of all tracks together.
    struct Bounds: Sendable, Hashable {
        var span: Duration
        var bytes: Int

        /// Of what plays: the decoders are never far behind.
        static let playing = Bounds(span: .seconds(6), bytes: 48 << 20)
        /// Of a hidden item: its next key frame must find room, however long a group of pictures is. What it is told
        /// to load keeps it far below this.
        static let hidden = Bounds(span: .seconds(30), bytes: 48 << 20)
    }

    struct Lane {
        var entries = FIFO<Entry>()
        /// Kept for who takes them again, where that may be.
        var taken = FIFO<Entry>()
        /// Of what lies before `taken`, or else before `entries`.
        var description: Entry?
        var bytes = 0
        /// Decode times at both ends.
        var first: MediaTime?
        var last: MediaTime?
        /// Nil: not yet known.
        var exists: Bool?
        var isRejected = false
        var isEnded = false

        /// Of media waiting.
        var span: Duration {
            guard let first, let last, !entries.isEmpty else { return .zero }
            return max(.zero, last - first)
        }

        mutating func note(_ gone: Entry) {
            if case .track = gone { description = gone }
        }
    }

    struct State {
        var video = Lane()
        var audio = Lane()
        var bounds = Bounds.playing
        var isCancelled = false

        subscript(kind: Kind) -> Lane {
            get { kind == .video ? video : audio }
            set { if kind == .video { video = newValue } else { audio = newValue } }
        }
    }

    let state = Monitor(State())
    /// Sound that was taken is kept until `trim`.
    private let keeps: Bool

    init(keepsTakenAudio: Bool = false, bounds: Bounds = .playing) {
        keeps = keepsTakenAudio
        state.withLock { $0.bounds = bounds }
    }

    /// Blocks while there is enough. False when cancelled.
    ///
    /// - Parameter feeding: the tracks that the caller feeds.
    func push(_ entry: Entry, _ kind: Kind, feeding: Set<Kind>) -> Bool {
        state.wait { state -> Bool? in
            if state.isCancelled { return false }
            let isFull = feeding.allSatisfy { state[$0].span >= state.bounds.span || state[$0].exists == false }
            if isFull || state.video.bytes + state.audio.bytes > state.bounds.bytes { return nil }
            // In place: a copy of the lane would copy its queue.
            if kind == .video { Self.add(entry, to: &state.video) } else { Self.add(entry, to: &state.audio) }
            return true
        }
    }

    /// Adds sound without waiting: what is more than `most` is forgotten from the front.
    func offer(_ entry: Entry, most: Duration = .seconds(60)) {
        state.update { state in
            guard !state.isCancelled else { return }
            if case .track = entry, state.audio.exists == nil { state.audio.exists = true }
            Self.add(entry, to: &state.audio)
            while state.audio.span > most || state.audio.bytes > state.bounds.bytes, let gone = Self.take(from: &state.audio) {
                state.audio.note(gone)
            }
        }
    }

    private static func add(_ entry: Entry, to lane: inout Lane) {
        lane.entries.append(entry)
        if case .packet(let packet) = entry {
            lane.bytes += packet.payload.byteCount
            if let time = packet.decode ?? packet.presentation {
                if lane.first == nil { lane.first = time }
                lane.last = time
            }
        }
    }

    /// Blocks for the next; nil at the end, when cancelled, or when told so at `wake`.
    ///
    /// - Parameter isHeld: the next may wait. Asked anew when packets come, and at `wake`.
    func pop(_ kind: Kind, unless isOver: () -> Bool = { false }, while isHeld: () -> Bool = { false }) -> Entry? {
        let result: Entry?? = state.wait { state -> Entry?? in
            if state.isCancelled || isOver() { return .some(nil) }
            if isHeld() { return nil }
            let entry = kind == .video ? Self.take(from: &state.video) : Self.take(from: &state.audio)
            if let entry {
                if keeps, kind == .audio { state.audio.taken.append(entry) }
                return .some(entry)
            }
            return state[kind].isEnded ? .some(nil) : nil
        }
        return result ?? nil
    }

    private static func take(from lane: inout Lane) -> Entry? {
        guard let entry = lane.entries.popFirst() else { return nil }
        if case .packet(let packet) = entry {
            lane.bytes -= packet.payload.byteCount
            lane.first = packet.decode ?? packet.presentation ?? lane.first
        }
        return entry
    }

    /// Those who wait look again.
    func wake() { state.update { _ in } }

    /// Of sound that may be taken again, forgets what lies before `time`; what nobody takes, too.
    func trim(before time: MediaTime, isIdle: Bool) {
        state.update { state in
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

    /// What was taken of the sound and not yet forgotten is there again, with what a decoder needs for it.
    func rewindAudio() {
        state.update { state in
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

    /// What is known about a track's existence.
    func setExists(_ exists: Bool, _ kind: Kind) {
        state.update { state in
            guard !state[kind].isRejected else { return }
            if kind == .video { state.video.exists = exists } else { state.audio.exists = exists }
        }
    }

    /// Nothing can decode it: from now on it does not exist, whatever containers say.
    func reject(_ kind: Kind) {
        state.update { state in
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
        state.update { state in
            if kind == .video { state.video.isEnded = true } else { state.audio.isEnded = true }
        }
    }

    func cancel() {
        state.update { state in
            state.isCancelled = true
            state.video = Lane()
            state.audio = Lane()
        }
    }

    /// Blocks until cancelled, or until told so at `wake`.
    func wait(until isOver: () -> Bool) {
        state.wait { $0.isCancelled || isOver() ? () : nil }
    }

    var bounds: Bounds { state.withLock { $0.bounds } }

    func setBounds(_ bounds: Bounds) {
        state.update { $0.bounds = bounds }
    }

    func exists(_ kind: Kind) -> Bool? { state.withLock { $0[kind].exists } }
    func span(_ kind: Kind) -> Duration { state.withLock { $0[kind].span } }
    func isEnded(_ kind: Kind) -> Bool { state.withLock { $0[kind].isEnded } }
    func isCancelled() -> Bool { state.withLock { $0.isCancelled } }
}
