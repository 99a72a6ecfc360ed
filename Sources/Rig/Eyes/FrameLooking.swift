import Base

/// One look through a source of frames. A thread of its own empties the source, so that the owner may
/// do something else meanwhile.
package final class FrameLooking: Looking {
    private let queue: FrameQueue
    private let thread: RunningThread

    init(_ source: sending any FrameSource) throws {
        let queue = try FrameQueue()
        self.queue = queue
        thread = RunningThread(try NamedThread("hearth-eyes") { queue.fill(from: source) })
    }

    deinit { stop() }

    package var lost: Int { queue.lost }

    package func next(timeout: Duration) throws -> SeenFrame? { try queue.next(timeout: timeout) }

    package func stop() {
        queue.end()
        thread.join()
    }
}
