import Base
import Devices
import MediaCore
import Testing

@testable import HLS

func media(_ text: String, mode: ParsingMode = .lenient, url: String = "https://h.example/a/list.m3u8?t=1")
    throws -> MediaPlaylist
{
    let playlist = try PlaylistParser.parse(Array(text.utf8), url: url, mode: mode, imports: ["shared": "S"])
    guard case .media(let media) = playlist else { throw Unexpected() }
    return media
}

func multivariant(_ text: String, mode: ParsingMode = .lenient) throws -> MultivariantPlaylist {
    let playlist = try PlaylistParser.parse(
        Array(text.utf8), url: "https://h.example/a/main.m3u8", mode: mode)
    guard case .multivariant(let multivariant) = playlist else { throw Unexpected() }
    return multivariant
}

struct Unexpected: Error {}

@Suite("Playlists are read")
struct PlaylistParserTests {
    @Test("A live window has numbers, durations, dates and absolute URLs")
    func liveWindow() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:18446744073709551000
            #EXT-X-DISCONTINUITY-SEQUENCE:7
            #EXT-X-MAP:URI="init.mp4",BYTERANGE="812@0"
            #EXT-X-PROGRAM-DATE-TIME:2026-11-20T12:00:00.500+01:00
            #EXTINF:5.76,A title, with a comma
            one.m4s
            #EXT-X-DISCONTINUITY
            #EXT-X-BITRATE:800
            #EXT-X-GAP
            #EXTINF:6,
            /root/two.m4s?x=1
            """, mode: .strict)
        #expect(playlist.mediaSequence == 18_446_744_073_709_551_000)
        #expect(playlist.segments.map(\.url) == ["https://h.example/a/one.m4s", "https://h.example/root/two.m4s?x=1"])
        #expect(playlist.segments.map(\.duration) == [.milliseconds(5760), .seconds(6)])
        #expect(playlist.segments[0].title == "A title, with a comma")
        #expect(playlist.segments.map(\.discontinuitySequence) == [7, 8])
        #expect(playlist.segments.map(\.isGap) == [false, true])
        #expect(playlist.segments[1].bitrate == 800)
        #expect(playlist.segments[1].map?.range == ByteRange(offset: 0, length: 812))
        #expect(playlist.segments[0].programDate == ProgramDate(nanoseconds: 1_795_172_400_500_000_000))
        #expect(playlist.programDate(ofSegmentAt: 1) == nil, "no date beyond a discontinuity")
        #expect(playlist.isLive)
        #expect(playlist.holdBack == .seconds(18))
    }

    @Test("Byte ranges without an offset go on where the one before ended")
    func byteRanges() throws {
        let playlist = try media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n#EXT-X-BYTERANGE:100@50\na.ts\n#EXTINF:2,\n"
                + "#EXT-X-BYTERANGE:10\na.ts\n")
        #expect(
            playlist.segments.map(\.range) == [ByteRange(offset: 50, length: 100), ByteRange(offset: 150, length: 10)])
    }

    @Test("A key holds until the next; NONE ends it; one of each key format holds at once")
    func keys() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-KEY:METHOD=AES-128,URI="k1"
            #EXTINF:2,
            a.ts
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXTINF:2,
            b.ts
            #EXT-X-KEY:METHOD=AES-128, URI="k2", IV=0x0000000000000000000000000000abCD
            #EXTINF:2,
            c.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:2,
            d.ts
            """)
        #expect(
            playlist.segments.map { $0.keys.map(\.url) } == [
                ["https://h.example/a/k1"], ["https://h.example/a/k1", "skd://x"],
                ["https://h.example/a/k2", "skd://x"], [],
            ])
        #expect(playlist.segments[2].keys[0].iv?.suffix(2) == [0xAB, 0xCD])
    }

    @Test("Low-latency tags are read")
    func lowLatency() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-PART-INF:PART-TARGET=0.5
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,HOLD-BACK=14,CAN-SKIP-UNTIL=24,CAN-SKIP-DATERANGES=YES
            #EXT-X-PART:DURATION=0.5,URI="p0",INDEPENDENT=YES,BYTERANGE="10@0"
            #EXT-X-PART:DURATION=0.5,URI="p0",BYTERANGE="20"
            #EXTINF:1,
            s0
            #EXT-X-PART:DURATION=0.5,URI="p1",GAP=YES
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p2",BYTERANGE-START=7
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p3"
            #EXT-X-PRELOAD-HINT:TYPE=OTHER,URI="p4"
            #EXT-X-RENDITION-REPORT:URI="../b/list.m3u8",LAST-MSN=9
            """)
        #expect(playlist.partTarget == .milliseconds(500))
        #expect(
            playlist.control
                == ServerControl(
                    canSkipUntil: .seconds(24), canSkipDateRanges: true, holdBack: .seconds(14),
                    partHoldBack: .milliseconds(1500), canBlockReload: true))
        #expect(
            playlist.segments[0].parts.map(\.range) == [
                ByteRange(offset: 0, length: 10), ByteRange(offset: 10, length: 20),
            ])
        #expect(playlist.segments[0].parts.map(\.isIndependent) == [true, false])
        #expect(playlist.trailingParts.map(\.isGap) == [true])
        #expect(
            playlist.preloadHints == [
                PreloadHint(kind: .part, url: "https://h.example/a/p2", range: ByteRange(offset: 7, length: nil))
            ])
        #expect(
            playlist.renditionReports == [
                RenditionReport(url: "https://h.example/b/list.m3u8", lastMediaSequence: 9, lastPart: nil)
            ])
    }

    @Test("Variants and renditions carry all their attributes")
    func variants() throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="6/JOC",URI="en.m3u8"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC",INSTREAM-ID="CC1"
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.97,AUDIO="a",CLOSED-CAPTIONS=NONE,VIDEO-RANGE=PQ,HDCP-LEVEL=TYPE-0,SCORE=2.5,PATHWAY-ID="P"
            hi/v.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"
            #EXT-X-SESSION-DATA:DATA-ID="x",VALUE="y",LANGUAGE="en"
            #EXT-X-CONTENT-STEERING:SERVER-URI="/steer",PATHWAY-ID="P"
            """, mode: .strict)
        let variant = try #require(playlist.variants.first)
        #expect(variant.url == "https://h.example/a/hi/v.m3u8")
        #expect(variant.bandwidth == 2_000_000 && variant.averageBandwidth == 1_500_000)
        #expect(variant.codecs == ["avc1.64001f", "mp4a.40.2"])
        #expect(variant.resolution == PixelSize(width: 1280, height: 720))
        #expect(variant.frameRate == 29.97 && variant.score == 2.5)
        #expect(variant.videoRange == .pq && variant.hdcpLevel == .type0)
        #expect(variant.closedCaptions == .none && variant.pathway == "P")
        #expect(playlist.renditions[0].url == "https://h.example/a/en.m3u8")
        #expect(playlist.renditions[0].isAutoselect && playlist.renditions[0].channelCount == 6)
        #expect(playlist.renditions[1].kind == .closedCaptions)
        #expect(playlist.iFrameVariants.map(\.url) == ["https://h.example/a/i.m3u8"])
        #expect(playlist.start == StartPoint(offset: .milliseconds(-12500), isPrecise: true))
        #expect(playlist.sessionData == [SessionDataTag(id: "x", content: .value("y"), language: "en")])
        #expect(playlist.contentSteering == ContentSteeringTag(serverURL: "https://h.example/steer", pathway: "P"))
    }

    @Test("A variant that must not be understood goes with its URI line")
    func ignoredVariants() throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1,REQ-FUTURE="x"
            future.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2,HDCP-LEVEL=TYPE-9
            protected.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=3,REQ-VIDEO-LAYOUT="CH-HOLOGRAM"
            hologram.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=4,UNHEARD-OF=5,VIDEO-RANGE=NEW
            plain.m3u8
            """, mode: .strict)
        #expect(playlist.variants.map(\.bandwidth) == [4])
        #expect(playlist.variants[0].videoRange == .unknown)
        #expect(playlist.warnings.map(\.line) == [2, 4, 6, 8])
    }

    @Test("Variables are put into URIs and quoted strings, once")
    func variables() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-DEFINE:NAME="a",VALUE="x"
            #EXT-X-DEFINE:QUERYPARAM="t"
            #EXT-X-DEFINE:IMPORT="shared"
            #EXT-X-MAP:URI="i{$t}"
            #EXTINF:2,
            {$shared}/{$t}/{$a}/{no}
            """, mode: .strict, url: "https://h.example/l.m3u8?t=%7B$a%7D%41")
        #expect(playlist.segments.map(\.url) == ["https://h.example/S/{$a}A/x/{no}"])
        #expect(playlist.segments[0].map?.url == "https://h.example/i{$a}A")
    }

    @Test("Date ranges of one ID are merged; one against the syntax is left out")
    func dateRanges() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
            #EXTINF:2,
            a.ts
            #EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:00Z",X-ASSET-URI="u",X-SNAP="OUT"
            #EXT-X-DATERANGE:ID="ad",DURATION=15
            #EXT-X-DATERANGE:ID="bad",DURATION=-1
            #EXT-X-DATERANGE:CLASS="none"
            """)
        #expect(playlist.dateRanges.count == 1)
        #expect(playlist.dateRanges[0].duration == .seconds(15))
        #expect(playlist.dateRanges[0].custom == ["X-ASSET-URI": "u", "X-SNAP": "OUT"])
        #expect(playlist.warnings.map(\.line) == [8, 9])
    }

    @Test("A delta update takes keys, maps and discontinuities from what it skips")
    func delta() throws {
        let whole = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-MEDIA-SEQUENCE:10
            #EXT-X-DISCONTINUITY-SEQUENCE:1
            #EXT-X-MAP:URI="i"
            #EXT-X-KEY:METHOD=AES-128,URI="k"
            #EXTINF:2,
            10.ts
            #EXT-X-DISCONTINUITY
            #EXTINF:2,
            11.ts
            #EXTINF:2,
            12.ts
            """)
        let update = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-MEDIA-SEQUENCE:11
            #EXT-X-DISCONTINUITY-SEQUENCE:1
            #EXT-X-SKIP:SKIPPED-SEGMENTS=2
            #EXTINF:2,
            13.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:2,
            14.ts
            """)
        let merged = try update.merged(over: whole)
        #expect(merged.segments.map(\.mediaSequence) == [11, 12, 13, 14])
        #expect(merged.segments.map(\.discontinuitySequence) == [2, 2, 2, 2])
        #expect(merged.segments.map { $0.keys.count } == [1, 1, 1, 0])
        #expect(merged.segments.allSatisfy { $0.map?.url == "https://h.example/a/i" })
        #expect(throws: PlaylistError(line: 1, .skippedTooMuch)) {
            var late = update
            late.mediaSequence = 12
            _ = try late.merged(over: whole)
        }
    }

    static let refused: [(String, PlaylistError)] = [
        ("", PlaylistError(line: 1, .empty)),
        ("<!DOCTYPE html><html>", PlaylistError(line: 1, .html)),
        ("hello", PlaylistError(line: 1, .notAPlaylist)),
        ("#EXTM3U\n#EXT-X-VERSION:14", PlaylistError(line: 2, .unsupportedVersion(14))),
        ("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-VERSION:3", PlaylistError(line: 3, .repeated("EXT-X-VERSION"))),
        (
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-STREAM-INF:BANDWIDTH=1\na",
            PlaylistError(line: 3, .mixedTypes("EXT-X-STREAM-INF"))
        ),
        ("#EXTM3U\n#EXTINF:2,\n{$no}", PlaylistError(line: 3, .undefinedVariable("no"))),
        (
            "#EXTM3U\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\"",
            PlaylistError(line: 3, .repeatedVariable("a"))
        ),
        ("#EXTM3U\n#EXT-X-DEFINE:IMPORT=\"none\"", PlaylistError(line: 2, .undefinedVariable("none"))),
        ("#EXTM3U\n#EXTINF:2,\n#EXT-X-BYTERANGE:10\na.ts", PlaylistError(line: 4, .rangeWithoutOffset)),
        (
            "#EXTM3U\n#EXTINF:2,\n#EXT-X-BYTERANGE:2@18446744073709551615\na.ts",
            PlaylistError(line: 4, .malformed(tag: "EXT-X-BYTERANGE", "2@18446744073709551615"))
        ),
    ]

    @Test("What must not be played is refused with its line", arguments: refused)
    func refusals(text: String, error: PlaylistError) {
        #expect(throws: error) { try media(text) }
    }

    static let mended: [(String, PlaylistError)] = [
        ("#EXTM3U\n#EXTINF:2,\na.ts", PlaylistError(line: 3, .missingTargetDuration)),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:2\nJUNK", PlaylistError(line: 3, .noDuration)),
        (
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:-2",
            PlaylistError(line: 3, .malformed(tag: "EXT-X-MEDIA-SEQUENCE", "-2"))
        ),
        (
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI=\"a\",URI=\"b\"",
            PlaylistError(line: 3, .repeatedAttribute(tag: "EXT-X-MAP", "URI"))
        ),
    ]

    @Test("What can be mended is refused by the strict mode only", arguments: mended)
    func modes(text: String, error: PlaylistError) throws {
        #expect(throws: error) { try media(text, mode: .strict) }
        #expect(try media(text).warnings == [error])
    }

    @Test("Invalid UTF-8 and a byte order mark are refused in strict mode, and mended otherwise")
    func encoding() throws {
        let marked = [0xEF, 0xBB, 0xBF] + Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n".utf8)
        #expect(throws: PlaylistError(line: 1, .byteOrderMark)) {
            try PlaylistParser.parse(marked, url: "http://h/", mode: .strict)
        }
        let broken = Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,".utf8) + [0xC3, 0x28, 0x0A]
        #expect(throws: PlaylistError(line: 3, .notUTF8)) {
            try PlaylistParser.parse(broken, url: "http://h/", mode: .strict)
        }
        _ = try PlaylistParser.parse(broken, url: "http://h/")
    }

    @Test("Sizes are bounded")
    func bounds() {
        #expect(throws: PlaylistError(line: 1, .tooLarge(limit: 16 << 20))) {
            try PlaylistParser.parse([UInt8](repeating: 0x23, count: 16 << 20 + 1), url: "http://h/")
        }
        #expect(throws: PlaylistError(line: 2, .lineTooLong(limit: 1 << 20))) {
            try PlaylistParser.parse(
                Array("#EXTM3U\n".utf8) + [UInt8](repeating: 0x61, count: 1 << 20 + 1), url: "http://h/")
        }
    }

    @Test("A hundred thousand segments are read in linear time")
    func large() throws {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
        for number in 0..<100_000 { text += "#EXTINF:6.006,\nsegment\(number).ts\n" }
        let body = Array(text.utf8)
        let before = ThreadTime.now
        guard case .media(let playlist) = try PlaylistParser.parse(body, url: "https://h.example/a/l.m3u8") else {
            throw Unexpected()
        }
        let seconds = (ThreadTime.now - before).inSeconds
        #expect(playlist.segments.count == 100_000)
        print("100 000 segments, \(body.count) bytes: \(seconds) s of processor time")
        #expect(seconds < 5, "unoptimised it is one; only a quadratic parser needs more")
    }
}
