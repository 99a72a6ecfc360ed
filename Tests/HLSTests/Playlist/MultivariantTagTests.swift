import MediaCore
import Testing

@testable import HLS

@Suite("Tags of multivariant playlists (§4.4.6)")
struct MultivariantTagTests {
    private func variant(_ attributes: String, _ mode: ParsingMode = .strict) throws -> Variant {
        try #require(try multivariant("#EXTM3U\n#EXT-X-STREAM-INF:\(attributes)\nv.m3u8\n", mode: mode).variants.first)
    }

    private func refusal(_ tag: String) -> PlaylistError.Reason? {
        HLSTests.refusal("#EXTM3U\n\(tag)\nv.m3u8\n", .strict)?.reason
    }

    @Test("EXT-X-STREAM-INF: every attribute")
    func streamInf() throws {
        let read = try variant(
            #"BANDWIDTH=18446744073709551615,AVERAGE-BANDWIDTH=1,SCORE=0.5,CODECS="hvc1.2.4.L123.B0,ec-3",SUPPLEMENTAL-CODECS="dvh1.08.07/db4h/cdm4,hvc1.x",RESOLUTION=3840x2160,FRAME-RATE=59.940,HDCP-LEVEL=TYPE-1,ALLOWED-CPC="com.example.drm1:SMART-TV/PC,com.example.drm2:HW",VIDEO-RANGE=HLG,REQ-VIDEO-LAYOUT="CH-STEREO/PROJ-HEQU,CH-MONO",STABLE-VARIANT-ID="s/1",AUDIO="a",VIDEO="b",SUBTITLES="c",CLOSED-CAPTIONS="d",PATHWAY-ID="p""#
        )
        #expect(read.bandwidth == .max && read.averageBandwidth == 1 && read.score == 0.5)
        #expect(read.codecs == ["hvc1.2.4.L123.B0", "ec-3"])
        #expect(read.supplementalFormats.map(\.codec) == ["dvh1.08.07", "hvc1.x"])
        #expect(read.supplementalFormats.map(\.brands) == [["db4h", "cdm4"], []])
        #expect(read.resolution == PixelSize(width: 3840, height: 2160) && read.frameRate == 59.94)
        #expect(read.hdcpLevel == .type1 && read.videoRange == .hlg)
        #expect(read.contentProtections?.map(\.keyFormat) == ["com.example.drm1", "com.example.drm2"])
        #expect(read.contentProtections?.map(\.labels) == [["SMART-TV", "PC"], ["HW"]])
        #expect(read.layouts.map(\.isFlat) == [false, true])
        #expect(read.layouts[0].channels == .stereo && read.layouts[0].projection == .halfEquirectangular)
        #expect(
            read.stableID == "s/1" && read.audioGroup == "a" && read.videoGroup == "b" && read.subtitlesGroup == "c")
        #expect(read.closedCaptions == .group("d") && read.pathway == "p")
    }

    @Test("What EXT-X-STREAM-INF leaves out has the standard's defaults")
    func defaults() throws {
        let read = try variant("BANDWIDTH=1")
        #expect(read.videoRange == .sdr && read.closedCaptions == .undeclared && read.pathway == ".")
        #expect(read.contentProtections == nil && read.layouts.isEmpty && read.hdcpLevel == nil && read.score == nil)
    }

    @Test("CLOSED-CAPTIONS=NONE is no group")
    func noCaptions() throws {
        #expect(try variant("BANDWIDTH=1,CLOSED-CAPTIONS=NONE").closedCaptions == .none)
        #expect(try variant(#"BANDWIDTH=1,CLOSED-CAPTIONS="NONE""#, .lenient).closedCaptions == .none)
        #expect(refusal("#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=SOME") != nil)
    }

    @Test("BANDWIDTH: needed and whole in strict mode; lenient takes what there is")
    func bandwidth() throws {
        #expect(refusal(#"#EXT-X-STREAM-INF:CODECS="avc1""#) == .missingAttribute(tag: "EXT-X-STREAM-INF", "BANDWIDTH"))
        #expect(refusal("#EXT-X-STREAM-INF:BANDWIDTH=1.5") != nil && refusal("#EXT-X-STREAM-INF:BANDWIDTH=-1") != nil)
        #expect(try variant("BANDWIDTH=1280000.5", .lenient).bandwidth == 1_280_000)
        #expect(try variant("PROGRAM-ID=1", .lenient).bandwidth == 0)
    }

    @Test("A STREAM-INF without its URI line: strict refuses, lenient leaves it out")
    func orphans() throws {
        for text in [
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n",
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb\n",
        ] {
            #expect(HLSTests.refusal(text, .strict)?.reason == .orphan("EXT-X-STREAM-INF"))
            #expect(try multivariant(text).variants.allSatisfy { $0.bandwidth == 2 })
        }
        #expect(HLSTests.refusal("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\nb\n", .strict)?.reason == .orphan("URI"))
    }

    @Test("One variant twice is two: redundant streams")
    func redundant() throws {
        let playlist = try multivariant(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n#EXT-X-STREAM-INF:BANDWIDTH=1\nb\n", mode: .strict)
        #expect(playlist.variants.map(\.bandwidth) == [1, 1])
    }

    @Test("EXT-X-I-FRAME-STREAM-INF stands alone")
    func iFrames() throws {
        let playlist = try multivariant(
            "#EXTM3U\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9,CODECS=\"avc1\",RESOLUTION=1x1,VIDEO-RANGE=PQ,HDCP-LEVEL=NONE,STABLE-VARIANT-ID=\"s\",URI=\"i.m3u8\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n",
            mode: .strict)
        #expect(playlist.iFrameVariants.map(\.url) == ["https://h.example/a/i.m3u8"] && playlist.variants.count == 1)
        #expect(
            playlist.iFrameVariants[0].hdcpLevel == HLS.Variant.HDCPLevel.none
                && playlist.iFrameVariants[0].stableID == "s")
        #expect(
            refusal("#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9")
                == .missingAttribute(tag: "EXT-X-I-FRAME-STREAM-INF", "URI"))
    }

    @Test("EXT-X-MEDIA: every attribute")
    func media() throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="English",LANGUAGE="en",ASSOC-LANGUAGE="fr",STABLE-RENDITION-ID="r",DEFAULT=YES,AUTOSELECT=YES,BIT-DEPTH=24,SAMPLE-RATE=48000,CHANNELS="12/JOC/IMMERSIVE,BED-4,DOF-6",CHARACTERISTICS="public.accessibility.describes-video,public.easy-to-read",INSTREAM-ID="2",URI="en.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Forced",FORCED=YES,AUTOSELECT=YES,URI="f.m3u8"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC",INSTREAM-ID="SERVICE63"
            #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="Angle"
            """, mode: .strict)
        let audio = playlist.renditions[0]
        #expect(playlist.renditions.map(\.kind) == [.audio, .subtitles, .closedCaptions, .video])
        #expect(
            audio.url == "https://h.example/a/en.m3u8" && audio.language == "en" && audio.associatedLanguage == "fr")
        #expect(audio.stableID == "r" && audio.isDefault && audio.isAutoselect && !audio.isForced)
        #expect(audio.bitDepth == 24 && audio.sampleRate == 48_000 && audio.instreamID == "2")
        #expect(audio.characteristics == ["public.accessibility.describes-video", "public.easy-to-read"])
        #expect(audio.channelLayout?.count == 12 && audio.channelLayout?.codings == ["JOC"])
        #expect(audio.channelLayout?.usage == [.immersive, .bed(4), .degreesOfFreedom(6)])
        #expect(playlist.renditions[1].isForced && playlist.renditions[2].instreamID == "SERVICE63")
        #expect(playlist.renditions[3].url == nil && playlist.warnings.isEmpty)
    }

    @Test("CHANNELS: a dash is channel-based, unknown parameters are said")
    func channels() {
        #expect(ChannelLayout("6") == ChannelLayout("6/-"))
        #expect(ChannelLayout("2/-/BINAURAL").usage == [.binaural] && ChannelLayout("2/-/BINAURAL").codings.isEmpty)
        #expect(ChannelLayout("16/3OA").codings == ["3OA"] && !ChannelLayout("16/3OA").hasUnknownParameters)
        #expect(ChannelLayout("2/-/NEW").hasUnknownParameters && ChannelLayout("2/-/DOWNMIX/x").hasUnknownParameters)
        #expect(ChannelLayout("JOC").count == nil)
    }

    static let badMedia = [
        #"GROUP-ID="g",NAME="n""#, #"TYPE=AUDIO,NAME="n""#, #"TYPE=AUDIO,GROUP-ID="g""#,
        #"TYPE=SUBTITLES,GROUP-ID="g",NAME="n""#, #"TYPE=CLOSED-CAPTIONS,GROUP-ID="g",NAME="n""#,
        #"TYPE=CLOSED-CAPTIONS,GROUP-ID="g",NAME="n",INSTREAM-ID="CC5""#,
        #"TYPE=CLOSED-CAPTIONS,GROUP-ID="g",NAME="n",INSTREAM-ID="SERVICE64""#,
        #"TYPE=CLOSED-CAPTIONS,GROUP-ID="g",NAME="n",INSTREAM-ID="SERVICE0""#,
    ]

    @Test("EXT-X-MEDIA without what it needs: strict refuses, lenient keeps what can be used", arguments: badMedia)
    func badRenditions(attributes: String) throws {
        #expect(refusal("#EXT-X-MEDIA:" + attributes) != nil)
        let playlist = try multivariant("#EXTM3U\n#EXT-X-MEDIA:\(attributes)\n")
        #expect(!playlist.warnings.isEmpty)
    }

    @Test("Rules for servers in groups are warnings in both modes")
    func groups() throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",DEFAULT=YES,AUTOSELECT=NO,URI="1"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",DEFAULT=YES,FORCED=YES,URI="2"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="x",INSTREAM-ID="CC1",URI="3"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="b",CLOSED-CAPTIONS=NONE
            v
            #EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO="b"
            w
            """, mode: .strict)
        let expected = [
            "DEFAULT=YES with AUTOSELECT=NO", "FORCED is for subtitles", "closed captions have no URI of their own",
            "x is twice in group a", "group a has more than one DEFAULT", "no EXT-X-MEDIA of AUDIO group b",
            "CLOSED-CAPTIONS=NONE is not in all variants",
        ]
        let texts = playlist.warnings.map { if case .violation(_, let text) = $0.reason { text } else { "" } }
        #expect(texts == expected)
        #expect(
            playlist.renditions[0].isAutoselect && !playlist.renditions[1].isForced && playlist.renditions[2].url == nil
        )
    }

    @Test("EXT-X-SESSION-DATA: VALUE or URI, its format, a language")
    func sessionData() throws {
        let playlist = try multivariant(
            """
            #EXTM3U
            #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="Hej",LANGUAGE="sv"
            #EXT-X-SESSION-DATA:DATA-ID="com.apple.hls.chapters",URI="c.json"
            #EXT-X-SESSION-DATA:DATA-ID="raw",URI="r.bin",FORMAT=RAW
            """, mode: .strict)
        #expect(
            playlist.sessionData.map(\.content) == [
                .value("Hej"), .json(url: "https://h.example/a/c.json"), .raw(url: "https://h.example/a/r.bin"),
            ])
        #expect(playlist.sessionData[0].language == "sv" && playlist.warnings.isEmpty)
        for attributes in [#"VALUE="v""#, #"DATA-ID="a""#, #"DATA-ID="a",VALUE="v",URI="u""#] {
            #expect(refusal("#EXT-X-SESSION-DATA:" + attributes) != nil, "\(attributes)")
        }
        let twice = try multivariant(
            "#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"1\"\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"2\"\n",
            mode: .strict)
        #expect(twice.warnings.map(\.line) == [3])
    }

    @Test("EXT-X-SESSION-KEY is a key, and never NONE")
    func sessionKeys() throws {
        let playlist = try multivariant("#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\",IV=0x01\n", mode: .strict)
        #expect(playlist.sessionKeys.map(\.url) == ["https://h.example/a/k"])
        #expect(refusal("#EXT-X-SESSION-KEY:METHOD=NONE") != nil && refusal("#EXT-X-SESSION-KEY:METHOD=AES-128") != nil)
    }

    @Test("EXT-X-CONTENT-STEERING: once, with a URI that may be data, and a pathway that there is")
    func steering() throws {
        let playlist = try multivariant(
            "#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"data:application/json,{}\",PATHWAY-ID=\"X\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n",
            mode: .strict)
        #expect(playlist.contentSteering == ContentSteeringTag(serverURL: "data:application/json,{}", pathway: "X"))
        #expect(playlist.warnings.count == 1)
        #expect(refusal("#EXT-X-CONTENT-STEERING:PATHWAY-ID=\"X\"") != nil)
        #expect(
            refusal("#EXT-X-CONTENT-STEERING:SERVER-URI=\"a\"\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"b\"")
                == .repeated("EXT-X-CONTENT-STEERING"))
    }

    @Test("INDEPENDENT-SEGMENTS and START are of both kinds of playlist")
    func common() throws {
        let playlist = try multivariant(
            "#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-START:TIME-OFFSET=3\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n",
            mode: .strict)
        #expect(playlist.hasIndependentSegments && playlist.start?.offset == .seconds(3))
        #expect(try HLSTests.media(mediaText("#EXT-X-INDEPENDENT-SEGMENTS"), mode: .strict).hasIndependentSegments)
    }
}
