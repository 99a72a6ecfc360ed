import Base
import Compositing
import Foundation
import Glibc
import MediaCore
import Synchronization

/// Records what was on the screen when: one JSON object a line for every picture that differs from the
/// one before, with `time_ns` (CLOCK_MONOTONIC of its vblank), `hash` (8 hexadecimal digits) and
/// `pixels` (64 × 36 grey levels 0–255 in base64). Each line is written as soon as it is known, on a
/// thread of its own.
final class FrameRecorder: Sendable {
    private struct Queue {
        var pictures: [(RecordedPicture, HostTime)] = []
        var isStopping = false
    }

    private let queue = Locked(Queue())
    private let file: OwnedDescriptor
    private let wakeUp: EventDescriptor
    private let thread = Locked<RunningThread?>(nil)

    /// Makes the file and starts the thread.
    /// - Parameter path: replaced when it exists.
    init(path: String) throws(SystemCallError) {
        file = OwnedDescriptor(
            taking: try checked("open \(path)") {
                open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o644)
            })
        wakeUp = try EventDescriptor()
        let thread = RunningThread(try NamedThread("hearth-record") { [self] in run() })
        self.thread.withLock { $0 = thread }
    }

    /// Queues a picture, which stays in use until its `isTaken` is false again. Never blocks.
    func record(_ picture: RecordedPicture, at time: HostTime) {
        queue.withLock { $0.pictures.append((picture, time)) }
        wakeUp.signal()
    }

    /// Stops recording; returns when all is written.
    func stop() {
        queue.withLock { $0.isStopping = true }
        wakeUp.signal()
        thread.withLock { $0 }?.join()
    }

    private func run() {
        let maker = FingerprintMaker()
        var last: FrameFingerprint?
        while true {
            let (work, isStopping) = queue.withLock { queue in
                defer { queue.pictures.removeAll(keepingCapacity: true) }
                return (queue.pictures, queue.isStopping)
            }
            for (picture, time) in work {
                let fingerprint = maker.fingerprint(of: picture.target.buffer)
                picture.isTaken.store(false, ordering: .releasing)
                if fingerprint.hash != last?.hash { write(fingerprint, at: time) }
                last = fingerprint
            }
            if isStopping { return }
            var descriptor = pollfd(fd: wakeUp.raw, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, -1)
            wakeUp.drain()
        }
    }

    private func write(_ fingerprint: FrameFingerprint, at time: HostTime) {
        let digits = String(fingerprint.hash, radix: 16)
        let hash = String(repeating: "0", count: 8 - digits.count) + digits
        let pixels = Data(fingerprint.grey).base64EncodedString()
        var line = Array("{\"time_ns\":\(time.nanoseconds),\"hash\":\"\(hash)\",\"pixels\":\"\(pixels)\"}\n".utf8)
        line.withUnsafeMutableBytes { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(file.raw, rest.baseAddress, rest.count)
                if count < 0, errno != EINTR { return }  // a full disk must not stop the picture
                if count > 0 { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
            }
        }
    }
}
