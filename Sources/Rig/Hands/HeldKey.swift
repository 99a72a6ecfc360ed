import Base
import Devices
import Glibc
import MediaCore

/// A key that is held: repeats its message, on a thread of its own, until it is let go.
package final class HeldKey {
    private final class LetGo: Sendable {
        let event: EventDescriptor

        init() throws(SystemCallError) { event = try EventDescriptor() }
    }

    private let letGo: LetGo
    private let thread: RunningThread

    /// - Parameters:
    ///   - start: when the key's message was sent first
    ///   - interval: from one message to the next
    ///   - again: sends the message; an error it throws ends the repeating, as with a remote whose
    ///     battery is empty
    package init(from start: HostTime, every interval: Duration, _ again: @escaping @Sendable () throws -> Void) throws
    {
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

    /// Ends the repeating; returns when no message will be sent any more.
    package func release() {
        letGo.event.signal()
        thread.join()
    }

    deinit { release() }
}
