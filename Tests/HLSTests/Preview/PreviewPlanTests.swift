import Devices
import MediaCore
import Testing

@testable import HLS

@Suite("Which picture stands for a place, and what is fetched for it")
struct PreviewPlanTests {
    private static let start = HostTime(nanoseconds: 1_000_000_000)
    private static let url = "http://test/master.m3u8"
    private static let iFrames = "http://test/iframes.m3u8"

    private static func media(_ lines: [String]) throws -> MediaPlaylist {
        let text = (["#EXTM3U", "#EXT-X-TARGETDURATION:6"] + lines).joined(separator: "\n") + "\n"
        guard case .media(let playlist) = try PlaylistParser.parse(Array(text.utf8), url: "http://test/main.m3u8")
        else {
            throw PlaylistError(line: 1, .notAPlaylist)
        }
        return playlist
    }

    /// Ten segments of six seconds, with an end.
    private static func main(_ more: [String] = []) throws -> MediaPlaylist {
        try media(
            ["#EXT-X-PLAYLIST-TYPE:VOD"] + more + (0..<10).flatMap { ["#EXTINF:6,", "s\($0).ts"] } + ["#EXT-X-ENDLIST"])
    }

    private static func source(iFrames: Bool, _ more: [String] = []) throws -> PreviewSource {
        var small = Variant(url: Self.iFrames, bandwidth: 100_000)
        small.resolution = PixelSize(width: 426, height: 240)
        var large = Variant(url: "http://test/large.m3u8", bandwidth: 900_000)
        large.resolution = PixelSize(width: 1920, height: 1080)
        return PreviewSource(
            url: url, iFrames: iFrames ? [large, small] : [], main: try main(more), origin: MediaTime(seconds: 100))
    }

    /// An I-frame each second, as ranges of 1000 bytes behind the first 500 of each segment.
    private static func listOfIFrames() -> LoadedPlaylist {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-TARGETDURATION:1", "#EXT-X-I-FRAMES-ONLY",
            "#EXT-X-PLAYLIST-TYPE:VOD",
        ]
        for second in 0..<60 {
            lines += ["#EXTINF:1,", "#EXT-X-BYTERANGE:1000@\(500 + second % 6 * 20_000)", "s\(second / 6).ts"]
        }
        return LoadedPlaylist(
            body: Array((lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").utf8), url: iFrames, headers: [:],
            timing: FetchTiming(requested: start, firstByte: start, finished: start, bytes: 1, reusedConnection: true))
    }

    private static func requests(_ effects: [PreviewPlan.Effect]) -> [PreviewRequest] {
        effects.compactMap { if case .load(let request) = $0 { request } else { nil } }
    }

    private static func at(_ seconds: Double) -> MediaTime { MediaTime(seconds: 100 + seconds) }

    @Test("Without I-frames it is the head of the nearest segment, and more of it where that ends too early")
    func segments() throws {
        var plan = PreviewPlan(height: 252)
        let source = try Self.source(iFrames: false)
        #expect(plan.handle(.opened(source), at: Self.start).isEmpty)
        // 20 s lie in the segment from 18 to 24, 22 s are nearer to the next one.
        for (place, name, first) in [(20.0, "s3.ts", 18.0), (22, "s4.ts", 24)] {
            let effects = plan.handle(.want(Self.at(place), of: source, lineIsFree: true), at: Self.start)
            let request = try #require(Self.requests(effects).first)
            #expect(request.fetch.url == "http://test/\(name)" && request.start == Self.at(first) && !request.isWhole)
            #expect(request.fetch.range == ByteRange(offset: 0, length: 65_536) && request.fetch.isBounded)
            let again = Self.requests(plan.handle(.failed(request.id, .cut), at: Self.start))
            #expect(again.first?.fetch.range == ByteRange(offset: 0, length: 131_072) && again.first?.id == request.id)
            #expect(plan.handle(.came(request.id, bytes: 1000), at: Self.start) == [.show(request.id)])
        }
    }

    @Test("I-frames of nearly the size that is shown come first; segments do until their playlist is there")
    func iFrames() throws {
        var plan = PreviewPlan(height: 252)
        let source = try Self.source(iFrames: true)
        let opened = plan.handle(.opened(source), at: Self.start)
        guard case .loadPlaylist(let request)? = opened.first else { throw PlaylistError(line: 1, .empty) }
        #expect(request.url == Self.iFrames && opened.count == 1)
        let early = Self.requests(plan.handle(.want(Self.at(20.2), of: source, lineIsFree: true), at: Self.start))
        #expect(early.map(\.fetch.url) == ["http://test/s3.ts"])
        // What is under way is soon there, and the I-frame comes next.
        #expect(plan.handle(.playlistLoaded(Self.listOfIFrames(), of: Self.iFrames), at: Self.start).isEmpty)
        let then = plan.handle(.came(early[0].id, bytes: 1000), at: Self.start)
        let exact = try #require(Self.requests(then).first)
        #expect(exact.fetch.range == ByteRange(offset: 40_500, length: 1000) && exact.isWhole)
        #expect(exact.start == Self.at(20) && exact.initialization?.range == ByteRange(offset: 0, length: 500))
        #expect(plan.handle(.came(exact.id, bytes: 1000), at: Self.start) == [.show(exact.id)])
        // The same picture for every place near it, and nothing is fetched again.
        #expect(plan.handle(.want(Self.at(19.8), of: source, lineIsFree: true), at: Self.start).isEmpty)
    }

    @Test("A playlist that is none, or can't be had, leaves segments; so does an I-frame that can't be decoded")
    func fallback() throws {
        let source = try Self.source(iFrames: true)
        var broken = Self.listOfIFrames()
        broken.body = Array("<html>".utf8)
        for event in [PreviewPlan.Event.playlistFailed(of: Self.iFrames), .playlistLoaded(broken, of: Self.iFrames)] {
            var plan = PreviewPlan(height: 252)
            _ = plan.handle(.opened(source), at: Self.start)
            #expect(plan.handle(event, at: Self.start).isEmpty)
            let effects = plan.handle(.want(Self.at(3), of: source, lineIsFree: true), at: Self.start)
            #expect(effects.count == 1 && !Self.requests(effects).isEmpty, "it is not asked for again: \(effects)")
        }
        var plan = PreviewPlan(height: 252)
        _ = plan.handle(.opened(source), at: Self.start)
        _ = plan.handle(.playlistLoaded(Self.listOfIFrames(), of: Self.iFrames), at: Self.start)
        var request = try #require(
            Self.requests(plan.handle(.want(Self.at(0.2), of: source, lineIsFree: true), at: Self.start)).first)
        var tried = [request]
        for _ in 0..<2 {
            request = try #require(Self.requests(plan.handle(.failed(request.id, .content), at: Self.start)).first)
            tried.append(request)
        }
        #expect(tried.map(\.isWhole) == [true, true, false])
        #expect(tried.map(\.start) == [Self.at(0), Self.at(1), Self.at(0)])
    }

