import Synchronization

/// A thread that belongs to an object which may be stopped from anywhere: it is joined once, by whoever
/// comes first.
package final class RunningThread: Sendable {
    private let thread: Mutex<NamedThread?>

    package init(_ thread: consuming sending NamedThread) {
        self.thread = Mutex(consume thread)
    }

    /// Waits until the thread's body has returned. Not from the thread itself.
    package func join() {
        let taken = thread.withLock { thread -> NamedThread? in
            let taken = thread.take()
            return taken
        }
        if let taken { taken.join() }
    }
}
