import Base
import Devices
import MediaCore

/// Keeps the bytes of a file that opening it needed, such as the table of its samples: whoever plays it from another place
/// needs them again.
final class FileIndex: Sendable {
    private struct Block {
        var offset: Int
        var bytes: [UInt8]
    }

    private struct State {
        var blocks: [Block] = []
        var count = 0
        /// The time of its first picture or sample on the container's own timeline.
        var begin: MediaTime?
        var duration: Duration?
    }

    private let state = Locked(State())
    /// An index of a film of three hours has some 12 MB.
    private static let (mostBytes, mostBlocks) = (24 << 20, 64)

    init() {}

    /// The time of its first picture or sample on the container's own timeline; nil: it was never played from its
    /// beginning.
    var begin: MediaTime? { state.withLock { $0.begin } }

    func begins(at time: MediaTime) { state.withLock { $0.begin = time } }

    /// How long it is, where that had to be looked for; nil: it was not.
    var duration: Duration? { state.withLock { $0.duration } }

    func lasts(_ duration: Duration) { state.withLock { $0.duration = duration } }

    /// Keeps bytes that were read at this place.
    func note(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        state.withLock { state in
            guard state.count + bytes.count <= Self.mostBytes else { return }
            if let last = state.blocks.indices.last,
                state.blocks[last].offset + state.blocks[last].bytes.count == offset
            {
                state.blocks[last].bytes.append(contentsOf: bytes)
            } else if state.blocks.count < Self.mostBlocks {
                state.blocks.append(Block(offset: offset, bytes: Array(bytes)))
            } else {
                return
            }
            state.count += bytes.count
        }
    }

    /// Copies what is kept from this place on; zero: nothing is.
    func copy(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            let block = state.blocks.first { $0.offset <= offset && offset < $0.offset + $0.bytes.count }
            guard let block else { return 0 }
            let start = offset - block.offset
            let count = min(buffer.count, block.bytes.count - start)
            buffer.copyBytes(from: block.bytes[start..<start + count])
            return count
        }
    }
}
