import Base
import CLinux
import Devices
import Glibc
import MediaCore

/// The state that a headless display's thread shares with other threads.
final class HeadlessState: Sendable {
    private struct Values {
        var output: DisplayOutput
        var isOwner = true
        var statistics = DisplayStatistics()
        var scene: Scene?
        var isWoken = false
        var isStopping = false
        var stall: Duration = .zero
        var darkUntil = HostTime.zero
    }

    private let values: Locked<Values>
    private let wakeUp: EventDescriptor

    init(_ output: DisplayOutput) throws(SystemCallError) {
        values = Locked(Values(output: output))
        wakeUp = try EventDescriptor()
    }

    var output: DisplayOutput { values.withLock { $0.output } }
    var statistics: DisplayStatistics { values.withLock { $0.statistics } }
    /// The scene on the screen.
    var scene: Scene? { values.withLock { $0.scene } }
    var isStopping: Bool { values.withLock { $0.isStopping } }
    /// Whether the scene on the screen can be seen.
    var isVisible: Bool { values.withLock { $0.isOwner && $0.output.isConnected } }

    func count(_ change: (inout DisplayStatistics) -> Void) {
        values.withLock { change(&$0.statistics) }
    }

    func show(_ scene: Scene) {
        // The old scene is released outside the lock: its frames go back to their pools.
        _ = values.withLock { values in
            let old = values.scene
            values.scene = scene
            return old
        }
    }

    func wake() {
        values.withLock { $0.isWoken = true }
        wakeUp.signal()
    }

    func takeWake() -> Bool {
        values.withLock { values in
            defer { values.isWoken = false }
            return values.isWoken
        }
    }

    func stop() {
        values.withLock { $0.isStopping = true }
        wakeUp.signal()
    }

    func stall(_ duration: Duration) {
        values.withLock { $0.stall = duration }
    }

    func takeStall() -> Duration {
        values.withLock { values in
            defer { values.stall = .zero }
            return values.stall
        }
    }

    /// The time until which the mode is being changed and nothing is seen.
    var darkUntil: HostTime { values.withLock { $0.darkUntil } }

    func darken(until time: HostTime) {
        values.withLock { $0.darkUntil = max($0.darkUntil, time) }
    }

    /// Sets whether we own the screen; returns false when that was so already.
    func setOwnership(_ isOwner: Bool) -> Bool {
        values.withLock { values in
            defer { values.isOwner = isOwner }
            return values.isOwner != isOwner
        }
    }

    /// Changes the output; returns the new one, or nil when nothing changed.
    func changeOutput(_ change: (inout DisplayOutput) -> Void) -> DisplayOutput? {
        values.withLock { values in
            let old = values.output
            change(&values.output)
            return values.output == old ? nil : values.output
        }
    }

    /// Blocks until `wake` or `stop`, or until a time on the machine's clock; nil: there is none.
    func waitForWake(until time: HostTime?) {
        var descriptor = pollfd(fd: wakeUp.raw, events: Int16(POLLIN), revents: 0)
        guard let time else {
            poll(&descriptor, 1, -1)
            return wakeUp.drain()
        }
        let left = max(0, (time - MonotonicClock().now).nanoseconds)
        var timeout = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
        if ppoll(&descriptor, 1, &timeout, nil) > 0 { wakeUp.drain() }
    }
}
