import Base
import Devices
import HLS
import MediaCore

/// One download of media on its way into its buffer. Called on the fetcher's thread.
final class MediaDownload: Sendable {
    private let id: RequestID
    private let buffer: SegmentBuffer
    private let clock: any HostClock
    private let report: @Sendable (SessionEvent) -> Void
    private let firstByte: @Sendable (HostTime) -> Void
    private let hasByte = Locked(false)

    init(
        _ id: RequestID, into buffer: SegmentBuffer, clock: any HostClock,
        report: @escaping @Sendable (SessionEvent) -> Void, firstByte: @escaping @Sendable (HostTime) -> Void
    ) {
        self.id = id
        self.buffer = buffer
        self.clock = clock
        self.report = report
        self.firstByte = firstByte
    }

    /// The download rests while too much of it waits to be read.
    func pace(_ handle: any FetchHandle) {
        buffer.pace { isFull in isFull ? handle.pause() : handle.resume() }
    }

    func handle(_ event: FetchEvent) {
        switch event {
        case .response(let response):
            report(.mediaStarted(id, length: response.headers["content-length"].flatMap { Int($0) }))
        case .data(let bytes):
            let isFirst = hasByte.withLock { hasByte in
                defer { hasByte = true }
                return !hasByte
            }
            if isFirst { firstByte(clock.now) }
            buffer.append(bytes)
        case .finished(.success(let timing)):
            buffer.finish(.complete)
            report(.mediaFinished(id, timing))
        case .finished(.failure(let error)):
            // The buffer is closed when the session hears of it, so that no later request comes
            // in between.
            if error != .cancelled { report(.mediaFailed(id, .fetch(error))) }
        }
    }
}
