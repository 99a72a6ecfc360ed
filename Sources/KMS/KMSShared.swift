import Base
import Devices
import MediaCore

/// The state that the display's thread shares with other threads.
final class KMSShared: Sendable {
    private struct Values {
        /// The output; without a TV that of a common one, to keep its pace.
        var output = DisplayOutput(
            isConnected: false, size: PixelSize(width: 1920, height: 1080), refreshRate: 60, name: "no TV")
        var statistics = DisplayStatistics()
        var scene: Scene?
        var isWoken = false
        var isStopping = false
        var frameRate: Double?
    }

    let events: AsyncStream<DisplayEvent>.Continuation
    private let values = Locked(Values())
    private let wakeUp: EventDescriptor

    init(_ events: AsyncStream<DisplayEvent>.Continuation) throws(SystemCallError) {
        self.events = events
        wakeUp = try EventDescriptor()
    }

    /// The descriptor that is readable after `wake`, `stop` or `request`.
    var descriptor: Int32 { wakeUp.raw }
    func drain() { wakeUp.drain() }

    var output: DisplayOutput { values.withLock { $0.output } }
    var statistics: DisplayStatistics { values.withLock { $0.statistics } }
    /// The scene on the screen.
    var scene: Scene? { values.withLock { $0.scene } }
    var isStopping: Bool { values.withLock { $0.isStopping } }
    /// The content's rate, to be followed.
    var frameRate: Double? { values.withLock { $0.frameRate } }

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

    func change(output: DisplayOutput) {
        let isNew = values.withLock { values in
            defer { values.output = output }
            return values.output != output
        }
        if isNew { events.yield(.outputChanged(output)) }
    }

    /// Why there is no device to drive; nil: there is one, whose TV `change(output:)` tells.
    func change(trouble: String?) {
        var output = output
        (output.isConnected, output.name, output.trouble) = (false, trouble == nil ? "no TV" : "no screen", trouble)
        change(output: output)
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

    func request(frameRate: Double?) {
        values.withLock { $0.frameRate = frameRate }
        wakeUp.signal()
    }
}
