import Devices
import MediaCore
import Testing

@testable import HLS

@Suite("Whatever happens to a session")
struct SessionPropertyTests {
    private static let texts: [String] = [
        """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",DEFAULT=YES,URI="a.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,AUDIO="a"
        v1.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=500000
        v2.m3u8
        """,
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:5\n#EXTINF:2,\na.ts\n#EXTINF:2,\nb.ts\n#EXTINF:2,\nc.ts\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:2,\nc.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\nd.ts\n#EXT-X-GAP\n#EXTINF:2,\ne.ts\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:1\n#EXTINF:2,\nz.ts\n#EXT-X-ENDLIST\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:0,\nq.m4s\n#EXTINF:2,\nr.m4s\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:18446744073709551615\n#EXTINF:86400,\nz.ts\n#EXTINF:86400,\nz.ts\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXTINF:2,\nz.ts\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n", "<html>", "",
    ]

    private static let errors: [FetchError] = [
        .status(404, url: "http://h/", retryAfter: nil), .status(503, url: "http://h/", retryAfter: .seconds(3)),
        .unreachable(host: "h", reason: "x"), .truncated(url: "http://h/", got: 1, reason: "x"),
        .tooManyRedirects(url: "http://h/"),
    ]

    @Test("It never traps, never names two downloads alike, never has too many, and always goes on or ends")
    func randomEvents() async {
        var random = SplitMix(state: 7)
        var steps = 0
        for run in 0..<600 {
            // Other tests' servers answer on the same few threads.
            await Task.yield()
            var options = SessionOptions()
            options.jitterSeed = UInt64(run)
            options.downloadsPerStream = 1 + random.below(3)
            if random.below(2) == 0 { options.liveStart = .segmentsFromEnd(random.below(4)) }
            var session = HLSSession(url: "http://h/l.m3u8", options: options)
            var now = HostTime(nanoseconds: Int64(random.below(1_000_000)))
            var open: Set<RequestID> = []
            var used: Set<RequestID> = []
            var playlists: Set<RequestID> = []
            var keys: Set<RequestID> = []
            var wake: HostTime?
            var isOver = false

            func send(_ event: SessionEvent) {
                let actions = session.handle(event, now: now)
                if isOver { #expect(actions.isEmpty, "nothing comes after the end") }
                for action in actions {
                    switch action {
                    case .loadPlaylist(let id, _):
                        #expect(used.insert(id).inserted)
                        open.insert(id)
                        playlists.insert(id)
                    case .loadMedia(let media):
                        #expect(used.insert(media.id).inserted)
                        open.insert(media.id)
                    case .loadKey(let id, _, _):
                        #expect(used.insert(id).inserted)
                        open.insert(id)
                        keys.insert(id)
                    case .cancel(let id): #expect(open.remove(id) != nil, "only what is under way is cancelled")
                    case .wake(let time): wake = time
                    case .failed: isOver = true
                    default: break
                    }
                }
                #expect(
                    open.subtracting(playlists).count <= options.maximumDownloads + 2,
                    "a media request may bring its keys")
            }

            send(.start)
            for _ in 0..<80 where !isOver {
                steps += 1
                now = now + .milliseconds(random.below(3000))
                let id =
                    open.sorted().dropFirst(random.below(max(1, open.count))).first
                    ?? RequestID(UInt64(random.below(90)))
                let timing = FetchTiming(
                    requested: now - .seconds(1), firstByte: now - .milliseconds(random.below(900)), finished: now,
                    bytes: random.below(5_000_000), reusedConnection: true)
                let error = Self.errors[random.below(Self.errors.count)]
                switch random.below(12) {
                case 0...5:
                    // An answer that fits an open request, mostly a good one.
                    open.remove(id)
                    if playlists.contains(id) {
                        let text = Self.texts[random.below(Self.texts.count)]
                        send(
                            .playlistLoaded(
                                id,
                                LoadedPlaylist(
                                    body: Array(text.utf8), url: "http://h/l.m3u8", headers: [:], timing: timing)))
                    } else if keys.contains(id) {
                        send(.keyLoaded(id, [UInt8](repeating: 1, count: random.below(8) == 0 ? 5 : 16)))
                    } else {
                        send(.mediaFinished(id, timing))
                    }
                case 6:
                    open.remove(id)
                    if playlists.contains(id) {
                        send(.playlistFailed(id, error))
                    } else if keys.contains(id) {
                        send(.keyFailed(id, error))
                    } else {
                        send(.mediaFailed(id, random.below(2) == 0 ? .fetch(error) : .content("no packets")))
                    }
                case 7:
                    send(.buffered(main: .milliseconds(random.below(30_000)), audio: .milliseconds(random.below(9000))))
                case 8: send(.wake)
                case 9: send(.seek(MediaTime(seconds: Double(random.below(100)) - 50)))
                case 10: send(.limitSize(random.below(2) == 0 ? nil : PixelSize(width: 10, height: 10)))
                default:
                    // An answer that is late, doubled or of the wrong kind.
                    let old = RequestID(UInt64(random.below(60)))
                    if !open.contains(old) {
                        send(.mediaFailed(old, .fetch(error)))
                        send(.keyLoaded(old, []))
                        send(.playlistFailed(old, error))
                    }
                }
            }
            if !isOver {
                // A request is open, or a time is set, or everything was delivered, or the buffer is
                // full.
                send(.buffered(main: .zero, audio: .zero))
                #expect(!open.isEmpty || wake != nil || session.saidEnded || isOver, "run \(run) is stuck")
                send(.stop)
                #expect(open.isEmpty, "all is cancelled at the end")
                isOver = true
                send(.wake)
            }
        }
        print("\(steps) random events")
    }
}
