import MediaCore
import Testing

@testable import HLS

@Suite("Date ranges (§4.4.5.1)")
struct DateRangeTests {
    private func ranges(_ lines: String, _ mode: ParsingMode = .strict) throws -> MediaPlaylist {
        try media(mediaText("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n" + lines), mode: mode)
    }

    @Test("Every attribute is read")
    func attributes() throws {
        let playlist = try ranges(
            #"#EXT-X-DATERANGE:ID="a",CLASS="c",START-DATE="2026-01-01T00:00:00",END-DATE="2026-01-01T00:01:00Z",DURATION=60,PLANNED-DURATION=59.993,CUE="PRE,ONCE",SCTE35-CMD=0xFC00,SCTE35-OUT=0XFC01,SCTE35-IN=0xFC02,X-COM-EXAMPLE="x,y",X-NUMBER=1.5,X-BYTES=0xAB"#
        )
        let range = try #require(playlist.dateRanges.first)
        #expect(range.id == "a" && range.rangeClass == "c")
        #expect(
            range.start == ProgramDate(iso8601: "2026-01-01T00:00:00Z")
                && range.end == ProgramDate(iso8601: "2026-01-01T00:01:00Z"))
        #expect(range.duration == .seconds(60) && range.plannedDuration == .milliseconds(59_993))
        #expect(range.cue == ["PRE", "ONCE"])
        #expect([range.scte35Command, range.scte35Out, range.scte35In] == ["0xFC00", "0XFC01", "0xFC02"])
        #expect(range.custom == ["X-COM-EXAMPLE": "x,y", "X-NUMBER": "1.5", "X-BYTES": "0xAB"])
        #expect(playlist.warnings.isEmpty)
    }

    static let illegal = [
        #"START-DATE="2026-01-01T00:00:00Z""#, #"ID="",START-DATE="2026-01-01T00:00:00Z""#,
        #"ID="a",START-DATE="soon""#, #"ID="a",START-DATE="2026-01-01T00:00:00Z",DURATION=-1"#,
        #"ID="a",START-DATE="2026-01-01T00:00:00Z",DURATION="1""#,
        #"ID="a",START-DATE="2026-01-01T00:00:00Z",PLANNED-DURATION=x"#,
        #"ID="a",START-DATE="2026-01-01T00:00:00Z",END-DATE="2025-01-01T00:00:00Z""#,
        #"ID="a",START-DATE="2026-01-01T00:00:00Z",END-ON-NEXT=YES"#,
        #"ID="a",CLASS="c",START-DATE="2026-01-01T00:00:00Z",END-ON-NEXT=YES,DURATION=1"#,
        #"ID="a",CLASS="c",START-DATE="2026-01-01T00:00:00Z",END-ON-NEXT=YES,END-DATE="2027-01-01T00:00:00Z""#,
        #"ID="a",CLASS="c",START-DATE="2026-01-01T00:00:00Z",END-ON-NEXT=MAYBE"#,
        #"ID="a",START-DATE="2026-01-01T00:00:00Z",SCTE35-OUT=FC00"#,
        #"ID="a",START-DATE="2026-01-01T00:00:00Z",CUE="PRE,POST""#,
        #"ID="a",START-DATE="2026-01-01T00:00:00Z",X-A=word"#,
        // Mended or not, the rest of the line is of no use: found by fuzzing.
        #"ID="a",START-DATE="2026-01-01{$x}"#,
    ]

    @Test("One against the syntax is ignored, and the playlist is not, in both modes", arguments: illegal)
    func illegalTags(attributes: String) throws {
        for mode in [ParsingMode.strict, .lenient] {
            let playlist = try ranges("#EXT-X-DATERANGE:" + attributes, mode)
            #expect(playlist.dateRanges.isEmpty && playlist.warnings.first?.line == 5 && playlist.segments.count == 1)
        }
    }

    @Test("A list against the grammar: strict ignores the tag, lenient mends it")
    func grammar() throws {
        for text in [
            #"ID="a", START-DATE="2026-01-01T00:00:00Z""#, #"ID="a",ID="b",START-DATE="2026-01-01T00:00:00Z""#,
        ] {
            #expect(try ranges("#EXT-X-DATERANGE:" + text).dateRanges.isEmpty)
            #expect(try ranges("#EXT-X-DATERANGE:" + text, .lenient).dateRanges.map(\.id) == ["a"])
        }
    }

    @Test("Tags of one ID are merged; in a conflict the first holds, with a warning")
    func merging() throws {
        let playlist = try ranges(
            """
            #EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00Z",PLANNED-DURATION=30,SCTE35-OUT=0xFC01
            #EXT-X-DATERANGE:ID="b",START-DATE="2026-01-01T00:00:09Z"
            #EXT-X-DATERANGE:ID="a",DURATION=29.5,SCTE35-IN=0xFC02,X-NEW="n"
            #EXT-X-DATERANGE:ID="a",DURATION=31
            """)
        #expect(playlist.dateRanges.map(\.id) == ["a", "b"])
        #expect(playlist.dateRanges[0].duration == .milliseconds(29_500))
        #expect(playlist.dateRanges[0].scte35Out != nil && playlist.dateRanges[0].scte35In != nil)
        #expect(playlist.dateRanges[0].custom == ["X-NEW": "n"])
        #expect(playlist.warnings.map(\.line) == [8])
    }

    @Test("Without a START-DATE in any of its tags there is no range")
    func withoutStart() throws {
        let playlist = try ranges(#"#EXT-X-DATERANGE:ID="a",DURATION=5"#)
        #expect(playlist.dateRanges.isEmpty && playlist.warnings.count == 1)
    }

    @Test("Without EXT-X-PROGRAM-DATE-TIME a range has no place: a warning")
    func withoutDate() throws {
        let playlist = try media(
            mediaText(#"#EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00Z""#), mode: .strict)
        #expect(playlist.dateRanges.count == 1 && playlist.warnings.count == 1)
    }
}
