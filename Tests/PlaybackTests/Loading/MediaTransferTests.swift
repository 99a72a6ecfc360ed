import Base
import Devices
import MediaCore
import Testing

@testable import HLS
@testable import Playback

@Suite("A download of media")
struct MediaTransferTests {
    /// A fetcher that notes what is asked of it.
    private final class NotingFetcher: Fetcher {
        struct Handle: FetchHandle {
            func cancel() {}
        }

        let asked = Locked<[(request: FetchRequest, handler: @Sendable (FetchEvent) -> Void)]>([])

        func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
            asked.withLock { $0.append((request, handler)) }
            return Handle()
        }

        var last: FetchRequest? { asked.withLock { $0.last?.request } }
    }

    private static let url = "http://a/1.ts"
    private let fetcher = NotingFetcher()
    private let ranges = RangeMemory()

    private func transfer(limit: Int?, connections: Int) -> MediaTransfer {
        let download = MediaDownload(
            RequestID(1), into: SegmentBuffer(), clock: MonotonicClock(), report: { _ in }, firstByte: { _ in })
        return MediaTransfer(
            FetchRequest(url: Self.url), limit: limit, connections: connections, fetcher: fetcher, download: download,
            ranges: ranges)
    }

    @Test(
        "It may come over several connections where the server is known to give ranges", arguments: [nil, true, false])
    func known(givesRanges: Bool?) {
        if let givesRanges { ranges.note(givesRanges, of: Self.url) }
        let transfer = transfer(limit: nil, connections: 3)
        #expect(fetcher.last?.connections == (givesRanges == true ? 3 : 1))
        transfer.cancel()
    }

    @Test("A head never does; what is behind it does, once somebody waits for that")
    func head() throws {
        ranges.note(true, of: Self.url)
        let transfer = transfer(limit: 1000, connections: 3)
        #expect(fetcher.last?.isBounded == true && fetcher.last?.connections == 1)
        let handler = try #require(fetcher.asked.withLock { $0.last?.handler })
        let headers = ["content-range": "bytes 0-999/5000"]
        handler(.response(FetchResponse(status: 206, url: Self.url, headers: headers, wasRangeAsked: true)))
        handler(.data([UInt8](repeating: 0, count: 1000)))
        handler(
            .finished(
                .success(
                    FetchTiming(
                        requested: .zero, firstByte: .zero, finished: .zero, bytes: 1000, reusedConnection: true))))
        transfer.setConnections(2)
        transfer.setLimit(nil)
        #expect(fetcher.last?.range == ByteRange(offset: 1000, length: nil) && fetcher.last?.connections == 2)
        transfer.cancel()
    }
}
