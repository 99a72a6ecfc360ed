import CLinux
import Glibc

/// A thread of our own, with a name and a scheduling class. The only place that makes threads.
package struct NamedThread: ~Copyable, Sendable {
    package enum Scheduling: Sendable, Equatable {
        case normal
        /// `SCHED_FIFO` at this priority (1…99) where the process may; otherwise as `normal`.
        case realTime(priority: Int32)
    }

    private let thread: pthread_t

    /// Starts `body` on a new thread. `name` is cut to the kernel's 15 bytes.
    package init(
        _ name: String, scheduling: Scheduling = .normal, stackBytes: Int = 1 << 20,
        _ body: sending @escaping () -> Void
    ) throws(SystemCallError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackBytes)

        let start = Unmanaged.passRetained(Start(name: name, scheduling: scheduling, body: body))
        var thread = pthread_t()
        let result = pthread_create(&thread, &attributes, runThread, start.toOpaque())
        guard result == 0 else {
            start.release()
            throw SystemCallError(call: "pthread_create \(name)", errno: result)
        }
        self.thread = thread
    }

    /// Waits until the body has returned.
    package consuming func join() {
        pthread_join(thread, nil)
        discard self
    }

    deinit {
        pthread_detach(thread)
    }

    fileprivate final class Start {
        let name: String
        let scheduling: Scheduling
        let body: () -> Void

        init(name: String, scheduling: Scheduling, body: @escaping () -> Void) {
            self.name = name
            self.scheduling = scheduling
            self.body = body
        }
    }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<NamedThread.Start>.fromOpaque(argument).takeRetainedValue()
    _ = hearth_pthread_setname(String(start.name.prefix(15)))
    if case .realTime(let priority) = start.scheduling {
        var parameters = sched_param()
        parameters.sched_priority = priority
        // Without CAP_SYS_NICE or an rtprio limit this is refused: the thread then runs as any
        // other.
        _ = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
    }
    start.body()
    return nil
}