    @Test("A hand that moves on: one fetch at a time, the newest wish next; one that hangs is given up for it")
    func newest() throws {
        var plan = PreviewPlan(height: 252)
        let source = try Self.source(iFrames: false)
        func want(_ seconds: Double, after: Duration = .zero) -> [PreviewPlan.Effect] {
            plan.handle(.want(Self.at(seconds), of: source, lineIsFree: true), at: Self.start + after)
        }
        let first = try #require(Self.requests(want(0)).first)
        #expect(want(12).isEmpty && want(30).isEmpty)
        let effects = plan.handle(.came(first.id, bytes: 1000), at: Self.start)
        #expect(effects.first == .show(first.id))
        let second = try #require(Self.requests(effects).first)
        #expect(second.fetch.url == "http://test/s5.ts")
        let late = want(48, after: .milliseconds(300))
        #expect(late.first == .cancel(second.id) && Self.requests(late).first?.fetch.url == "http://test/s8.ts")
        // What comes of the one that was given up is not kept.
        #expect(plan.handle(.came(second.id, bytes: 1000), at: Self.start) == [.forget(second.id)])
        #expect(plan.handle(.closed, at: Self.start).contains(.show(nil)))
    }

    @Test("What is watched comes first: nothing is fetched while it needs the line, and what was fetched is shown")
    func line() throws {
        var plan = PreviewPlan(height: 252)
        let source = try Self.source(iFrames: false)
        #expect(plan.handle(.want(Self.at(0), of: source, lineIsFree: false), at: Self.start).isEmpty)
        let request = try #require(
            Self.requests(plan.handle(.want(Self.at(0), of: source, lineIsFree: true), at: Self.start)).first)
        _ = plan.handle(.came(request.id, bytes: 1000), at: Self.start)
        _ = plan.handle(.want(Self.at(50), of: source, lineIsFree: false), at: Self.start)
        #expect(plan.handle(.closed, at: Self.start) == [.show(nil)])
        #expect(
            plan.handle(.want(Self.at(1), of: source, lineIsFree: false), at: Self.start) == [.show(request.id)])
    }

    @Test("Pictures that were not used for longest go where all take too much")
    func memory() throws {
        var plan = PreviewPlan(height: 252, capacity: 3000)
        let source = try Self.source(iFrames: false)
        var ids: [PreviewRequest.ID] = []
        var forgotten: [PreviewRequest.ID] = []
        for number in [0, 1, 2, 0, 3] {
            let effects = plan.handle(
                .want(Self.at(Double(number) * 6), of: source, lineIsFree: true), at: Self.start)
            guard let request = Self.requests(effects).first else { continue }
            ids.append(request.id)
            for case .forget(let id) in plan.handle(.came(request.id, bytes: 1000), at: Self.start) {
                forgotten.append(id)
            }
        }
        #expect(ids.count == 4 && forgotten == [ids[1]])
    }

    @Test("Keys are told, a system's key leaves no picture, and what is authenticated is fetched whole")
    func encryption() throws {
        func first(_ key: String) throws -> PreviewRequest? {
            var plan = PreviewPlan(height: 252)
            let source = try Self.source(iFrames: false, [key])
            return Self.requests(plan.handle(.want(Self.at(6), of: source, lineIsFree: true), at: Self.start)).first
        }
        let aes = try #require(try first("#EXT-X-KEY:METHOD=AES-128,URI=\"http://test/key\""))
        #expect(aes.keys == [KeyIdentity(url: "http://test/key")] && aes.fetch.range?.length == 65_536)
        let gcm = try #require(try first("#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"http://test/key\""))
        #expect(gcm.fetch.range == nil && gcm.isWhole)
        let drm = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://key\",KEYFORMAT=\"com.apple.streamingkeydelivery\""
        #expect(try first(drm) == nil)
    }
}
