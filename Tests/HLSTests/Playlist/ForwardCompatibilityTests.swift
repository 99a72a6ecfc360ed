import Testing

@testable import HLS

@Suite("What a client of today does with tomorrow's playlists (§6.3.1)")
struct ForwardCompatibilityTests {
    private let modes: [ParsingMode] = [.strict, .lenient]

    @Test("Unrecognized tags are ignored")
    func tags() throws {
        for mode in modes {
            #expect(try media(mediaText("#EXT-X-FUTURE:A=1\n#EXT-X-FUTURE"), mode: mode).warnings.isEmpty)
        }
    }

    @Test("An unrecognized REQ- attribute forbids the whole tag")
    func requirements() throws {
        for mode in modes {
            let playlist = try media(
                mediaText(
                    """
                    #EXT-X-MAP:URI="i.mp4",REQ-FUTURE="x"
                    #EXT-X-START:TIME-OFFSET=1,REQ-FUTURE=1
                    #EXT-X-KEY:METHOD=AES-128,URI="k",REQ-FUTURE="x"
                    """), mode: mode)
            #expect(playlist.segments[0].map == nil && playlist.segments[0].keys.isEmpty && playlist.start == nil)
            #expect(playlist.warnings.map(\.line) == [4, 5, 6])
        }
    }

    @Test("Any other unrecognized attribute is ignored")
    func attributes() throws {
        for mode in modes {
            let playlist = try media(
                mediaText(#"#EXT-X-MAP:URI="i.mp4",FUTURE=1,X-OTHER="y",QUERY=A,REQUIRED="z""#), mode: mode)
            #expect(playlist.segments[0].map?.url == "https://h.example/a/i.mp4" && playlist.warnings.isEmpty)
        }
    }

    static let unknownValues = [
        #"#EXT-X-MEDIA:TYPE=SMELL,GROUP-ID="g",NAME="n""#,
        #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n",DEFAULT=PERHAPS"#,
        #"#EXT-X-SESSION-DATA:DATA-ID="a",URI="u",FORMAT=XML"#,
    ]

    @Test("An unrecognized value of an enumerated attribute forbids the whole tag", arguments: unknownValues)
    func values(tag: String) throws {
        for mode in modes {
            let playlist = try multivariant("#EXTM3U\n\(tag)\n", mode: mode)
            #expect(playlist.renditions.isEmpty && playlist.sessionData.isEmpty)
            #expect(playlist.warnings.count == 1)
        }
    }

    @Test("An ignored EXT-X-STREAM-INF takes its URI line with it")
    func variants() throws {
        for mode in modes {
            let playlist = try multivariant(
                """
                #EXTM3U
                #EXT-X-STREAM-INF:BANDWIDTH=1,HDCP-LEVEL=TYPE-9
                # a comment between
                one.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=2,REQ-FUTURE="x"
                two.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=3,REQ-VIDEO-LAYOUT="CH-STEREO/PROJ-CUBE"
                three.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=4,VIDEO-RANGE=HDR9
                four.m3u8
                """, mode: mode)
            #expect(playlist.variants.map(\.url) == ["https://h.example/a/four.m3u8"])
            #expect(playlist.variants[0].videoRange == .unknown, "it is there and must not be chosen")
        }
    }

    @Test("A preload hint of an unknown type is ignored; a playlist type too")
    func hints() throws {
        for mode in modes {
            let playlist = try media(
                mediaText("#EXT-X-PRELOAD-HINT:TYPE=KEY,URI=\"k\"\n#EXT-X-PLAYLIST-TYPE:LOOP"), mode: mode)
            #expect(playlist.preloadHints.isEmpty && playlist.kind == nil && playlist.warnings.count == 2)
        }
    }

    @Test("Media under an unknown METHOD is not clear, and not decrypted")
    func methods() throws {
        for mode in modes {
            let playlist = try media(mediaText(#"#EXT-X-KEY:METHOD=ROT13,URI="k""#), mode: mode)
            #expect(playlist.segments[0].keys.map(\.method) == [.unknown("ROT13")])
        }
    }

    @Test("A newer protocol version is not played")
    func version() {
        for mode in modes {
            #expect(refusal("#EXTM3U\n#EXT-X-VERSION:14\n", mode) == PlaylistError(line: 2, .unsupportedVersion(14)))
            #expect(refusal("#EXTM3U\n#EXT-X-VERSION:13\n", mode) == nil)
        }
    }
}
