import Devices
import MediaCore
import Testing

@testable import HLS

@Suite("Tags of media playlists (§4.4.3–§4.4.5)")
struct MediaTagTests {
    private func segments(_ lines: String, _ mode: ParsingMode = .strict) throws -> [Segment] {
        try media("#EXTM3U\n#EXT-X-VERSION:13\n#EXT-X-TARGETDURATION:6\n" + lines, mode: mode).segments
    }

    private func onlySegment(_ lines: String, _ mode: ParsingMode = .strict) throws -> Segment {
        try #require(try segments(lines + "\n#EXTINF:6,\ns.ts\n", mode).first)
    }

    @Test("EXTINF: duration and title; the comma is needed in strict mode")
    func durations() throws {
        let read = try segments("#EXTINF:5.005,\na\n#EXTINF:6,A, b\nb\n#EXTINF:0,\nc\n")
        #expect(read.map(\.duration) == [.microseconds(5_005_000), .seconds(6), .zero])
        #expect(read.map(\.title) == ["", "A, b", ""])
        #expect(refusal(mediaText("#EXTINF:6"), .strict)?.line == 4)
        #expect(try segments("#EXTINF:6\na\n", .lenient)[0].duration == .seconds(6))
    }

    @Test("EXTINF of channel lists: attributes and -1 before the comma")
    func channelLists() throws {
        let read = try segments(
            "#EXTINF:-1 tvg-id=\"x\",Name\na\n#EXTINF:4.5 x=\"1\",Other\nb\n#EXTINF:junk,\nc\n", .lenient)
        #expect(read.map(\.duration) == [.zero, .milliseconds(4500), .zero])
        #expect(read.map(\.title) == ["Name", "Other", ""])
        for text in ["-1", "1e1", "junk", "", "+3", "1.2.3"] {
            #expect(refusal("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:\(text),\na\n", .strict)?.line == 3, "\(text)")
        }
    }

    @Test("EXTINF without a URI, a URI without EXTINF, and two EXTINF: strict refuses, lenient mends")
    func orphans() throws {
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
        #expect(refusal(head + "#EXTINF:6,\n", .strict)?.reason == .orphan("EXTINF"))
        #expect(refusal(head + "a\n", .strict) == PlaylistError(line: 3, .noDuration))
        #expect(refusal(head + "#EXTINF:6,\n#EXTINF:5,\na\n", .strict) == PlaylistError(line: 4, .orphan("EXTINF")))
        #expect(try segments("#EXTINF:4,\n#EXTINF:5,\na\n#EXTINF:6,\n", .lenient).map(\.duration) == [.seconds(5)])
    }

    @Test(
        "A segment without EXTINF lasts the target duration, keeps its number and its tags, and is warned of with its line"
    )
    func withoutDuration() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:8
            #EXT-X-MEDIA-SEQUENCE:40
            #EXTINF:7.5,first
            a.ts
            b.ts
            #EXT-X-DISCONTINUITY
            #EXT-X-BYTERANGE:100@20
            c.ts
            #EXTINF:6,
            d.ts
            #EXT-X-ENDLIST

