import Devices
import Testing

@testable import HLS

@Suite("Delta updates (§4.4.5.2, §6.3.7)")
struct DeltaUpdateTests {
    private static let head =
        "#EXTM3U\n#EXT-X-VERSION:10\n#EXT-X-TARGETDURATION:2\n#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12,CAN-SKIP-DATERANGES=YES\n"

    /// The whole playlist with the update applied, both read in strict mode.
    private func merged(_ update: String, over whole: String) throws -> MediaPlaylist {
        try media(DeltaUpdateTests.head + update, mode: .strict)
            .merged(over: media(DeltaUpdateTests.head + whole, mode: .strict))
    }

    private func segments(_ numbers: ClosedRange<Int>) -> String {
        numbers.map { "#EXTINF:2,\n\($0).ts\n" }.joined()
    }

    @Test("Skipped segments come from the playlist before, by their numbers")
    func numbers() throws {
        let whole = try merged(
            "#EXT-X-MEDIA-SEQUENCE:12\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n" + segments(15...17),
            over: "#EXT-X-MEDIA-SEQUENCE:10\n" + segments(10...15))
        #expect(whole.segments.map(\.mediaSequence) == Array(12...17))
        #expect(whole.segments.map(\.url) == (12...17).map { "https://h.example/a/\($0).ts" })
        #expect(whole.skip == nil && whole.segments.allSatisfy { $0.inherits.isEmpty })
    }

    @Test("A whole playlist is itself")
    func notAnUpdate() throws {
        let whole = try media(DeltaUpdateTests.head + segments(0...2))
        #expect(try whole.merged(over: MediaPlaylist(url: "u")) == whole)
    }

