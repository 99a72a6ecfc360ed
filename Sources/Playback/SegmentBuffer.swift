import Base
import Devices
import HLS

/// The bytes of one download while they arrive: filled on the fetcher's thread, read on a demuxer's,
/// by any number of readers.
final class SegmentBuffer: Sendable {
    enum Ending: Sendable, Hashable {
        /// All is here, or all that will come.
        case complete
        /// It broke off; the session may ask for it again.
        case interrupted
    }

    private struct State {
        var pieces: [[UInt8]] = []
        var count = 0
        var ending: Ending?
        /// Bytes of a repeated download that are here already.
        var repeated = 0
        var isCancelled = false
    }

    private let state = Monitor(State())

    var byteCount: Int { state.withLock { $0.count } }
    var ending: Ending? { state.withLock { $0.ending } }

    func append(_ bytes: [UInt8]) {
        state.update { state in
            guard state.ending == nil else { return }
            guard !bytes.isEmpty else { return }
            let skip = min(state.repeated, bytes.count)
            state.repeated -= skip
            guard skip < bytes.count else { return }
            state.pieces.append(skip == 0 ? bytes : Array(bytes.dropFirst(skip)))
            state.count += bytes.count - skip
        }
    }

    func finish(_ ending: Ending) {
        state.update { $0.ending = $0.ending == .complete ? .complete : ending }
    }

    /// The same bytes are coming again, from the first on.
    func resume() {
        state.update { state in
            guard state.ending == .interrupted else { return }
            state.ending = nil
            state.repeated = state.count
        }
    }

    /// Readers get no more.
    func cancel() {
        state.update { $0.isCancelled = true }
    }

    /// A reader's place.
    struct Cursor: Sendable {
        fileprivate var piece = 0
        fileprivate var offset = 0
    }

    /// Blocks until there is a byte at `cursor`, or none will come.
    func read(into buffer: UnsafeMutableRawBufferPointer, at cursor: inout Cursor) -> ByteSourceResult {
        var place = cursor
        let result: ByteSourceResult = state.wait { state in
            if state.isCancelled { return .cancelled }
            guard place.piece < state.pieces.count else {
                return state.ending == .complete ? .end : nil
            }
            let piece = state.pieces[place.piece]
            let count = min(buffer.count, piece.count - place.offset)
            piece.withUnsafeBytes { bytes in
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[place.offset..<place.offset + count]))
            }
            place.offset += count
            if place.offset == piece.count {
                place.piece += 1
                place.offset = 0
            }
            return count == 0 ? nil : .bytes(count)
        }
        cursor = place
        return result
    }
}
