import Base
import Capture
import Synchronization

/// Shares one capture device among all looks, since a driver streams to one only. It streams while
/// anybody looks.
final class CaptureHub: Sendable {
    private struct Look: Sendable {
        var queue: FrameQueue
        var keepsPixels: Bool
    }

    private let settings: CaptureSettings
    private let looks = Locked<[ObjectIdentifier: Look]>([:])
    /// The reading thread; its lock is held while the device is opened or closed, and never by the
    /// thread itself.
    private let thread = Mutex<StoppableThread?>(nil)

    init(_ settings: CaptureSettings) { self.settings = settings }

    /// Sends what is seen from now on to `queue` too.
    func join(_ queue: FrameQueue, _ gaze: Gaze) throws {
        try thread.withLock { thread in
            if looks.withLock({ $0.isEmpty }) {
                // A thread that an error has ended.
                thread?.stop()
                thread = try start()
            }
            looks.withLock { $0[ObjectIdentifier(queue)] = Look(queue: queue, keepsPixels: gaze.keepsPixels) }
        }
    }

    func leave(_ queue: FrameQueue) {
        thread.withLock { thread in
            let isLast = looks.withLock { looks in
                looks.removeValue(forKey: ObjectIdentifier(queue)) != nil && looks.isEmpty
            }
            guard isLast else { return }
            thread?.stop()
            thread = nil
        }
    }

    private func start() throws -> StoppableThread {
        let source = try CaptureSource(settings)
        return try StoppableThread("hearth-eyes") { [self] ending in
            do {
                while try source.waits(unless: ending) {
                    let all = looks.withLock { Array($0.values) }
                    let (frame, lost) = try source.read(keepingPixels: all.contains(where: \.keepsPixels))
                    for look in all {
                        var own = frame
                        if !look.keepsPixels { own?.image = nil }
                        look.queue.add(own.map { [$0] } ?? [], lost: lost)
                    }
                }
            } catch {
                let all = looks.withLock { looks in
                    defer { looks = [:] }
                    return Array(looks.values)
                }
                all.forEach { $0.queue.fail(error) }
            }
        }
    }
}

/// One of the looks through a capture device.
final class CaptureLook: Looking {
    private let hub: CaptureHub
    private let queue: FrameQueue

    init(_ hub: CaptureHub, _ gaze: Gaze) throws {
        self.hub = hub
        queue = try FrameQueue()
        try hub.join(queue, gaze)
    }

    deinit { stop() }

    var lost: Int { queue.lost }

    func next(timeout: Duration) throws -> SeenFrame? { try queue.next(timeout: timeout) }

    func stop() { hub.leave(queue) }
}

extension Gaze {
    fileprivate var keepsPixels: Bool {
        switch self {
        case .everything: true
        case .pattern: false
        }
    }
}
