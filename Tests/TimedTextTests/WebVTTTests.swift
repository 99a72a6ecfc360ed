import MediaCore
import Testing

@testable import TimedText

@Suite("WebVTT")
struct WebVTTTests {
    private func parse(_ text: String) -> WebVTTDocument { WebVTTDocument(Array(text.utf8)) }

    @Test("Cues have names or none, and times with hours or without")
    func cues() {
        let document = parse(
            """
            WEBVTT some title

            first
            00:01.000 --> 00:02.500
            Hello
            there

            100:00:00.001 --> 100:00:00.002
            Late

            """)
        #expect(seen(document.cues) == ["1000-2500 Hello|there", "360000001-360000002 Late"])
        #expect(document.cues.map(\.id) == ["first", nil])
        #expect(document.faults.isEmpty)
    }

    @Test("A byte order mark and lines that end with CR, LF or both are as nothing", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(_ end: String) {
        let text = ["\u{FEFF}WEBVTT", "", "00:01.000 --> 00:02.000", "a", "b", "", "00:03.000 --> 00:04.000", "c"]
        #expect(seen(parse(text.joined(separator: end)).cues) == ["1000-2000 a|b", "3000-4000 c"])
    }

    @Test(
        "Without its signature nothing is read, and an empty segment is no fault",
        arguments: ["WEBVTTX\n", "\n\nWEBVTT", "<html>"])
    func signature(_ text: String) {
        #expect(parse(text).faults == [.init(line: 1, reason: .notWebVTT)])
        #expect(parse(text).cues.isEmpty)
        #expect(parse("").faults.isEmpty)
        #expect(parse("WEBVTT").faults.isEmpty)
    }

    @Test("NOTE, STYLE and REGION blocks are passed over")
    func otherBlocks() {
        let document = parse(
            """
            WEBVTT

            STYLE
            ::cue { color: lime }

            REGION
            id:fred width:40%

            NOTE one
            two

            00:01.000 --> 00:02.000 region:fred
            words

            NOTE
            """)
        #expect(seen(document.cues) == ["1000-2000 words"])
    }

    @Test("A bad cue is lost alone, and the line that is wrong is told")
    func faults() {
        let document = parse(
            """
            WEBVTT

            00:01.000 --> soon
            lost

            00:61.000 --> 01:02.000
            lost

            00:05.000 --> 00:05.000
            lost

            00:06.000 --> 00:07.000
            kept

            00:08.000 -->
            """)
        #expect(seen(document.cues) == ["6000-7000 kept"])
        #expect(
            document.faults == [
                .init(line: 3, reason: .timing), .init(line: 6, reason: .timing), .init(line: 9, reason: .emptySpan),
                .init(line: 15, reason: .timing),
            ])
    }

    @Test("An arrow begins a cue where an empty line was forgotten; a header may lack its empty line")
    func forgottenBlankLine() {
        let document = parse(
            "WEBVTT\n00:01.000 --> 00:02.000\na\n00:03.000 --> 00:04.000\nb\n\nid\nno times here\n00:05.000 --> 00:06.000\nc"
        )
        #expect(seen(document.cues) == ["1000-2000 a", "3000-4000 b", "5000-6000 c"])
    }

    @Test("Lines of blanks do not end a cue, empty ones do; a cue without words is none")
    func blankLines() {
        let document = parse("WEBVTT\n\n\n\n00:01.000 --> 00:02.000\na\n  \nb\n\n\n00:03.000 --> 00:04.000\n\nlost\n")
        #expect(document.cues.map { $0.lines.map(\.text) } == [["a", "  ", "b"]])
    }

    @Test("Settings become a typed placement; those that can't be read are passed over one by one")
    func settings() {
        func placement(_ settings: String) -> TextPlacement? {
            parse("WEBVTT\n\n00:01.000 --> 00:02.000 \(settings)\nx").cues.first?.placement
        }
        var expected = TextPlacement()
        #expect(placement("") == expected)
        #expect(placement("line: position:x size:101% align:up colour:red :") == expected)
        expected.line = .fraction(0.1, .center)
        expected.position = 0.25
        expected.positionAnchor = .left
        expected.size = 0.5
        expected.alignment = .start
        expected.direction = .verticalLeftToRight
        #expect(placement("line:10%,center position:25%,line-left\tsize:50% align:start vertical:lr") == expected)
        #expect(placement("line:-1")?.line == .row(-1))
        #expect(placement("line:0")?.line == .row(0))
        #expect(placement("line:99999999999999999999")?.line == .automatic)
        #expect(placement("align:middle")?.alignment == .center)
    }

    @Test("Tags become styled runs; voices, classes, languages and times go, their words stay")
    func tags() {
        func lines(_ text: String) -> [TextLine] { WebVTTText.lines(of: text) }
        #expect(
            lines("<v Fred>a <i>b <b>c</b></i> <c.yellow.bg_blue>d</c>\n<u>e") == [
                TextLine([
                    TextRun("a "), TextRun("b ", .italic), TextRun("c", [.bold, .italic]), TextRun(" "),
                    TextRun("d", ink: TextInk(color: TextColor(255, 255, 0), background: TextColor(0, 0, 255))),
                ]),
                TextLine([TextRun("e", .underline)]),
            ])
        #expect(lines("one <00:00:01.500>two") == ["one two"])
        #expect(lines("<lang en-GB>colour</lang>") == ["colour"])
        #expect(lines("<ruby>漢<rt>kan</rt>字<rt>ji</ruby>") == ["漢(kan)字(ji)"])
        #expect(lines("<blink>x</blink></i>") == ["x"])
        #expect(lines("2 < 3 <3 <") == ["2 < 3 "], "a digit begins a time")
        #expect(lines("open <i end") == ["open "])
    }

    @Test("Character references are read; what is none stays as it is")
    func references() {
        func text(_ text: String) -> String { WebVTTText.lines(of: text).map(\.text).joined(separator: "|") }
        #expect(text("&lt;i&gt; &amp;amp; &nbsp;&rlm;&#233;&#x2019;") == "<i> &amp; \u{A0}\u{200F}é’")
        #expect(text("R&B & co; &#0; &#xD800; &#x110000; &;&") == "R&B & co; \u{FFFD} \u{FFFD} \u{FFFD} &;&")
        #expect(text("&#99999999999;") == "&#99999999999;")
    }

    @Test("No bytes trap: every prefix of a file with everything in it, and every byte of it broken")
    func anyBytes() {
        let text = """
            \u{FEFF}WEBVTT\r\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\r\n\r\nid\r\n\
            00:00:01.000 --> 00:00:02.000 line:10%,end position:5%\r\n<v A>a</v> &amp; <i.x>é</i>\0\r\n
            """
        let bytes = Array(text.utf8)
        for count in 0...bytes.count { _ = WebVTTDocument(Array(bytes.prefix(count))) }
        for index in bytes.indices {
            for value: UInt8 in [0, 0x0A, 0x26, 0x2D, 0x3C, 0x3E, 0x80, 0xC3, 0xFF] {
                var broken = bytes
                broken[index] = value
                _ = WebVTTDocument(broken)
            }
        }
    }
}
