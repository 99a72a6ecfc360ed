import Base
import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

/// A fetcher that holds every answer until all requests of the same round trip have come.
private final class RoundFetcher: Fetcher {
    private struct Pending {
        var url: String
        var handler: @Sendable (FetchEvent) -> Void
    }

    private struct Handle: FetchHandle {
        func cancel() {}
    }

    private let resources: [String: String]
    private let pending = Locked<[Pending]>([])
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    init(_ resources: [String: String]) {
        self.resources = resources
    }

    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
        pending.withLock { $0.append(Pending(url: request.url, handler: handler)) }
        arrivals.continuation.yield()
        return Handle()
    }

    /// Waits for `count` requests of this round, returns them in order, and answers them.
    func round(_ count: Int) async -> [String] {
        var arrivals = arrivals.stream.makeAsyncIterator()
        while pending.withLock({ $0.count }) < count, await arrivals.next(isolation: nil) != nil {}
        let asked = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        for request in asked {
            let name = String(request.url.dropFirst(RoundsBeforeMediaTests.base.count))
            guard let text = resources[name] else {
                request.handler(.finished(.failure(.status(404, url: request.url, retryAfter: nil))))
                continue
            }
            let body = Array(text.utf8)
            request.handler(
                .response(FetchResponse(status: 200, url: request.url, headers: ["content-length": "\(body.count)"])))
            if !body.isEmpty { request.handler(.data(body)) }
            request.handler(
                .finished(
                    .success(
                        FetchTiming(
                            requested: RoundsBeforeMediaTests.now, firstByte: RoundsBeforeMediaTests.now,
                            finished: RoundsBeforeMediaTests.now, bytes: body.count, reusedConnection: true))))
        }
        return asked.map { String($0.url.dropFirst(RoundsBeforeMediaTests.base.count)) }
    }
}

@Suite("Round trips before media is asked for", .timeLimit(.minutes(10)))
struct RoundsBeforeMediaTests {
    static let base = "http://h/c/"
    /// The time at which the clock stands.
    static let now = HostTime(nanoseconds: 1_000_000_000_000)

    enum Channel: String, CaseIterable, CustomTestStringConvertible {
        case ts, fmp4, separateTS, separateFMP4
        var testDescription: String { rawValue }

        var isFMP4: Bool { self == .fmp4 || self == .separateFMP4 }
        var isSeparate: Bool { self == .separateTS || self == .separateFMP4 }

        var resources: [String: String] {
            var files = ["master.m3u8": master, "v.m3u8": playlist("v")]
            if isSeparate { files["a.m3u8"] = playlist("a") }
            return files
        }

        private var master: String {
            (isSeparate
                ? "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"x\",DEFAULT=YES,URI=\"a.m3u8\"\n"
                : "#EXTM3U\n")
                + "#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS=\"avc1.64001f,mp4a.40.2\"\(isSeparate ? ",AUDIO=\"a\"" : "")\nv.m3u8\n"
        }

        private func playlist(_ name: String) -> String {
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:10\n"
                + (isFMP4 ? "#EXT-X-MAP:URI=\"\(name)i\"\n" : "")
                + (10..<16).map { "#EXTINF:2,\n\(name)\($0)\n" }.joined()
        }

        /// The requests for the first media, three target durations from the end.
        var media: [String] {
            let video = isFMP4 ? ["vi", "v13"] : ["v13"]
            return isSeparate ? video + (isFMP4 ? ["ai", "a13"] : ["a13"]) : video
        }
    }

    /// Runs a visit up to the request for media; returns what is to be remembered of it.
    private func visit(
        _ channel: Channel, _ name: String, _ options: SessionOptions = SessionOptions(), expecting rounds: [[String]]
    ) async -> RememberedPlaylist? {
        let fetcher = RoundFetcher(channel.resources)
        let clock = HandClock()
        clock.set(Self.now)
        let remembered = Locked<RememberedPlaylist?>(nil)
        let loader = PresentationLoader()
        let feeds = PresentationLoader.MediaFeeds(feed: { _ in SegmentFeed() }, end: {}, cancel: {})
        let session = HLSSession(url: Self.base + name, options: options)
        let run = Task {
            await loader.run(session, fetcher: fetcher, clock: clock, feeds: feeds, keys: KeyStore()) { report in
                if case .remembered(let known) = report { remembered.withLock { $0 = known } }
            }
        }
        for expected in rounds {
            let asked = await fetcher.round(expected.count)
            #expect(asked == expected)
        }
        loader.stop()
        await run.value
        return remembered.withLock { $0 }
    }

    @Test(
        "None is lost: the playlists side by side, then all that the first picture and sound need",
        arguments: Channel.allCases)
    func firstVisit(_ channel: Channel) async {
        let playlists = channel.isSeparate ? ["v.m3u8", "a.m3u8"] : ["v.m3u8"]
        _ = await visit(channel, "master.m3u8", expecting: [["master.m3u8"], playlists, channel.media])
    }

    @Test("A media playlist: one", arguments: [Channel.ts, .fmp4])
    func mediaPlaylist(_ channel: Channel) async {
        _ = await visit(channel, "v.m3u8", expecting: [["v.m3u8"], channel.media])
    }

    @Test("A multivariant playlist whose media playlist is remembered: one", arguments: [Channel.ts, .fmp4])
    func rememberedAddress(_ channel: Channel) async {
        var options = SessionOptions()
        options.rememberedPlaylist = Self.base + "v.m3u8"
        _ = await visit(channel, "master.m3u8", options, expecting: [["master.m3u8", "v.m3u8"], channel.media])
    }

    @Test(
        "A visit a while ago: one, of the media playlists alone; long ago: one, with the multivariant playlist beside them",
        arguments: Channel.allCases)
    func rememberedLongAgo(_ channel: Channel) async {
        let playlists = channel.isSeparate ? ["v.m3u8", "a.m3u8"] : ["v.m3u8"]
        var known = await visit(channel, "master.m3u8", expecting: [["master.m3u8"], playlists, channel.media])
        #expect(known?.audio == nil || channel.isSeparate)
        var options = SessionOptions()
        for (ago, asked) in [(90, playlists), (599, playlists), (601, ["master.m3u8"] + playlists)] {
            known?.main.time = Self.now + .seconds(-ago)
            options.rememberedMedia = known
            _ = await visit(channel, "master.m3u8", options, expecting: [asked, channel.media])
        }
    }

    @Test("A visit a moment ago: none", arguments: Channel.allCases)
    func rememberedContent(_ channel: Channel) async {
        let playlists = channel.isSeparate ? ["v.m3u8", "a.m3u8"] : ["v.m3u8"]
        var options = SessionOptions()
        options.rememberedMedia = await visit(
            channel, "master.m3u8", expecting: [["master.m3u8"], playlists, channel.media])
        _ = await visit(channel, "master.m3u8", options, expecting: [channel.media])
        if !channel.isSeparate {
            options.rememberedMedia = await visit(channel, "v.m3u8", expecting: [["v.m3u8"], channel.media])
            _ = await visit(channel, "v.m3u8", options, expecting: [channel.media])
        }
        // Two seconds later what is new is requested beside the media.
        options.rememberedMedia = await visit(
            channel, "master.m3u8", expecting: [["master.m3u8"], playlists, channel.media])
        let later = Self.now + .seconds(-2)
        options.rememberedMedia?.main.time = later
        options.rememberedMedia?.audio?.time = later
        let media = channel.media.map { $0.replacing("13", with: "14") }
        _ = await visit(channel, "master.m3u8", options, expecting: [media + playlists])
    }
}
