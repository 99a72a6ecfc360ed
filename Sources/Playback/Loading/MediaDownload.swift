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
    private let received = Locked(Received())
    /// The least time between two progress reports to the session.
    private static let pace = Duration.milliseconds(100)

    private struct Received {
        var bytes = 0
        var hasBegun = false
        /// When the session was last told of the bytes.
        var told: HostTime?
    }

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

    /// Makes the download rest while too much of it waits to be read.
    func pace(_ setFull: @escaping @Sendable (_ isFull: Bool) -> Void) {
        buffer.pace(setFull)
    }

    /// Notes that an answer has begun: of several for one body the first is told.
    func begin(_ response: FetchResponse) {
        let isFirst = received.withLock { received in
            defer { received.hasBegun = true }
            return !received.hasBegun
        }
        if isFirst { report(.mediaStarted(id, length: response.totalBytes)) }
    }

    /// Notes that all that was asked for so far is here, and not all there is.
    ///
    /// - Parameter delay: the time from the last request to its first byte; nil: not known
    func hold(delay: Duration?) {
        // In this order: what its reader finds in it is told behind it.
        report(.mediaHeld(id, bytes: received.withLock { $0.bytes }, delay: delay))
        buffer.hold()
    }

    func handle(_ event: FetchEvent) {
        switch event {
        case .response(let response): begin(response)
        case .data(let bytes):
            let now = clock.now
            let (isFirst, count) = received.withLock { received in
                let isFirst = received.told == nil
                received.bytes += bytes.count
                let isDue = received.told.map { now - $0 >= Self.pace } ?? true
                if isDue { received.told = now }
                return (isFirst, isDue && !isFirst ? received.bytes : nil)
            }
            if isFirst { firstByte(now) }
            buffer.append(bytes)
            if let count { report(.mediaProgress(id, bytes: count)) }
        case .finished(.success(let timing)):
            buffer.finish(.complete)
            report(.mediaFinished(id, timing))
        case .finished(.failure(let error)):
            // The buffer is closed when the session hears of the failure, so that no later request
            // comes in between.
            if error != .cancelled { report(.mediaFailed(id, .fetch(error))) }
        }
    }
}
