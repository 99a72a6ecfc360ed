import MediaCore
import Testing

@testable import TimedText

@Suite("Subtitles inside films")
struct FilmTextTests {
    private static let start = MediaTime(seconds: 10)

    private static func cue(_ text: FilmText, _ bytes: [UInt8], for duration: Duration = .seconds(2)) -> TextCue? {
        text.cue(bytes, at: start, for: duration)
    }

    private static func styles(_ line: TextLine) -> [String] {
        line.runs.map { "\($0.text) \($0.style.rawValue)" }
    }

    @Test("SubRip: lines, emphasis, unknown tags left out; a place before the text; carriage returns")
    func subRip() throws {
        let text = FilmText(.subRip)
        let cue = try #require(
            Self.cue(text, Array("{\\an8}The <i>ferry</i>\r\nis <font color=\"#ff0000\">late</font> & 2 < 3".utf8)))
        #expect(cue.start == Self.start && cue.end == Self.start + .seconds(2))
        #expect(cue.text == "The ferry\nis late & 2 < 3")
        #expect(Self.styles(cue.lines[0]) == ["The  0", "ferry 2"])
        #expect(cue.lines[1].runs.map(\.ink.color) == [nil, TextColor(255, 0, 0), nil])
        for colour in ["<font color=Yellow>a</font>", "<font face=\"A\" color='#FFFF00'>a"] {
            #expect(Self.cue(text, Array(colour.utf8))?.lines[0].runs.first?.ink.color == TextColor(255, 255, 0))
        }
        #expect(Self.cue(text, Array("<font color=>a<font>b".utf8))?.text == "ab")
        #expect(Self.cue(FilmText(.webVTT), Array("<font color=red>a".utf8))?.lines[0].runs[0].ink == TextInk())
        #expect(cue.placement.line == .row(0) && cue.placement.alignment == .center)
        // One that does not say how long it is stays for a while.
        #expect(Self.cue(text, Array("Hm".utf8), for: .zero)?.end == Self.start + .seconds(4))
        for nothing in ["", " \n ", "<i></i>", "{\\an2}"] { #expect(Self.cue(text, Array(nothing.utf8)) == nil) }
        // Braces that are no tag of ASS's are the viewer's.
        #expect(Self.cue(text, Array("{ sighs }".utf8))?.text == "{ sighs }")
        // Nobody reads that in its time, nor keeps it.
        for count in [2001, 100_000] { #expect(Self.cue(text, [UInt8](repeating: 65, count: count)) == nil) }
        #expect(Self.cue(text, [0xff, 0xfe, 0x41])?.text.hasSuffix("A") == true)
    }

    private static let head = """
        [Script Info]
        PlayResX: 640
        PlayResY: 360
        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Underline, Alignment
        Style: Default,Arial,20,&H00FFFFFF,0,0,0,2
        Style: Sign,Arial,20,&H8000C0FF,-1,0,0,8
        Style: Thought,Arial,20,65535,0,1,0,1
        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        """

    @Test("ASS: styles, overrides, line breaks; effects and drawings are left out; commas belong to the text")
    func ass() throws {
        let text = FilmText(.ass, configuration: Array(Self.head.utf8))
        func read(_ style: String, _ words: String) -> TextCue? {
            Self.cue(text, Array("3,0,\(style),,0,0,0,,\(words)".utf8))
        }
        let plain = try #require(read("Default", "Well, {\\i1}no{\\i0}, yes\\Nand\\hno"))
        #expect(plain.text == "Well, no, yes\nand no" && plain.placement == TextPlacement())
        #expect(Self.styles(plain.lines[0]) == ["Well,  0", "no 2", ", yes 0"])
        let sign = try #require(read("Sign", "{\\k20}HA{\\fad(1,2)\\t(0,100,\\fs30)}RBOUR"))
        #expect(Self.styles(sign.lines[0]) == ["HARBOUR 1"] && sign.placement.line == .row(0))
        let thought = try #require(read("Thought", "hm {\\rSign}LOUD{\\r} hm"))
        #expect(Self.styles(thought.lines[0]) == ["hm  2", "LOUD 1", " hm 2"] && thought.placement.alignment == .left)
        #expect(sign.lines[0].runs[0].ink.color == TextColor(255, 192, 0, alpha: 127))
        #expect(
            thought.lines[0].runs.map(\.ink.color) == [
                TextColor(255, 255, 0), TextColor(255, 192, 0, alpha: 127), TextColor(255, 255, 0),
            ])
        let coloured = try #require(read("Default", "{\\c&HFF0000&}blue{\\1c}white{\\c&HZZ&}white{\\clip(1,2,3,4)}"))
        #expect(coloured.lines[0].runs.map(\.ink.color) == [TextColor(0, 0, 255), nil])
        let placed = try #require(read("Default", "{\\an7\\pos(320,90)}there"))
        #expect(placed.placement.line == .fraction(0.25, .start) && placed.placement.position == 0.5)
        #expect(placed.placement.positionAnchor == .left && placed.placement.alignment == .left)
        #expect(read("Default", "{\\a6}up")?.placement.line == .row(0))
        #expect(read("Default", "{\\p1}m 0 0 l 9 9{\\p0}") == nil)
        #expect(read("Default", "{\\p2}m 0 0{\\p0}words")?.text == "words")
        #expect(read("Default", "a\\nb")?.text == "a b" && read("Default", "{\\q2}a\\nb")?.text == "a\nb")
        #expect(read("Nobody", "plain")?.text == "plain")
        // Without the fields that stand before it, it is no event; an open brace is text.
        #expect(Self.cue(text, Array("only,three,fields".utf8)) == nil)
        #expect(read("Default", "{open")?.text == "{open")
        // Without a head, and with any.
        for head in [[], Array("Style: ,,,\nFormat:\nPlayResX: 0\nPlayResY: nan".utf8), [0xff, 0, 0x0a]] {
            #expect(Self.cue(FilmText(.ass, configuration: head), Array("0,0,A,,0,0,0,,b".utf8))?.text == "b")
        }
    }

