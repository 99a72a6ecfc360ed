import Base

/// One look through the scan-out tap. A thread of its own empties the kernel's ring, so that the owner
/// may do something else meanwhile.
package final class ScanOutLooking: Looking {
    private let queue: FrameQueue
    private let thread: StoppableThread

    init(path: String, gaze: Gaze) throws {
        let queue = try FrameQueue()
        let source = try ScanOutSource(path: path, gaze: gaze)
        self.queue = queue
        thread = try StoppableThread("scan-out") { ending in
            do {
                while try source.waits(unless: ending) {
                    let (frames, lost) = try source.read()
                    queue.add(frames, lost: lost)
                }
            } catch {
                queue.fail(error)
            }
        }
    }

    deinit { stop() }

    package var lost: Int { queue.lost }

    package func next(timeout: Duration) throws -> SeenFrame? { try queue.next(timeout: timeout) }

    package func stop() { thread.stop() }
}
