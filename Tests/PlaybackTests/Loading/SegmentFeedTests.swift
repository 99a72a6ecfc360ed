import Devices
import MediaCore
import Testing

@testable import HLS
@testable import Playback

@Suite("Segments in the order they are asked for")
struct SegmentFeedTests {
    private func request(_ number: Int, _ change: (inout FetchRequest) -> Void = { _ in }) -> MediaRequest {
        var fetch = FetchRequest(url: "http://test/\(number).ts")
        change(&fetch)
        return MediaRequest(
            id: RequestID(UInt64(number)), stream: .main, fetch: fetch, mediaSequence: UInt64(number),
            duration: .seconds(2),
            start: MediaTime(seconds: Double(number) * 2), programDate: nil, container: .mpegTS, initialization: nil,
            encryption: .none, epoch: TimelineEpoch(generation: 0, discontinuity: 0), isFirst: number == 0,
            showFrom: nil,
            codecs: [], variant: 0)
    }

    @Test("What broke off goes on where it was, though it is asked for over a new connection, or more urgently")
    func again() {
        for change: @Sendable (inout FetchRequest) -> Void in [
            { _ in }, { $0.needsNewConnection = true }, { $0.priority = .warming },
        ] {
            let feed = SegmentFeed()
            let buffer = feed.append(request(0), initialization: nil)
            buffer.append([1, 2, 3])
            buffer.finish(.interrupted)
            let again = feed.append(request(0, change), initialization: nil)
            #expect(again === buffer)
            again.append([1, 2, 3, 4])
            again.finish(.complete)
            #expect(again.byteCount == 4)
            feed.end()
            #expect(feed.next()?.request.mediaSequence == 0)
            #expect(feed.next() == nil)
        }
    }

    @Test("What was left is read anew, from its first byte on, when it is asked for again")
    func left() {
        let feed = SegmentFeed()
        let buffer = feed.append(request(0), initialization: nil)
        buffer.append([1, 2, 3])
        buffer.finish(.left)
        let again = feed.append(request(0), initialization: nil)
        #expect(again !== buffer)
        again.append([1, 2, 3, 4])
        #expect(again.byteCount == 4 && buffer.byteCount == 3)
    }

    @Test("What the session went past is over, and the next stands for itself")
    func passed() {
        let feed = SegmentFeed()
        let first = feed.append(request(0), initialization: nil)
        first.finish(.interrupted)
        let second = feed.append(request(1), initialization: nil)
        #expect(second !== first)
        #expect(first.ending == .lost)
    }

    @Test(
        "Nothing is read on into from a segment that ends in the middle", arguments: [SegmentBuffer.Ending.left, .lost])
    func cut(ending: SegmentBuffer.Ending) throws {
        let feed = SegmentFeed()
        let whole = feed.append(request(0), initialization: nil)
        let cut = feed.append(request(1), initialization: nil)
        _ = feed.append(request(2), initialization: nil)
        let first = try #require(feed.next())
        whole.finish(.complete)
        let second = try #require(feed.next(after: first))
        #expect(second.request.mediaSequence == 1 && !first.isCut)
        cut.append([1])
        cut.finish(ending)
        // It is over: what comes late does not change it.
        cut.finish(.complete)
        cut.append([2])
        #expect(second.isCut && cut.byteCount == 1)
        #expect(feed.next(after: second) == nil)
        #expect(feed.next()?.request.mediaSequence == 2)
    }
}
