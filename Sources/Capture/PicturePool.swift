import Base

/// Memory for pictures of one size, used again: fresh memory would cost a page fault for every 4 kB. From any thread.
final class PicturePool: Sendable {
    private struct Buffer: @unchecked Sendable {
        // Unchecked: who has taken it is the only one to use it.
        let memory: UnsafeMutablePointer<UInt8>
    }

    /// In bytes.
    let size: Int
    private let free = Locked<[Buffer]>([])
    /// More than ever wait: the queue's, the screen's and the corner's.
    private static let most = 8

    init(size: Int) { self.size = size }

    deinit { for buffer in free.withLock({ $0 }) { buffer.memory.deallocate() } }

    /// Takes memory, whose bytes are whatever they were.
    func take() -> UnsafeMutablePointer<UInt8> {
        free.withLock { $0.popLast() }?.memory ?? .allocate(capacity: size)
    }

    /// Gives back what `take` gave.
    func give(_ memory: UnsafeMutablePointer<UInt8>) {
        let buffer = Buffer(memory: memory)
        let isKept = free.withLock { free in
            guard free.count < Self.most else { return false }
            free.append(buffer)
            return true
        }
        if !isKept { memory.deallocate() }
    }
}
