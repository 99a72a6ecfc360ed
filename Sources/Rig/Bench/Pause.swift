import Devices
import Glibc
import MediaCore

/// Waits, so that the board runs on; never spins, which would stop a simulated clock for ever.
package func pause(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return }
    var wanted = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var left = timespec()
    while nanosleep(&wanted, &left) == -1, errno == EINTR { wanted = left }
}

/// Asks `condition` every `interval` until it is not nil; nil after `timeout`. Like stb-tester's
/// `wait_until`.
package func waitUntil<Value>(
    timeout: Duration = .seconds(10), interval: Duration = .milliseconds(100), _ condition: () throws -> Value?
) rethrows -> Value? {
    let clock = MonotonicClock()
    let deadline = clock.now + timeout
    while true {
        if let value = try condition() { return value }
        guard clock.now < deadline else { return nil }
        pause(interval)
    }
}
