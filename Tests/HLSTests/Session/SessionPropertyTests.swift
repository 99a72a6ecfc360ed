import Devices
import MediaCore
import Testing

@testable import HLS

@Suite("Whatever happens to a session")
struct SessionPropertyTests {
    private static let texts: [String] = [
        """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",LANGUAGE="de",DEFAULT=YES,URI="a.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="y",LANGUAGE="en",URI="b.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="t",LANGUAGE="en",URI="s.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,AUDIO="a",SUBTITLES="s"
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

    /// What a viewer, or a player on the viewer's behalf, may want at any time.
    private static func wish(_ random: inout SplitMix) -> SessionEvent {
        func named(_ kind: Rendition.Kind, _ name: String, _ language: String) -> RenditionChoice {
            var rendition = Rendition(kind: kind, group: "a", name: name)
            rendition.language = language
            return RenditionChoice(rendition)
        }
        switch random.below(9) {
        case 8: return .rest(random.below(2) == 0)
        case 0: return .holdMedia(random.below(2) == 0)
        case 1: return .yield(random.below(2) == 0)
        case 2: return .catchUp
        case 3: return .bufferAhead(.seconds(random.below(30)))
        case 4:
            return .selectionFailed(random.below(2) == 0 ? .audio : .subtitles, selection: random.below(3), reason: "x")
        case 5: return .keyDoubted(KeyIdentity(url: "http://h/k"))
        default:
            var choices = TrackChoices()
            choices.audio = random.below(2) == 0 ? named(.audio, "y", "en") : named(.audio, "x", "de")
            choices.text = random.below(2) == 0 ? .off : .rendition(named(.subtitles, "t", "en"))
            return .choose(choices, from: nil)
        }
    }

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
                    case .cancel(let id), .leave(let id):
                        #expect(open.remove(id) != nil, "only what is under way is given up")
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
            for step in 0..<80 where !isOver {
                steps += 1
                now = now + .milliseconds(random.below(3000))
                let id =
                    open.sorted().dropFirst(random.below(max(1, open.count))).first
                    ?? RequestID(UInt64(random.below(90)))
                let timing = FetchTiming(
                    requested: now - .seconds(1), firstByte: now - .milliseconds(random.below(900)), finished: now,
                    bytes: random.below(5_000_000), reusedConnection: true)
                let error = Self.errors[random.below(Self.errors.count)]
                switch random.below(14) {
                case 0...5:
                    // An answer that fits an open request, mostly a good one.
                    open.remove(id)
                    if playlists.contains(id) {
                        // Sessions whose first playlist offers variants and renditions have most to get wrong.
                        let text =
                            step == 0 && run % 2 == 0 ? Self.texts[0] : Self.texts[random.below(Self.texts.count)]
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
                case 10: send(.limitBandwidth(random.below(2) == 0 ? nil : 600_000))
                case 11, 12: send(Self.wish(&random))
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
                for event in [SessionEvent.holdMedia(false), .yield(false), .rest(false), .bufferAhead(.seconds(20))] {
                    send(event)
                }
                send(.buffered(main: .zero, audio: .zero))
                #expect(!open.isEmpty || wake != nil || session.orders.saidEnded || isOver, "run \(run) is stuck")
                send(.stop)
                #expect(open.isEmpty, "all is cancelled at the end")
                isOver = true
                send(.wake)
            }
        }
        print("\(steps) random events")
    }
}
