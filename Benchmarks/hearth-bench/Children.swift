import Base
import Devices
import Glibc
import MediaCore

/// The programs that this one has started: none of them outlives it, whether it ends by itself, by a signal or
/// because its time is up.
enum Children {
    private static let running = Locked<Set<pid_t>>([])

    static func add(_ child: pid_t) { running.withLock { _ = $0.insert(child) } }
    static func remove(_ child: pid_t) { running.withLock { _ = $0.remove(child) } }

    static func killAll() {
        for child in running.withLock({ $0 }) { kill(child, SIGKILL) }
    }

    /// The write end of the pipe by which a signal's handler wakes the guard.
    nonisolated(unsafe) private static var bell: Int32 = -1

    /// Makes a signal, or the end of `seconds`, end this program and all that it has started.
    ///
    /// - Parameter cleanUp: called last, before this program ends
    static func guardRun(seconds: Int, cleanUp: @escaping @Sendable () -> Void) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchError("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        bell = ends[1]
        for name in [SIGINT, SIGTERM, SIGHUP] {
            signal(name) { _ in
                var byte: UInt8 = 1
                // One of the few calls that are safe in a signal handler.
                _ = write(Children.bell, &byte, 1)
            }
        }
        let heard = ends[0]
        // Lives as long as the process.
        _ = try NamedThread("bench-guard") {
            let end = MonotonicClock().now + .seconds(seconds)
            while MonotonicClock().now < end {
                var descriptor = pollfd(fd: heard, events: Int16(POLLIN), revents: 0)
                guard poll(&descriptor, 1, 1000) > 0 else { continue }
                say("ended by a signal")
                killAll()
                cleanUp()
                _exit(1)
            }
            say("ended: it took more than \(seconds) s")
            killAll()
            cleanUp()
            _exit(1)
        }
    }
}
