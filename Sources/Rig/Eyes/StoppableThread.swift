import Base

/// A thread that waits on descriptors, among them one that becomes readable when the thread shall
/// end.
final class StoppableThread: Sendable {
    private final class Ending: Sendable {
        let event: EventDescriptor
        init() throws(SystemCallError) { event = try EventDescriptor() }
    }

    private let ending: Ending
    private let thread: RunningThread

    /// - Parameter body: the thread's work; gets the descriptor to poll beside its own
    init(_ name: String, _ body: sending @escaping (Int32) -> Void) throws(SystemCallError) {
        let ending = try Ending()
        self.ending = ending
        thread = RunningThread(try NamedThread(name) { body(ending.event.raw) })
    }

    deinit { stop() }

    /// Makes the thread end; returns when `body` has returned.
    func stop() {
        ending.event.signal()
        thread.join()
    }
}
