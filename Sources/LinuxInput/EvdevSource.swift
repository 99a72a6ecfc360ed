import Base
import Devices
import Synchronization

/// The source of all remotes and keyboards that the kernel has as event devices, as they come and
/// go.
///
/// It works with and without udev: the thread `hearth-input` watches the folder of the nodes
/// itself.
package final class EvdevSource: KeySource {
    package struct Configuration: Sendable, Hashable {
        package var folder: String
        /// Whether the power button of the case is a key like any other.
        package var includesPowerButtons: Bool
        /// The names of the devices to accept; nil accepts all.
        package var onlyNames: Set<String>?

        package init(
            folder: String = "/dev/input", includesPowerButtons: Bool = true, onlyNames: Set<String>? = nil
        ) {
            self.folder = folder
            self.includesPowerButtons = includesPowerButtons
            self.onlyNames = onlyNames
        }
    }

    /// The requests of other threads to `hearth-input`.
    struct Wishes: Sendable {
        var isGrabbing = false
        var isStopping = false
    }

    package let events: AsyncStream<KeySourceEvent>
    private let continuation: AsyncStream<KeySourceEvent>.Continuation
    private let configuration: Configuration
    private let wishes = Locked(Wishes())
    private let wakeUp: EventDescriptor
    private let thread = Mutex<NamedThread?>(nil)

    package init(_ configuration: Configuration = Configuration()) throws {
        self.configuration = configuration
        wakeUp = try EventDescriptor()
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    package func start() throws {
        try thread.withLock { thread in
            guard thread == nil, !wishes.withLock({ $0.isStopping }) else { return }
            let poller = try EvdevPoller(configuration, events: continuation)
            thread = try NamedThread("hearth-input") { [self] in
                poller.run(wakeUp: wakeUp.raw) { [self] in
                    wakeUp.drain()
                    return wishes.withLock { $0 }
                }
            }
        }
    }

    package func stop() {
        wishes.withLock { $0.isStopping = true }
        wakeUp.signal()
        thread.withLock { thread in
            if let running = thread.take() { running.join() }
        }
        continuation.finish()
    }

    /// Keeps every key, also of devices to come, from the console and from other programs
    /// (`EVIOCGRAB`): while Hearth has the screen. Takes effect soon after it returns.
    package func grab(_ isGrabbing: Bool) {
        wishes.withLock { $0.isGrabbing = isGrabbing }
        wakeUp.signal()
    }
}
