import Devices
import Logging
import MediaCore

@testable import FFmpeg
@testable import HLS
@testable import Playback

/// Any bytes as a film, a song or a photo, on their whole way to the packet store: told what they are, opened at a place,
/// read from wherever the library goes.
///
/// The last byte says how: 4 bits the place, 0 its beginning, 1 bit whether the server gives parts of files, 1 bit whether it was
/// left there in another one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFilm(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let all = [UInt8](UnsafeBufferPointer(start: data, count: count))
    guard let manner = all.last, all.count > 1 else { return 0 }
    let bytes = Array(all.dropLast())
    let server = MemoryServer(bytes, givesParts: manner & 16 != 0)
    let place = Duration.milliseconds(Int64(manner & 15) * 700)
    let start: SessionOptions.Start =
        manner & 15 == 0 ? .usual : manner & 32 != 0 ? .resume(place, ofLength: .seconds(10)) : .offset(place)
    let source = ProgressiveSession.Source(
        request: FetchRequest(url: "http://test/film"), container: .unknown, length: bytes.count)
    var session = ProgressiveSession(source, start: start)
    var request: MediaRequest?
    for case .loadMedia(let media) in session.handle(.start, now: .zero) { request = media }
    guard let request else { return 0 }
    let (files, ranges) = (FileMemory(), RangeMemory())
    if manner & 16 == 0 { ranges.note(false, of: source.request.url) }
    let reader = Reader()
    let file = FileSource(
        request, files.opened(source, validator: nil), handle: nil, fetcher: server, files: files, ranges: ranges,
        clock: FrozenClock()
    ) { event in
        // What a server without parts refuses is waited for no longer.
        if case .mediaFailed = event { reader.file?.giveUp() }
    } firstByte: { _ in
    }
    reader.file = file
    let feed = SegmentFeed()
    _ = feed.append(request, initialization: nil, file: file)
    feed.end()
    let roomy = PacketStore.Bounds(span: .seconds(1 << 40), bytes: 1 << 40)
    let store = PacketStore(bounds: roomy)
    let context = SegmentDemuxing.Context(
        item: ItemID(1), library: library, keys: KeyStore(), store: store, timeline: SharedTimeline { _, _ in },
        hasSeparateAudio: { false }, beside: { _ in PacketStore(bounds: roomy) })
    SegmentDemuxing(.main, feed: feed, context: context) { _ in }.run()
    precondition(store.isEnded(.video) && store.isEnded(.audio), "what waits for packets would wait for ever")
    file.cancel()
    return 0
}

private let library = {
    LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
    return FFmpegLibrary(decoding: .software)
}()

private struct FrozenClock: HostClock {
    var now: HostTime { .zero }
    func sleep(until deadline: HostTime) async throws {}
}

private final class Reader: @unchecked Sendable {
    // Unchecked: all of it is on one thread.
    weak var file: FileSource?
}

/// Answers at once, on the thread that asks.
private final class MemoryServer: Fetcher, @unchecked Sendable {
    // Unchecked: all of it is on one thread.
    private let bytes: [UInt8]
    private let givesParts: Bool

    init(_ bytes: [UInt8], givesParts: Bool) { (self.bytes, self.givesParts) = (bytes, givesParts) }

    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
        let offset = min(bytes.count, Int(clamping: request.range?.offset ?? 0))
        let isPart = request.range != nil
        handler(
            .response(
                FetchResponse(
                    status: isPart && givesParts ? 206 : 200, url: request.url,
                    headers: isPart && givesParts ? ["content-range": "bytes \(offset)-/\(bytes.count)"] : [:],
                    wasRangeAsked: isPart)))
        if offset < bytes.count { handler(.data(Array(bytes[offset...]))) }
        handler(
            .finished(
                .success(
                    FetchTiming(requested: .zero, firstByte: .zero, finished: .zero, bytes: 1, reusedConnection: true)))
        )
        return Done()
    }

    private struct Done: FetchHandle { func cancel() {} }
}