            """)
        #expect(playlist.segments.map(\.duration) == [.milliseconds(7500), .seconds(8), .seconds(8), .seconds(6)])
        #expect(playlist.segments.map(\.mediaSequence) == [40, 41, 42, 43])
        #expect(playlist.segments.map(\.isDiscontinuity) == [false, false, true, false])
        #expect(playlist.segments[2].range == ByteRange(offset: 20, length: 100) && playlist.segments[3].range == nil)
        #expect(playlist.segments.map(\.title) == ["first", "", "", ""])
        #expect(playlist.warnings == [PlaylistError(line: 6, .noDuration), PlaylistError(line: 9, .noDuration)])
        #expect("\(playlist.warnings[0])".contains("line 6: a segment without #EXTINF"))
    }

    @Test("Where the target duration comes later, or is missing, what stands for it holds; listed parts say more")
    func withoutDurationNorTarget() throws {
        #expect(
            try media("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\na\n#EXT-X-TARGETDURATION:9\n").segments.map(\.duration) == [
                .seconds(9)
            ])
        #expect(
            try media("#EXTM3U\n#EXTINF:5.2,\na\nb\n").segments.map(\.duration) == [.milliseconds(5200), .seconds(6)])
        let parts =
            "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-PART:DURATION=1,URI=\"p\"\n#EXT-X-PART:DURATION=0.5,URI=\"q\"\na\n"
        #expect(try segments(parts, .lenient).map(\.duration) == [.milliseconds(1500)])
    }

    @Test("TARGETDURATION is a whole number of at least one; missing it is computed in lenient mode")
    func targetDurations() throws {
        func target(_ tag: String) throws -> Duration { try media("#EXTM3U\n\(tag)\n#EXTINF:5.2,\na\n").targetDuration }
        #expect(try target("") == .seconds(6), "the longest segment, rounded up")
        #expect(try target("#EXT-X-TARGETDURATION:5.5") == .seconds(6))
        #expect(try target("#EXT-X-TARGETDURATION:0") == .seconds(1))
        #expect(try target("#EXT-X-TARGETDURATION:-10") == .seconds(6))
        #expect(try target("#EXT-X-TARGETDURATION:18446744073709551615") == .seconds(86_400))
        for text in ["5.5", "0", "-1", "x", ""] {
            #expect(refusal("#EXTM3U\n#EXT-X-TARGETDURATION:\(text)\n", .strict)?.line == 2, "\(text)")
        }
        #expect(refusal("#EXTM3U\n#EXTINF:6,\na\n", .strict)?.reason == .missingTargetDuration)
    }

    @Test("A segment longer than the target is a warning, half a second above it is none")
    func tooLong() throws {
        #expect(try media("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6.49,\na\n", mode: .strict).warnings.isEmpty)
        #expect(try media("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6.5,\na\n", mode: .strict).warnings.count == 1)
    }

    @Test("64-bit numbers: MEDIA-SEQUENCE and byte offsets to the last one")
    func largeNumbers() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:18446744073709551615
            #EXTINF:6,
            #EXT-X-BYTERANGE:1@18446744073709551614
            a
            #EXTINF:6,
            b
            """, mode: .strict)
        #expect(playlist.segments.map(\.mediaSequence) == [.max, .max])
        #expect(playlist.segments[0].range == ByteRange(offset: .max - 1, length: 1))
        for text in ["18446744073709551616", "-1", "1.5", "", "x"] {
            #expect(refusal(mediaText("#EXT-X-MEDIA-SEQUENCE:\(text)"), .strict)?.line == 4)
            #expect(try media(mediaText("#EXT-X-MEDIA-SEQUENCE:\(text)")).mediaSequence == 0)
        }
    }

    @Test("DISCONTINUITY-SEQUENCE and the tags before a URI count")
    func discontinuities() throws {
        let read = try segments(
            "#EXT-X-DISCONTINUITY-SEQUENCE:7\n#EXTINF:6,\na\n#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY\n#EXTINF:6,\nb\n#EXTINF:6,\nc\n"
        )
        #expect(read.map(\.discontinuitySequence) == [7, 9, 9])
        #expect(read.map(\.isDiscontinuity) == [false, true, false])
    }

    @Test("ENDLIST may stand anywhere")
    func endList() throws {
        let playlist = try media("#EXTM3U\n#EXT-X-ENDLIST\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\n", mode: .strict)
        #expect(playlist.hasEnd && playlist.segments.count == 1 && !playlist.isLive)
    }

    @Test("PLAYLIST-TYPE is EVENT or VOD")
    func kinds() throws {
        #expect(try media(mediaText("#EXT-X-PLAYLIST-TYPE:EVENT"), mode: .strict).kind == .event)
        #expect(try media(mediaText("#EXT-X-PLAYLIST-TYPE:VOD"), mode: .strict).kind == .vod)
        #expect(try media(mediaText("#EXT-X-PLAYLIST-TYPE:vod")).kind == .vod)
        #expect(try media(mediaText("#EXT-X-PLAYLIST-TYPE:vod"), mode: .strict).kind == nil)
    }

    @Test("Byte ranges go on through the segments of one resource")
    func ranges() throws {
        let read = try segments(
            """
            #EXTINF:6,
            #EXT-X-BYTERANGE:100@20
            a
            #EXTINF:6,
            #EXT-X-BYTERANGE:10
            a
            #EXT-X-BYTERANGE:5
            #EXTINF:6,
            a
            #EXTINF:6,
            #EXT-X-BYTERANGE:7@0
            b
            """)
        #expect(
            read.map { $0.range?.offset } == [20, 120, 130, 0] && read.map { $0.range?.length } == [100, 10, 5, 7])
    }

    @Test("EXT-X-BITRATE holds until the next, and not for byte ranges")
    func bitrates() throws {
        let read = try segments(
            "#EXT-X-BITRATE:800\n#EXTINF:6,\na\n#EXTINF:6,\n#EXT-X-BYTERANGE:1@0\nb\n#EXTINF:6,\nc\n#EXT-X-BITRATE:900\n#EXTINF:6,\nd\n"
        )
        #expect(read.map(\.bitrate) == [800, nil, 800, 900])
    }

    @Test("EXT-X-GAP is of the next segment only")
    func gaps() throws {
        #expect(try segments("#EXT-X-GAP\n#EXTINF:6,\na\n#EXTINF:6,\nb\n").map(\.isGap) == [true, false])
    }

    @Test("EXT-X-MAP holds until the next, has a range of its own and the keys that stood before it")
    func maps() throws {
        let read = try segments(
            """
            #EXTINF:6,
            a
            #EXT-X-MAP:URI="i1.mp4",BYTERANGE="720@10"
            #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x01
            #EXTINF:6,
            b
            #EXT-X-DISCONTINUITY
            #EXT-X-MAP:URI="i2.mp4"
            #EXTINF:6,
            c
            """)
        #expect(read[0].map == nil)
        #expect(
            read[1].map
                == MapTag(url: "https://h.example/a/i1.mp4", range: ByteRange(offset: 10, length: 720), keys: []))
        #expect(
            read[2].map?.url == "https://h.example/a/i2.mp4" && read[2].map?.keys == read[2].keys
                && read[2].keys.count == 1)
        #expect(
            refusal(mediaText("#EXT-X-MAP:BYTERANGE=\"1@0\""), .strict)?.reason
                == .missingAttribute(tag: "EXT-X-MAP", "URI"))
        #expect(refusal(mediaText("#EXT-X-MAP:URI=\"i\",BYTERANGE=\"10\""), .strict)?.reason == .rangeWithoutOffset)
        #expect(
            try onlySegment("#EXT-X-MAP:URI=\"i\",BYTERANGE=\"10\"", .lenient).map?.range
                == ByteRange(offset: 0, length: 10))
    }

    @Test("In an I-frame playlist the bytes before the first I-frame initialize, when no EXT-X-MAP does")
    func impliedMaps() throws {
        let read = try segments(
            "#EXT-X-I-FRAMES-ONLY\n#EXTINF:2,\n#EXT-X-BYTERANGE:50@376\na.ts\n#EXTINF:2,\n#EXT-X-BYTERANGE:50@900\na.ts\n#EXTINF:2,\n#EXT-X-BYTERANGE:9@0\nb.ts\n"
        )
        #expect(
            read.map { $0.map?.range } == [ByteRange(offset: 0, length: 376), ByteRange(offset: 0, length: 376), nil])
        #expect(read[0].map?.isImplied == true && read[0].map?.url == read[0].url)
    }

    @Test("KEY: each format holds for itself, NONE ends all, a discontinuity none")
    func keys() throws {
        let read = try segments(
            """
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1/2"
            #EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="data:text/plain;base64,AA==",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
            #EXTINF:6,
            a
            #EXT-X-DISCONTINUITY
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://b",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXTINF:6,
            b
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:6,
            c
            #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0X000000000000000000000000000000FF
            #EXTINF:6,
            d
            """)
        #expect(
            read.map { $0.keys.map(\.url) } == [
                ["skd://a", "data:text/plain;base64,AA=="], ["skd://b", "data:text/plain;base64,AA=="], [],
                ["https://h.example/a/k"],
            ])
        #expect(read[0].keys.map(\.method) == [.sampleAES, .sampleAESCTR])
        #expect(read[0].keys[0].versions == [1, 2] && read[1].keys[0].versions == [1])
        #expect(read[3].keys[0].iv == [UInt8](repeating: 0, count: 15) + [255])
    }

    @Test("KEY against its rules: strict refuses, lenient never takes the media for clear")
    func badKeys() throws {
        for attributes in [
            "URI=\"k\"", "METHOD=AES-128", "METHOD=AES-128,URI=\"\"", "METHOD=AES-128,URI=\"k\",IV=0x",
            "METHOD=AES-128,URI=\"k\",IV=[IV]", "METHOD=AES-128,URI=\"k\",IV=0x0000000000000000000000000000000001",
        ] {
            #expect(refusal(mediaText("#EXT-X-KEY:\(attributes)"), .strict)?.line == 4, "\(attributes)")
            let key = try #require(try onlySegment("#EXT-X-KEY:\(attributes)", .lenient).keys.first)
            if case .unknown = key.method {} else { Issue.record("\(attributes): \(key.method)") }
        }
        #expect(try onlySegment("#EXT-X-KEY:METHOD=NONE,URI=\"\"").keys.isEmpty, "a warning in both modes")
        #expect(try onlySegment("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0xabcdef", .lenient).keys[0].iv?.last == 0xEF)
    }

    @Test(
        "PROGRAM-DATE-TIME in the forms of ISO 8601; without a zone UTC",
        arguments: [
            ("2010-02-19T14:54:23.031+08:00", 1_266_562_463_031_000_000),
            ("2010-02-19T06:54:23Z", 1_266_562_463_000_000_000),
            ("2010-02-19T06:54:23", 1_266_562_463_000_000_000), ("2010-02-19T14:54:23+0800", 1_266_562_463_000_000_000),
            ("2010-02-19T14:54:23+08", 1_266_562_463_000_000_000),
            ("2010-02-18T23:54:23-07:00", 1_266_562_463_000_000_000),
            ("20100219T065423Z", 1_266_562_463_000_000_000), ("2010-02-19T06:54Z", 1_266_562_440_000_000_000),
            ("2010-02-19T06:54:23,5Z", 1_266_562_463_500_000_000),
            ("2010-02-19T06:54:23.123456789123Z", 1_266_562_463_123_456_789),
            ("2012-02-29T24:00:00Z", 1_330_560_000_000_000_000), ("1969-12-31T23:59:59Z", -1_000_000_000),
            ("9999-12-31T23:59:59Z", Int64.max),
        ] as [(String, Int64)])
    func dates(text: String, nanoseconds: Int64) throws {
        #expect(
            try onlySegment("#EXT-X-PROGRAM-DATE-TIME:\(text)").programDate == ProgramDate(nanoseconds: nanoseconds))
    }

    @Test(
        "What is no date: strict refuses, lenient leaves it out",
        arguments: [
            "", "today", "2010-13-01T00:00:00Z", "2010-02-30T00:00:00Z", "2011-02-29T00:00:00Z", "2010-02-19",
            "2010-02-19T25:00:00Z", "2010-02-19T24:00:01Z", "2010-02-19T06:60:00Z", "2010-02-19T06:54:23.Z",
            "2010-02-19T06:54:23+08:99", "2010-02-19T06:54:23Zx", "2010-0219T06:54:23Z",
        ])
    func badDates(text: String) throws {
        #expect(refusal(mediaText("#EXT-X-PROGRAM-DATE-TIME:\(text)"), .strict)?.line == 4)
        #expect(try onlySegment("#EXT-X-PROGRAM-DATE-TIME:\(text)", .lenient).programDate == nil)
    }

    @Test("Parts: all attributes, ranges that go on in their parent, the segment that is not complete")
    func parts() throws {
        let playlist = try media(
            mediaText(
                """
                #EXT-X-PART-INF:PART-TARGET=0.33334
                #EXT-X-SERVER-CONTROL:PART-HOLD-BACK=1.2,CAN-BLOCK-RELOAD=YES
                #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
                #EXT-X-PART:URI="a",DURATION=0.33334,INDEPENDENT=YES,BYTERANGE="100@20"
                #EXT-X-PART:URI="a",DURATION=0.33334,BYTERANGE="10"
                """)
                    + """
                    #EXT-X-DISCONTINUITY
                    #EXT-X-MAP:URI="i"
                    #EXT-X-KEY:METHOD=AES-128,URI="k"
                    #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:06Z
                    #EXT-X-PART:URI="b",DURATION=0.5,GAP=YES
                    #EXT-X-PART:URI="c",DURATION=0.25
                    """, mode: .strict)
        #expect(playlist.partTarget == .nanoseconds(333_340_000))
        #expect(
            playlist.segments[0].parts.map(\.range) == [
                ByteRange(offset: 20, length: 100), ByteRange(offset: 120, length: 10),
            ])
        #expect(playlist.segments[0].parts.map(\.isIndependent) == [true, false])
        let unfinished = try #require(playlist.unfinished)
        #expect(unfinished.parts.map(\.isGap) == [true, false] && unfinished.duration == .milliseconds(750))
        #expect(unfinished.mediaSequence == 1 && unfinished.discontinuitySequence == 1 && unfinished.isDiscontinuity)
        #expect(unfinished.map?.url.hasSuffix("/i") == true && unfinished.keys.count == 1)
        #expect(unfinished.programDate != nil && playlist.trailingParts == unfinished.parts)
    }

    @Test("A part that cannot be read is a gap in lenient mode: those after it keep their numbers")
    func badParts() throws {
        for attributes in ["DURATION=1", "URI=\"a\"", "URI=\"a\",DURATION=-1", "URI=\"a\",DURATION=1,BYTERANGE=\"5\""] {
            let text = mediaText(
                "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3\n#EXT-X-PART:\(attributes)\n#EXT-X-PART:URI=\"b\",DURATION=1"
            )
            #expect(refusal(text, .strict)?.line == 6, "\(attributes)")
            #expect(try media(text).segments[0].parts.count == 2)
        }
        let gap = try media(mediaText("#EXT-X-PART:DURATION=1")).segments[0].parts[0]
        #expect(gap.isGap)
    }

    @Test("PART-INF and PART-HOLD-BACK go with parts: strict mode wants them")
    func partRequirements() {
        #expect(
            refusal(mediaText("#EXT-X-PART:URI=\"a\",DURATION=1"), .strict)?.reason
                == .missingAttribute(tag: "EXT-X-PART-INF", "PART-TARGET"))
        #expect(
            refusal(mediaText("#EXT-X-PART-INF:PART-TARGET=1"), .strict)?.reason
                == .missingAttribute(tag: "EXT-X-SERVER-CONTROL", "PART-HOLD-BACK"))
        #expect(
            refusal(mediaText("#EXT-X-PART-INF:"), .strict)?.reason
                == .missingAttribute(tag: "EXT-X-PART-INF", "PART-TARGET"))
    }

    @Test("SERVER-CONTROL: values too short for their rules are warnings")
    func serverControl() throws {
        let playlist = try media(
            mediaText(
                "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=35,HOLD-BACK=17.9,CAN-SKIP-DATERANGES=YES,PART-HOLD-BACK=1\n#EXT-X-PART-INF:PART-TARGET=1"
            ),
            mode: .strict)
        #expect(playlist.control.canSkipUntil == .seconds(35) && playlist.control.canSkipDateRanges)
        #expect(playlist.warnings.count == 3)
        let right = try media(
            mediaText(
                "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=36,HOLD-BACK=18,PART-HOLD-BACK=3\n#EXT-X-PART-INF:PART-TARGET=1"),
            mode: .strict)
        #expect(right.warnings.isEmpty)
    }

    @Test("Preload hints: the first of each type, ranges with a default start")
    func preloadHints() throws {
        let playlist = try media(
            mediaText(
                """
                #EXT-X-PRELOAD-HINT:TYPE=MAP,URI="i",BYTERANGE-LENGTH=50
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p",BYTERANGE-START=9007199254740993
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="q"
                """), mode: .strict)
        #expect(playlist.preloadHints.map(\.kind) == [.map, .part])
        #expect(
            playlist.preloadHints.map(\.range) == [
                ByteRange(offset: 0, length: 50), ByteRange(offset: 9_007_199_254_740_993, length: nil),
            ])
        #expect(refusal(mediaText("#EXT-X-PRELOAD-HINT:TYPE=PART"), .strict)?.line == 4)
        #expect(refusal(mediaText("#EXT-X-PRELOAD-HINT:URI=\"p\""), .strict)?.line == 4)
    }

    @Test("Rendition reports: what is left out is left out")
    func renditionReports() throws {
        let playlist = try media(
            mediaText(
                "#EXT-X-RENDITION-REPORT:URI=\"../b.m3u8\",LAST-MSN=18446744073709551615,LAST-PART=3\n#EXT-X-RENDITION-REPORT:URI=\"c\""
            ),
            mode: .strict)
        #expect(
            playlist.renditionReports == [
                RenditionReport(url: "https://h.example/b.m3u8", lastMediaSequence: .max, lastPart: 3),
                RenditionReport(url: "https://h.example/a/c", lastMediaSequence: nil, lastPart: nil),
            ])
        #expect(refusal(mediaText("#EXT-X-RENDITION-REPORT:LAST-MSN=1"), .strict)?.line == 4)
    }

    @Test("START: an offset with a sign, and PRECISE")
    func start() throws {
        #expect(
            try media(mediaText("#EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES"), mode: .strict).start
                == StartPoint(offset: .milliseconds(-12500), isPrecise: true))
        #expect(
            try media(mediaText("#EXT-X-START:TIME-OFFSET=25"), mode: .strict).start
                == StartPoint(offset: .seconds(25), isPrecise: false))
        #expect(
            refusal(mediaText("#EXT-X-START:PRECISE=YES"), .strict)?.reason
                == .missingAttribute(tag: "EXT-X-START", "TIME-OFFSET"))
    }
}
