import Base
import Devices
import Glibc
import MediaCore

/// Says again and again that a key is held, on a thread of its own, until it is let go.
package final class HeldKey {
    private final class LetGo: Sendable {
        let event: EventDescriptor

        init() throws(SystemCallError) { event = try EventDescriptor() }
    }

    private let letGo: LetGo
    private let thread: RunningThread

    /// - Parameters:
    ///   - start: when it was said first
    ///   - interval: from one time to the next
    ///   - again: says it; what it throws ends the repeating, as a remote without a battery would
    package init(from start: HostTime, every interval: Duration, _ again: @escaping @Sendable () throws -> Void) throws {
        let letGo = try LetGo()
        self.letGo = letGo
        thread = RunningThread(
            try NamedThread("held-key") {
                let clock = MonotonicClock()
                var next = start + interval
                while true {
                    let left = max(0, (next - clock.now).nanoseconds + 999_999) / 1_000_000
                    var wanted = pollfd(fd: letGo.event.raw, events: Int16(POLLIN), revents: 0)
                    if poll(&wanted, 1, Int32(clamping: left)) > 0 { return }
                    guard clock.now >= next else { continue }
                    do { try again() } catch { return }
                    next = next + interval
                }
            })
    }

    /// Returns when nothing more will be said.
    package func release() {
        letGo.event.signal()
        thread.join()
    }

    deinit { release() }
}
