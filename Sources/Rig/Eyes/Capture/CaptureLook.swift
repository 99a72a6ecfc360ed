import Base
import Devices
import Glibc
import MediaCore
import Synchronization

/// A look through a capture device. A thread of its own empties the device, so that nothing is lost
/// while the scenario does something else.
final class CaptureLook: Looking {
    private let inbox: CaptureInbox
    private let stopping: Stopping
    private var thread: NamedThread?

    init(_ settings: CaptureSettings, _ gaze: Gaze) throws {
        // A quarter of a second of whole pictures, which may be 8 MB each; hours of what they say.
        let inbox = try CaptureInbox(room: gaze.keepsPixels ? 16 : 1_000_000)
        let stopping = try Stopping()
        self.inbox = inbox
        self.stopping = stopping
        thread = try Self.start(settings, gaze, inbox, until: stopping)
    }

    private static func start(
        _ settings: CaptureSettings, _ gaze: Gaze, _ inbox: CaptureInbox, until stopping: Stopping
    ) throws -> NamedThread {
        let stream = try CaptureStream(settings)
        return try NamedThread("hearth-eyes") {
            do throws(CaptureError) {
                try run(stream, settings.latency, gaze, inbox, until: stopping)
            } catch {
                inbox.fail(error)
            }
        }
    }

    deinit { stop() }

    func next(timeout: Duration) throws -> SeenFrame? { try inbox.next(timeout: timeout) }

    var lost: Int { inbox.lost }

    func stop() {
        stopping.event.signal()
        thread.take()?.join()
    }

    /// An event that two threads hold.
    private final class Stopping: Sendable {
        let event: EventDescriptor
        init() throws { event = try EventDescriptor() }
    }

    private static func run(
        _ stream: CaptureStream, _ latency: Duration, _ gaze: Gaze, _ inbox: CaptureInbox, until stopping: Stopping
    ) throws(CaptureError) {
        let clock = MonotonicClock()
        var gaps = SequenceGaps()
        var checked = clock.now
        while true {
            var wanted = [
                pollfd(fd: stream.descriptor, events: Int16(POLLIN | POLLPRI), revents: 0),
                pollfd(fd: stopping.event.raw, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&wanted, 2, 1_000)
            if wanted[1].revents != 0 { return }
            // Not every driver says that the signal went, and grabbers then make pictures of their own:
            // each second they are asked.
            if wanted[0].revents & Int16(POLLPRI | POLLERR | POLLHUP) != 0 || clock.now - checked > .seconds(1) {
                try stream.checkEvents()
                checked = clock.now
            }
            guard count > 0, wanted[0].revents & Int16(POLLIN | POLLERR) != 0 else { continue }
            _ = try stream.take { stamp, picture in
                inbox.lose(gaps.missing(before: stamp.sequence))
                guard !stamp.isDamaged, let picture, let frame = SeenFrame(picture, stamp, latency, gaze) else {
                    inbox.lose(1)
                    return
                }
                inbox.add(frame)
            }
        }
    }
}

extension SeenFrame {
    /// Nil for a JPEG that cannot be decoded.
    fileprivate init?(_ picture: CapturedPicture, _ stamp: CaptureStream.Stamp, _ latency: Duration, _ gaze: Gaze) {
        var image: Image?
        if gaze.keepsPixels || picture.format == .mjpeg {
            guard let decoded = picture.image() else { return nil }
            image = decoded
        }
        let pattern = picture.format == .mjpeg ? image?.pattern : picture.pattern()
        self.init(
            time: stamp.time - latency, sequence: UInt64(stamp.sequence), screen: picture.size, pattern: pattern,
            image: gaze.keepsPixels ? image : nil)
    }
}

extension Gaze {
    fileprivate var keepsPixels: Bool {
        switch self {
        case .everything: true
        case .pattern: false
        }
    }
}
