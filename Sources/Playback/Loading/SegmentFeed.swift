import Base
import Devices
import HLS
import MediaCore

/// The segments of one stream in the order in which they are to be demuxed.
final class SegmentFeed: Sendable {
    struct Segment: Sendable {
        var request: MediaRequest
        var buffer: SegmentBuffer
        var initialization: SegmentBuffer?
        /// The file that it is: then nothing is in `buffer`.
        var file: FileSource?
        /// The input of the box that it is: then nothing is in `buffer`.
        var input: (any CaptureInput)?
        /// Whether it follows the segment before without a hole, in the same variant.
        var isContiguous: Bool
        /// Whether it is contiguous and of the same epoch: then decoders go on. At another epoch they
        /// start anew.
        var isContinued: Bool
    }

    private struct State {
        var segments = FIFO<Segment>()
        var last: Segment?
        /// The recent segments that are not known to be complete.
        var recent: [Segment] = []
        var isEnded = false
        var isCancelled = false
    }

    private let state = Monitor(State())

    /// Adds a segment that the session asks for; returns the buffer that its bytes go into: the old
    /// one when an interrupted download is asked for again.
    func append(
        _ request: MediaRequest, initialization: SegmentBuffer?, file: FileSource? = nil,
        input: (any CaptureInput)? = nil
    ) -> SegmentBuffer {
        state.update { state in
            state.recent.removeAll { $0.buffer.isOver }
            if let again = state.recent.first(where: {
                $0.buffer.ending == .interrupted && $0.request.isSame(as: request)
            }) {
                again.buffer.resume()
                return again.buffer
            }
            // The session has gone on without the interrupted downloads.
            for segment in state.recent where segment.buffer.ending == .interrupted {
                segment.buffer.finish(.lost)
            }
            let contiguous = state.last.map {
                !request.isFirst && request.follows($0.request) && $0.request.variant == request.variant
            }
            let segment = Segment(
                request: request, buffer: SegmentBuffer(isStream: request.isStream, isKept: false),
                initialization: initialization, file: file, input: input,
                isContiguous: contiguous ?? false,
                isContinued: contiguous == true && state.last?.request.epoch == request.epoch)
            state.segments.append(segment)
            state.last = segment
            state.recent.append(segment)
            return segment.buffer
        }
    }

    /// Notes that nothing more will be asked for: interrupted downloads stay so.
    func end() {
        state.update { state in
            for segment in state.recent where segment.buffer.ending == .interrupted {
                segment.buffer.finish(.complete)
            }
            state.isEnded = true
        }
    }

    func cancel() {
        state.update { state in
            state.isCancelled = true
            state.segments.forEach { $0.cancel() }
            for segment in state.recent { segment.cancel() }
        }
    }

    /// Takes the next segment, which may be empty as yet; blocks for it. Nil at the end.
    func next() -> Segment? {
        let result: Segment?? = state.wait { state -> Segment?? in
            if state.isCancelled { return .some(nil) }
            if let segment = state.segments.popFirst() { return .some(segment) }
            return state.isEnded ? .some(nil) : nil
        }
        return result ?? nil
    }

    /// Takes the next segment if one demuxer can read on to it from `segment`; nil at the end or when
    /// another demuxer is due. Blocks as `next` does.
    ///
    /// - Parameter within: only another part of the same segment.
    func next(after segment: Segment, within: Bool = false) -> Segment? {
        let result: Segment?? = state.wait { state -> Segment?? in
            if state.isCancelled { return .some(nil) }
            guard let next = state.segments.first else { return state.isEnded ? .some(nil) : nil }
            // It ends in the middle of a picture.
            if segment.isCut { return .some(nil) }
            if within, next.request.mediaSequence != segment.request.mediaSequence { return .some(nil) }
            guard next.isContiguous, next.request.epoch == segment.request.epoch,
                next.request.initialization == segment.request.initialization,
                next.request.container == segment.request.container,
                // Samples that a demuxer still holds must not meet the next segment's key or vector.
                next.request.encryption == segment.request.encryption
                    || !next.request.encryption.isOfSamples && !segment.request.encryption.isOfSamples
            else { return .some(nil) }
            return .some(state.segments.popFirst())
        }
        return result ?? nil
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }
}

extension SegmentFeed.Segment {
    fileprivate func cancel() {
        buffer.cancel()
        initialization?.cancel()
        file?.cancel()
        input?.cancel()
    }

    /// Whether it ends in the middle, and what follows does not go on from there.
    var isCut: Bool { buffer.ending == .left || buffer.ending == .lost }

    var position: TimelineMap.Position {
        TimelineMap.Position(
            epoch: request.epoch, start: request.start, duration: request.duration, isContiguous: isContiguous,
            request: request.id)
    }
}

extension MediaRequest {
    /// Whether this is the same request made again, from the same place; perhaps over another
    /// connection.
    func isSame(as other: MediaRequest) -> Bool {
        fetch.url == other.fetch.url && fetch.range == other.fetch.range && mediaSequence == other.mediaSequence
            && part == other.part && selection == other.selection && stream == other.stream && epoch == other.epoch
    }

    /// Whether it comes directly after `other`, by the numbers of the playlist that both are from.
    func follows(_ other: MediaRequest) -> Bool {
        if mediaSequence == other.mediaSequence { return other.part.map { $0 &+ 1 == part } ?? false }
        return other.mediaSequence &+ 1 == mediaSequence && (part ?? 0) == 0
    }

    /// Whether it is not a segment but a whole presentation of unknown length, whose bytes are not
    /// kept.
    var isStream: Bool { duration == .zero }
}
