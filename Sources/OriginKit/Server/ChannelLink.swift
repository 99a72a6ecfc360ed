import Base
import Glibc

/// The bandwidth that all requests to a channel share: it says for each chunk when it may go.
final class ChannelLink: Sendable {
    /// The time at which the link is free again, in nanoseconds of CLOCK_MONOTONIC.
    private let freeAt = Locked<UInt64>(0)

    /// The nanoseconds to wait before `bytes` may be sent at `kilobits` a second.
    func wait(bytes: Int, kilobits: Int) -> UInt64 {
        let now = monotonicNanoseconds()
        let cost = UInt64(bytes) * 8_000_000 / UInt64(max(kilobits, 1))
        return freeAt.withLock { free in
            let start = max(free, now)
            free = start + cost
            return start + cost - now
        }
    }

    private func monotonicNanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