    @Test("3GPP timed text: words, emphasis by its box, UTF-16; what is cut short is left out")
    func movie() throws {
        let text = FilmText(.movText)
        func sample(_ words: [UInt8], _ boxes: [UInt8] = []) -> [UInt8] { [0, UInt8(words.count)] + words + boxes }
        let styles: [UInt8] =
            [0, 0, 0, 22] + Array("styl".utf8) + [0, 1] + [0, 2, 0, 4, 0, 1, 0x03, 18, 255, 255, 255, 255]
        let cue = try #require(Self.cue(text, sample(Array("Öl ab\nHm".utf8), styles)))
        #expect(cue.text == "Öl ab\nHm" && Self.styles(cue.lines[0]) == ["Öl 0", " a 3", "b 0"])
        #expect(Self.cue(text, sample([0xfe, 0xff, 0xc1, 0x2c]))?.text == "섬")
        // A sample without words takes the ones before away.
        #expect(Self.cue(text, [0, 0]) == nil && Self.cue(text, []) == nil && Self.cue(text, [0, 9, 65]) == nil)
        for count in 0..<styles.count {
            #expect(Self.cue(text, sample(Array("ab".utf8), Array(styles.prefix(count))))?.text == "ab")
        }
    }

    @Test("Any bytes are read without a trap", arguments: 0..<8)
    func anyBytes(seed: UInt64) {
        var random = seed &* 0x9e37_79b9_7f4a_7c15 | 1
        func next() -> UInt64 {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return random
        }
        let pieces = [
            "{", "}", "\\", "\\N", "\\pos(", "1e999", ",", ")", "\\an9", "\\p1", "<i>", "</", "&#", ";", "styl", "\n",
            "a",
            "\u{fffd}", "\\r", "\\a-1", "\\b99999999999999999999",
        ]
        for _ in 0..<400 {
            var bytes: [UInt8] = []
            for _ in 0..<(next() % 24) {
                if next() % 4 == 0 {
                    bytes.append(UInt8(truncatingIfNeeded: next()))
                } else {
                    bytes += Array(pieces[Int(next() % UInt64(pieces.count))].utf8)
                }
            }
            for codec in TextCodec.allCases {
                _ = Self.cue(FilmText(codec, configuration: bytes), Array("0,0,,,0,0,0,,".utf8) + bytes)
                _ = Self.cue(FilmText(codec), bytes)
            }
        }
    }
}