    @Test("What is skipped and not known is an error that asks for the whole playlist")
    func missing() throws {
        let whole = "#EXT-X-MEDIA-SEQUENCE:10\n" + segments(10...13)
        for (first, count) in [(9, 2), (14, 1), (12, 3), (10, 5), (10, UInt64.max)] as [(UInt64, UInt64)] {
            let error = #expect(throws: PlaylistError.self) {
                try merged(
                    "#EXT-X-MEDIA-SEQUENCE:\(first)\n#EXT-X-SKIP:SKIPPED-SEGMENTS=\(count)\n#EXTINF:2,\nn\n",
                    over: whole)
            }
            #expect(error?.reason == .skippedTooMuch && error?.description.contains("_HLS_skip") == true)
        }
        #expect(throws: PlaylistError.self) { try merged("#EXT-X-SKIP:SKIPPED-SEGMENTS=1\n#EXTINF:2,\nn\n", over: "") }
    }

    @Test("A discontinuity in the skipped stretch counts for those after it")
    func discontinuities() throws {
        let whole = try merged(
            "#EXT-X-MEDIA-SEQUENCE:10\n#EXT-X-DISCONTINUITY-SEQUENCE:3\n#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:2,\n12\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\n13\n",
            over:
                "#EXT-X-MEDIA-SEQUENCE:10\n#EXT-X-DISCONTINUITY-SEQUENCE:3\n#EXTINF:2,\n10\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\n11\n#EXTINF:2,\n12\n"
        )
        #expect(whole.segments.map(\.discontinuitySequence) == [3, 4, 4, 5])
        #expect(whole.segments.map(\.isDiscontinuity) == [false, true, false, true])
    }

    @Test("DISCONTINUITY-SEQUENCE may stand behind EXT-X-SKIP")
    func sequenceBehindSkip() throws {
        let whole = try merged(
            "#EXT-X-MEDIA-SEQUENCE:11\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1\n#EXT-X-DISCONTINUITY-SEQUENCE:4\n#EXTINF:2,\n12\n",
            over:
                "#EXT-X-MEDIA-SEQUENCE:10\n#EXT-X-DISCONTINUITY-SEQUENCE:3\n#EXTINF:2,\n10\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\n11\n#EXTINF:2,\n12\n"
        )
        #expect(whole.segments.map(\.discontinuitySequence) == [4, 4])
    }

    @Test("The initialization section of the skipped segments holds until the next EXT-X-MAP")
    func maps() throws {
        let whole = try merged(
            "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:2,\n2\n#EXT-X-MAP:URI=\"new\"\n#EXTINF:2,\n3\n",
            over: "#EXT-X-MAP:URI=\"one\"\n#EXTINF:2,\n0\n#EXT-X-MAP:URI=\"two\",BYTERANGE=\"9@1\"\n" + segments(1...2))
        #expect(whole.segments.map { $0.map?.url.suffix(3) } == ["one", "two", "two", "new"])
        #expect(whole.segments[2].map?.range == ByteRange(offset: 1, length: 9))
    }

    @Test("Keys of the skipped segments hold, each until the next of its format or NONE")
    func keys() throws {
        let whole = try merged(
            """
            #EXT-X-SKIP:SKIPPED-SEGMENTS=1
            #EXTINF:2,
            1
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k2"
            #EXTINF:2,
            2
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:2,
            3
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k3"
            #EXTINF:2,
            4
            """,
            over:
                "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k1\"\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://d\",KEYFORMAT=\"drm\"\n"
                + segments(0...1))
        #expect(
            whole.segments.map { $0.keys.map { String($0.url.suffix(2)) }.sorted() } == [
                ["/d", "k1"], ["/d", "k1"], ["/d", "k2"], [], ["k3"],
            ])
    }

    @Test("An EXT-X-MAP of the update is encrypted by the key that was skipped")
    func keysOfMaps() throws {
        let whole = try merged(
            "#EXT-X-SKIP:SKIPPED-SEGMENTS=1\n#EXT-X-MAP:URI=\"i\"\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:2,\n1\n",
            over: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x01\n" + segments(0...0))
        #expect(whole.segments[1].keys.isEmpty && whole.segments[1].map?.keys.map { String($0.url.suffix(1)) } == ["k"])
    }

    @Test("Dates of skipped segments reach over to those after them")
    func dates() throws {
        let whole = try merged(
            "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:2,\n2\n",
            over: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n" + segments(0...1))
        #expect(whole.programDate(ofSegmentAt: 2) == ProgramDate(iso8601: "2026-01-01T00:00:04Z"))
    }

    @Test("EXT-X-BITRATE of the skipped segments holds until the next, and not for byte ranges")
    func bitrates() throws {
        let whole = try merged(
            "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:2,\n2\n#EXTINF:2,\n#EXT-X-BYTERANGE:1@0\n3\n#EXT-X-BITRATE:9\n#EXTINF:2,\n4\n",
            over: "#EXT-X-BITRATE:7\n" + segments(0...1))
        #expect(whole.segments.map(\.bitrate) == [7, 7, 7, nil, 9])
    }

    @Test("A byte range goes on behind the last skipped one")
    func ranges() throws {
        func ranges(_ name: String) throws -> [UInt64?] {
            try merged(
                "#EXT-X-SKIP:SKIPPED-SEGMENTS=1\n#EXTINF:2,\n#EXT-X-BYTERANGE:5\n\(name)\n#EXTINF:2,\n#EXT-X-BYTERANGE:6\n\(name)\n#EXTINF:2,\n#EXT-X-BYTERANGE:7@0\nb\n",
                over: "#EXTINF:2,\n#EXT-X-BYTERANGE:100@50\na\n"
            ).segments.map { $0.range?.offset }
        }
        #expect(try ranges("a") == [50, 150, 155, 0])
        #expect(throws: PlaylistError(line: 1, .skippedTooMuch)) { try ranges("other") }
    }

    @Test("Date ranges: the removed go, the others stay, an ID alone refers to one of before")
    func dateRanges() throws {
        let date = "START-DATE=\"2026-01-01T00:00:00Z\""
        let whole = try merged(
            "#EXT-X-SKIP:SKIPPED-SEGMENTS=1,RECENTLY-REMOVED-DATERANGES=\"gone\tlost\"\n#EXTINF:2,\n1\n#EXT-X-DATERANGE:ID=\"kept\",DURATION=5\n#EXT-X-DATERANGE:ID=\"new\",\(date)\n#EXT-X-DATERANGE:ID=\"nobody\"\n",
            over: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n" + segments(0...0)
                + ["gone", "kept", "lost", "quiet"].map { "#EXT-X-DATERANGE:ID=\"\($0)\",\(date)\n" }.joined())
        #expect(whole.dateRanges.map(\.id) == ["kept", "quiet", "new"])
        #expect(whole.dateRanges[0].duration == .seconds(5) && whole.dateRanges.allSatisfy { $0.start != nil })
    }

    @Test("RECENTLY-REMOVED-DATERANGES may be empty")
    func noneRemoved() throws {
        #expect(
            try merged("#EXT-X-SKIP:SKIPPED-SEGMENTS=1,RECENTLY-REMOVED-DATERANGES=\"\"\n", over: segments(0...1))
                .segments.count == 1)
    }

    @Test("Trailing parts are of the update, with the state of what is skipped")
    func trailingParts() throws {
        let parts = "#EXT-X-PART-INF:PART-TARGET=1\n"
        let update = DeltaUpdateTests.head.replacing("CAN-SKIP-UNTIL", with: "PART-HOLD-BACK=3,CAN-SKIP-UNTIL") + parts
        let old = try media(
            update + "#EXT-X-MAP:URI=\"i\"\n#EXT-X-DISCONTINUITY\n" + segments(0...1)
                + "#EXT-X-PART:URI=\"2.0\",DURATION=1\n", mode: .strict)
        let new = try media(
            update
                + "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXT-X-PART:URI=\"2.0\",DURATION=1\n#EXT-X-PART:URI=\"2.1\",DURATION=1\n#EXTINF:2,\n2\n#EXT-X-PART:URI=\"3.0\",DURATION=1\n",
            mode: .strict)
        let whole = try new.merged(over: old)
        #expect(whole.segments[2].parts.count == 2 && whole.trailingParts.map { String($0.url.suffix(3)) } == ["3.0"])
        #expect(whole.unfinished?.mediaSequence == 3 && whole.unfinished?.discontinuitySequence == 1)
        #expect(whole.unfinished?.map?.url.hasSuffix("/i") == true)
    }

    @Test("Updates over updates give what a whole playlist gives")
    func chain() throws {
        var known = try media(
            DeltaUpdateTests.head
                + "#EXT-X-MAP:URI=\"i\"\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x01\n#EXT-X-DISCONTINUITY\n"
                + segments(0...9), mode: .strict)
        for first in 1...20 {
            let update = try media(
                DeltaUpdateTests.head
                    + "#EXT-X-MEDIA-SEQUENCE:\(first)\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n#EXT-X-SKIP:SKIPPED-SEGMENTS=7\n"
                    + segments((first + 7)...(first + 9)), mode: .strict)
            known = try update.merged(over: known)
        }
        #expect(known.segments.map(\.mediaSequence) == Array(20...29))
        #expect(known.segments.allSatisfy { $0.map != nil && $0.keys.count == 1 && $0.discontinuitySequence == 1 })
    }
}
