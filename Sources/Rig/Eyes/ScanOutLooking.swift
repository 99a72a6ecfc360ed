import Base

/// One look through the scan-out tap. A thread of its own empties the kernel's ring, so that the owner
/// may do something else meanwhile.
package final class ScanOutLooking: Looking {
    private let queue: ScanOutQueue
    private let thread: RunningThread

    init(path: String, gaze: Gaze) throws {
        let queue = try ScanOutQueue()
        let source = try ScanOutSource(path: path, gaze: gaze)
        self.queue = queue
        thread = RunningThread(try NamedThread("scan-out") { queue.fill(from: source) })
    }

    deinit { stop() }

    package var lost: Int { queue.lost }

    package func next(timeout: Duration) throws -> SeenFrame? { try queue.next(timeout: timeout) }

    package func stop() {
        queue.end()
        thread.join()
    }
}
