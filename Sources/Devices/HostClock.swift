import Glibc
import MediaCore

/// The machine's monotonic clock, or one that a test moves by hand.
package protocol HostClock: Sendable {
    var now: HostTime { get }
    /// Sleeps until `now` has reached `deadline`; throws `CancellationError` when cancelled.
    func sleep(until deadline: HostTime) async throws
}

extension HostClock {
    package func sleep(for duration: Duration) async throws {
        try await sleep(until: now + duration)
    }
}

/// The kernel's clock `CLOCK_MONOTONIC`.
package struct MonotonicClock: HostClock {
    package init() {}

    package var now: HostTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package func sleep(until deadline: HostTime) async throws {
        try await Task.sleep(for: deadline - now)
    }
}
