import Testing

@testable import HLS

@Suite("What clients must fail to parse, in both modes")
struct HardFailureTests {
    private func isRefused(_ text: String, line: Int) -> Bool {
        refusal(text, .strict)?.line == line && refusal(text, .lenient)?.line == line
    }

    static let single = [
        "#EXT-X-VERSION:3", "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-START:TIME-OFFSET=1", "#EXT-X-TARGETDURATION:6",
        "#EXT-X-MEDIA-SEQUENCE:1", "#EXT-X-DISCONTINUITY-SEQUENCE:1", "#EXT-X-ENDLIST", "#EXT-X-PLAYLIST-TYPE:VOD",
        "#EXT-X-I-FRAMES-ONLY", "#EXT-X-PART-INF:PART-TARGET=1", "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3",
        "#EXT-X-SKIP:SKIPPED-SEGMENTS=1",
    ]

    @Test("These tags may stand once", arguments: single)
    func twice(tag: String) {
        let head = tag.contains("TARGETDURATION") ? "#EXTM3U\n" : "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
        let line = tag.contains("TARGETDURATION") ? 3 : 4
        #expect(refusal(head + tag + "\n", .lenient) == nil)
        #expect(isRefused(head + tag + "\n" + tag + "\n", line: line))
    }

    static let mixed = [
        "#EXT-X-STREAM-INF:BANDWIDTH=1", #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n""#,
        #"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="u""#, #"#EXT-X-SESSION-DATA:DATA-ID="a",VALUE="v""#,
        #"#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k""#, #"#EXT-X-CONTENT-STEERING:SERVER-URI="u""#,
    ]

    @Test("Tags of both kinds of playlist do not stand together", arguments: mixed)
    func mixedKinds(tag: String) {
        #expect(isRefused("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(tag)\n", line: 3))
        #expect(isRefused("#EXTM3U\n\(tag)\n#EXTINF:6,\ns.ts\n", line: 3))
    }

    @Test("MEDIA-SEQUENCE and DISCONTINUITY-SEQUENCE stand before the first segment")
    func sequences() throws {
        #expect(isRefused(mediaText("") + "#EXT-X-MEDIA-SEQUENCE:5\n", line: 7))
        #expect(isRefused(mediaText("") + "#EXT-X-DISCONTINUITY-SEQUENCE:5\n", line: 7))
        let late = mediaText("#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY-SEQUENCE:5")
        #expect(refusal(late, .strict) == PlaylistError(line: 5, .misplaced("EXT-X-DISCONTINUITY-SEQUENCE")))
        #expect(try media(late).segments[0].discontinuitySequence == 6)
    }

    @Test("Both may stand behind EXT-X-SKIP")
    func behindSkip() throws {
        let playlist = try media(
            mediaText("#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXT-X-MEDIA-SEQUENCE:10\n#EXT-X-DISCONTINUITY-SEQUENCE:2"),
            mode: .strict)
        #expect(playlist.segments[0].mediaSequence == 13 && playlist.segments[0].discontinuitySequence == 2)
    }

    static let definitions = [
        "#EXT-X-DEFINE:VALUE=\"v\"", "#EXT-X-DEFINE:NAME=\"n\"",
        "#EXT-X-DEFINE:NAME=\"n\",VALUE=\"v\",IMPORT=\"shared\"",
        "#EXT-X-DEFINE:IMPORT=\"shared\",QUERYPARAM=\"q\"", "#EXT-X-DEFINE:IMPORT=\"unknown\"",
        "#EXT-X-DEFINE:QUERYPARAM=\"absent\"", "#EXT-X-DEFINE:QUERYPARAM=\"empty\"",
        "#EXT-X-DEFINE:QUERYPARAM=\"bare\"",
        "#EXT-X-DEFINE:QUERYPARAM=\"quote\"", "#EXT-X-DEFINE:", "#EXT-X-DEFINE:NAME=\"\",VALUE=\"v\"",
    ]

    @Test("EXT-X-DEFINE in none or several of its forms, or without what it takes", arguments: definitions)
    func badDefinitions(tag: String) {
        for mode in [ParsingMode.strict, .lenient] {
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(tag)\n"
            #expect(refusal(text, mode, url: "https://h/l?empty=&bare&quote=%22&q=1")?.line == 3)
        }
    }

    @Test("A variable name is defined once, whatever the form")
    func definedTwice() {
        let url = "https://h/l?shared=1"
        for second in [#"NAME="shared",VALUE="x""#, #"IMPORT="shared""#, #"QUERYPARAM="shared""#] {
            for first in [#"NAME="shared",VALUE="x""#, #"IMPORT="shared""#, #"QUERYPARAM="shared""#] {
                let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-DEFINE:\(first)\n#EXT-X-DEFINE:\(second)\n"
                #expect(refusal(text, .lenient, url: url) == PlaylistError(line: 4, .repeatedVariable("shared")))
            }
        }
    }

    @Test("IMPORT without a multivariant playlist, or in one")
    func imports() {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-DEFINE:IMPORT=\"shared\"\n"
        #expect(throws: PlaylistError(line: 3, .undefinedVariable("shared"))) {
            try PlaylistParser.parse(Array(text.utf8), url: "http://h/", imports: nil)
        }
        for text in [
            "#EXTM3U\n#EXT-X-DEFINE:IMPORT=\"shared\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nu\n",
            "#EXTM3U\n#EXT-X-DEFINE:IMPORT=\"shared\"\n",
        ] {
            #expect(refusal(text, .lenient) == PlaylistError(line: 2, .misplaced("EXT-X-DEFINE:IMPORT")))
        }
    }

    @Test("A reference to what is not defined before it")
    func references() {
        #expect(isRefused(mediaText("#EXT-X-MAP:URI=\"{$later}\"\n#EXT-X-DEFINE:NAME=\"later\",VALUE=\"x\""), line: 4))
        #expect(isRefused("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n{$x}.ts\n", line: 4))
        #expect(
            isRefused(mediaText("#EXT-X-DEFINE:NAME=\"x\",VALUE=\"1\"\n#EXT-X-MAP:URI=\"{$X}\""), line: 5),
            "case counts")
        #expect(isRefused(mediaText("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x{$x}"), line: 4))
    }

    @Test("A byte range without an offset needs one of the same resource right before it")
    func ranges() throws {
        func text(_ lines: String) -> String { "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + lines }
        #expect(isRefused(text("#EXTINF:6,\n#EXT-X-BYTERANGE:10\na\n"), line: 5))
        #expect(isRefused(text("#EXTINF:6,\n#EXT-X-BYTERANGE:10@0\na\n#EXTINF:6,\n#EXT-X-BYTERANGE:10\nb\n"), line: 8))
        #expect(isRefused(text("#EXTINF:6,\na\n#EXTINF:6,\n#EXT-X-BYTERANGE:10\na\n"), line: 7))
        for range in ["", "x", "1@", "@1", "-1@0", "1@-1", "1@2@3", "18446744073709551615@1"] {
            #expect(isRefused(text("#EXTINF:6,\n#EXT-X-BYTERANGE:\(range)\na\n"), line: 5), "\(range)")
        }
    }

    @Test("A web page, nothing, and what is too large")
    func others() {
        #expect(refusal("<!DOCTYPE html>", .lenient)?.reason == .html)
        #expect(refusal("", .lenient)?.reason == .empty && refusal("\n \n", .lenient)?.reason == .empty)
    }
}
