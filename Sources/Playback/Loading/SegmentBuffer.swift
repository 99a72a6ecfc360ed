import Base
import Devices
import HLS

/// The bytes of one download while they arrive: filled on the fetcher's thread, read on a demuxer's.
/// An initialization section's bytes stay for any number of readers; those of media are dropped once
/// their one reader has them.
final class SegmentBuffer: Sendable {
    enum Ending: Sendable, Hashable {
        /// All bytes are here, or all that will come.
        case complete
        /// It is left in the middle: the rest is not wanted.
        case left
        /// It broke off in the middle, and the session has gone on without the rest.
        case lost
        /// The download broke off; the session may ask for it again.
        case interrupted
    }

    private struct State {
        var pieces: [[UInt8]] = []
        /// The number of pieces that are no longer there.
        var droppedPieces = 0
        /// The bytes of a stream that are not yet read.
        var waiting = 0
        var isFull = false
        /// What of `isFull` was told, and whether a thread is telling it.
        var toldFull = false
        var isTelling = false
        var pace: (@Sendable (_ isFull: Bool) -> Void)?
        var count = 0
        var ending: Ending?
        /// The bytes of a repeated download that are here already.
        var repeated = 0
        var isCancelled = false
        /// Whether its one reader is done with it.
        var isLeft = false
        /// Whether no more is asked for, for now.
        var isHeld = false
        /// Whether the reader was told to say that it has read all of that.
        var hasToldHeld = false
        var exhausted: (@Sendable () -> Void)?

        /// Whether nothing will be added to what is here.
        var isOver: Bool { ending != nil && ending != .interrupted }
    }

    private enum Step {
        case result(ByteSourceResult)
        /// All that is asked for was read.
        case exhausted
    }

    private let state = Monitor(State())
    private let isStream: Bool
    /// Whether bytes that were read stay.
    private let isKept: Bool
    /// The number of waiting bytes at which the download rests, until half of them are read.
    private let most: Int
    /// A stream comes as fast as it is played, or from a file; a segment that is fetched ahead is there whole, unless
    /// it is of a size at which four of them would fill the memory.
    private static let (mostOfStream, mostOfSegment) = (8 << 20, 24 << 20)

    init(isStream: Bool = false, isKept: Bool = true) {
        self.isStream = isStream
        self.isKept = isKept && !isStream
        most = isStream ? Self.mostOfStream : Self.mostOfSegment
    }

    /// Sets a closure that is told when too much waits and when there is room again; called from any
    /// thread.
    func pace(_ pace: @escaping @Sendable (_ isFull: Bool) -> Void) {
        guard !isKept else { return }
        // Whoever is new has been told nothing.
        state.withLock { ($0.pace, $0.toldFull) = (pace, false) }
        tellPace()
    }

    /// Tells whether it is full, outside the lock, as what is told may come back here; the last that is told is what
    /// holds, whichever threads fill and read.
    private func tellPace() {
        while true {
            let told: ((Bool) -> Void, Bool)? = state.withLock { state in
                guard !state.isTelling, state.toldFull != state.isFull, let pace = state.pace else { return nil }
                state.isTelling = true
                state.toldFull = state.isFull
                return (pace, state.isFull)
            }
            guard let (pace, isFull) = told else { return }
            pace(isFull)
            state.withLock { $0.isTelling = false }
        }
    }

    var byteCount: Int { state.withLock { $0.count } }
    var ending: Ending? { state.withLock { $0.ending } }
    /// Whether nothing will be added to what is here.
    var isOver: Bool { state.withLock { $0.isOver } }

    func append(_ bytes: [UInt8]) {
        state.update { state in
            guard state.ending == nil else { return }
            guard !bytes.isEmpty else { return }
            let skip = min(state.repeated, bytes.count)
            state.repeated -= skip
            guard skip < bytes.count else { return }
            state.isHeld = false
            state.hasToldHeld = false
            state.count += bytes.count - skip
            guard !state.isLeft else { return }
            state.pieces.append(skip == 0 ? bytes : Array(bytes.dropFirst(skip)))
            guard !isKept else { return }
            state.waiting += bytes.count - skip
            if state.waiting > most { state.isFull = true }
        }
        tellPace()
    }

    /// Notes that no more is asked for, for now.
    func hold() { state.update { $0.isHeld = true } }

    /// Sets a closure that is called, on the reader's thread, when a reader has read all that is asked for.
    func whenExhausted(_ body: @escaping @Sendable () -> Void) { state.update { $0.exhausted = body } }

    func finish(_ ending: Ending) {
        state.update { if !$0.isOver { $0.ending = ending } }
    }

    /// Prepares for the same bytes coming again, from the first on.
    func resume() {
        state.update { state in
            guard state.ending == .interrupted else { return }
            state.ending = nil
            state.repeated = state.count
        }
    }

    /// Notes that its one reader is done, perhaps in the middle: what is here and what still comes is not kept, and
    /// keeps no download from its end.
    func leave() {
        guard !isKept else { return }
        state.update { state in
            state.isLeft = true
            state.droppedPieces += state.pieces.count
            state.pieces = []
            state.waiting = 0
            state.isFull = false
        }
        tellPace()
    }

    /// Ends reading: readers get no more.
    func cancel() {
        state.update { state in
            state.isCancelled = true
            state.exhausted = nil
            state.pace = nil
        }
    }

    /// A reader's place.
    struct Cursor: Sendable {
        fileprivate var piece = 0
        fileprivate var offset = 0
    }

    /// Blocks until there is a byte at `cursor`, or none will come.
    func read(into buffer: UnsafeMutableRawBufferPointer, at cursor: inout Cursor) -> ByteSourceResult {
        while true {
            switch step(into: buffer, at: &cursor) {
            case .result(let result): return result
            case .exhausted: state.withLock { $0.exhausted }?()
            }
        }
    }

    private func step(into buffer: UnsafeMutableRawBufferPointer, at cursor: inout Cursor) -> Step {
        var place = cursor
        let result: Step = state.wait { state in
            if state.isCancelled { return .result(.cancelled) }
            let index = place.piece - state.droppedPieces
            guard index < state.pieces.count else {
                if state.isOver { return .result(.end) }
                guard state.isHeld, !state.hasToldHeld else { return nil }
                state.hasToldHeld = true
                return .exhausted
            }
            guard index >= 0 else { return .result(.end) }
            let piece = state.pieces[index]
            let count = min(buffer.count, piece.count - place.offset)
            piece.withUnsafeBytes { bytes in
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[place.offset..<place.offset + count]))
            }
            place.offset += count
            if place.offset == piece.count {
                place.piece += 1
                place.offset = 0
            }
            if !isKept {
                paced(count, &state)
                Self.drop(before: place, &state)
            }
            return count == 0 ? nil : .result(.bytes(count))
        }
        cursor = place
        if !isKept { tellPace() }
        return result
    }

    /// Notes that bytes were read, and will not be again.
    private func paced(_ count: Int, _ state: inout State) {
        state.waiting -= count
        if state.waiting < most / 2 { state.isFull = false }
    }

    private static func drop(before place: Cursor, _ state: inout State) {
        let done = place.piece - state.droppedPieces
        // The bytes are dropped at once, their places in the list now and then.
        if done > 0 { state.pieces[done - 1] = [] }
        if done >= 256 {
            state.pieces.removeFirst(done)
            state.droppedPieces += done
        }
    }
}
