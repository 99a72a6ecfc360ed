import MediaCore
import Testing

@testable import TimedText

@Suite("IMSC1")
struct IMSC1Tests {
    private func document(_ body: String, head: String = "", root: String = "") -> TTMLDocument? {
        TTMLDocument(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- a comment with <p> in it -->
            <tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttp="p" xmlns:tts="s" \(root)><tt:head>\(head)</tt:head>\
            <tt:body>\(body)</tt:body></tt:tt>
            """.utf8)
    }

    @Test(
        "Times in all forms",
        arguments: [
            ("00:00:01.5", 1500), ("01:02:03", 3_723_000), ("00:00:01:12", 1480), ("1.5s", 1500), ("250ms", 250),
            ("2m", 120_000),
            ("1h", 3_600_000), ("50f", 2000), ("90000t", 1000),
        ] as [(String, Int64)])
    func times(_ text: String, _ milliseconds: Int64) {
        let document = document(
            "<tt:div><tt:p begin=\"\(text)\" end=\"9999999ms\">x</tt:p></tt:div>",
            root: "ttp:frameRate=\"25\" ttp:tickRate=\"90000\"")
        #expect(document?.cues.map(\.start) == [.ms(milliseconds)])
    }

    @Test("Frames of 29.97 a second; what is no time counts as not said")
    func frameRate() {
        let root = "ttp:frameRate=\"30\" ttp:frameRateMultiplier=\"1000 1001\""
        #expect(document("<tt:p begin=\"30f\">x</tt:p>", root: root)?.cues.map(\.start) == [.ms(1001)])
        #expect(
            document("<tt:p begin=\"soon\" end=\"-1s\">x</tt:p>")?.cues.map { [$0.start, $0.end] } == [
                [.zero, .endless]
            ])
    }

    @Test("Times count from the parent's and end with it; dur and end together: the earlier")
    func nesting() {
        let body = """
            <tt:div begin="10s" end="20s"><tt:p begin="1s" dur="2s" end="9s">a</tt:p><tt:p begin="8s">b</tt:p>\
            <tt:p begin="11s">late</tt:p></tt:div><tt:div timeContainer="seq" begin="30s"><tt:p dur="1s">c</tt:p><tt:p dur="2s">d</tt:p></tt:div>
            """
        #expect(
            seen(document(body)?.cues ?? []) == ["11000-13000 a", "18000-20000 b", "30000-31000 c", "31000-33000 d"])
    }

    @Test("Lines break at br, blanks collapse, spans are emphasised; a span may have times of its own")
    func paragraphs() {
        let body = """
            <tt:p begin="1s" end="4s">
              One <tt:span tts:fontStyle="italic">two</tt:span>
              three<tt:br/>four &amp; <tt:metadata>not this</tt:metadata>five
            </tt:p><tt:p begin="5s" end="8s">a<tt:span begin="1s" end="2s"> b</tt:span></tt:p>
            """
        let cues = document(body)?.cues ?? []
        #expect(seen(cues) == ["1000-4000 One two three|four & five", "5000-6000 a", "6000-7000 a b", "7000-8000 a"])
        #expect(cues.first?.lines.first?.runs == [TextRun("One "), TextRun("two", .italic), TextRun(" three")])
    }

    @Test("Colours are inherited, and those that are none are not")
    func colors() {
        let body = """
            <tt:p tts:color="yellow" begin="0s" end="1s">a<tt:span tts:color="#00ff0080" tts:backgroundColor="rgba(0, 0, 255, 128)">b</tt:span><tt:span tts:color="nonsense" tts:backgroundColor="transparent">c</tt:span></tt:p>
            """
        let yellow = TextInk(color: TextColor(255, 255, 0))
        #expect(
            document(body)?.cues.first?.lines.first?.runs == [
                TextRun("a", ink: yellow),
                TextRun(
                    "b",
                    ink: TextInk(
                        color: TextColor(0, 255, 0, alpha: 128), background: TextColor(0, 0, 255, alpha: 128))),
                TextRun("c", ink: yellow),
            ])
        for text in [
            "", "#", "#12345", "#gggggg", "#12345678 ", "rgb(1,2)", "rgb(1,2,300)", "rgba(1,2,3,x)", "-#12345",
        ] {
            if text != "rgba(1,2,3,x)" { #expect(TextColor(ttml: text) == nil, "\(text)") }
        }
        #expect(TextColor(ttml: "rgba(1,2,3,x)") == TextColor(1, 2, 3))
    }

    @Test("Preserved space and line feeds stay")
    func preserved() {
        let body = "<tt:p xml:space=\"preserve\" begin=\"0s\" end=\"1s\">a  b\nc</tt:p>"
        #expect(seen(document(body)?.cues ?? []) == ["0-1000 a  b|c"])
    }

    @Test("Regions and styles place the words; references go through styles")
    func regions() {
        let head = """
            <tt:styling><tt:style xml:id="base" tts:textAlign="center"/><tt:style xml:id="em" style="base" tts:fontStyle="italic"/></tt:styling>
            <tt:layout><tt:region xml:id="top" tts:origin="10% 10%" tts:extent="80% 20%" tts:displayAlign="before"/>
            <tt:region xml:id="low" tts:displayAlign="after"><tt:style tts:origin="128px 576px"/><tt:style tts:extent="1024px 72px"/></tt:region></tt:layout>
            """
        let body =
            "<tt:p region=\"top\" begin=\"0s\" end=\"1s\">a</tt:p><tt:p region=\"low\" style=\"em\" begin=\"1s\" end=\"2s\">b</tt:p><tt:p begin=\"2s\" end=\"3s\">c</tt:p>"
        let cues = document(body, head: head, root: "tts:extent=\"1280px 720px\"")?.cues ?? []
        #expect(cues.map(\.placement.line) == [.fraction(0.1, .start), .fraction(0.9, .end), .automatic])
        #expect(cues.map(\.placement.position) == [0.1, 0.5, nil])
        #expect(cues.map(\.placement.alignment) == [.start, .center, .center])
        #expect(cues.dropFirst().first?.lines == [TextLine([TextRun("b", .italic)])])
    }

    @Test("What is no TTML is nil; broken XML gives what is there")
    func broken() {
        #expect(TTMLDocument("".utf8) == nil)
        #expect(TTMLDocument("<html><p>x</p></html>".utf8) == nil)
        #expect(TTMLDocument([0xFF, 0xFE, 0x3C, 0x00]) == nil)
        let cut = TTMLDocument("<tt><body><div><p begin=\"1s\" end=\"2s\">a<br/>b</p><p begin=\"3s\" end='4s'>c".utf8)
        #expect(seen(cut?.cues ?? []) == ["1000-2000 a|b", "3000-4000 c"])
        let odd = TTMLDocument("<tt a=b = \"x\" / c><body><p begin=1s>a</x><![CDATA[<b>]]></p></body></tt>".utf8)
        #expect(odd?.cues.map(\.text) == ["a<b>"])
    }

    @Test("No bytes trap: every prefix of a document, and every byte of it broken; nor does depth")
    func anyBytes() {
        let text =
            "<?xml?><tt ttp:tickRate='1'><head><layout><region xml:id='r' tts:origin='1% 2%'/></layout></head><body><p region='r' begin='1t' end='2:0:1'>a&#x41;<br/><span>b</span></p></body></tt>"
        let bytes = Array(text.utf8)
        for count in 0...bytes.count { _ = TTMLDocument(bytes.prefix(count)) }
        for index in bytes.indices {
            for value in Array("<>&'\"/= \0\u{80}".utf8) {
                var broken = bytes
                broken[index] = value
                _ = TTMLDocument(broken)
            }
        }
        _ = TTMLDocument(("<tt><body>" + String(repeating: "<div>", count: 20_000)).utf8)
    }

    // MARK: In fragmented MP4

    private func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        word(UInt32(body.count + 8)) + Array(type.utf8) + body
    }
    private func word(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    /// A header with 1000 ticks a second.
    private var header: [UInt8] {
        let mdhd = box("mdhd", [UInt8](repeating: 0, count: 12) + word(1000) + word(0) + [0, 0, 0, 0])
        return box("ftyp", []) + box("moov", box("trak", box("mdia", mdhd)))
    }

    private func fragment(_ start: UInt64, _ samples: [(UInt32, String)]) -> [UInt8] {
        let tfdt = box("tfdt", [1, 0, 0, 0] + word(UInt32(start >> 32)) + word(UInt32(truncatingIfNeeded: start)))
        func moof(_ offset: UInt32) -> [UInt8] {
            let entries = samples.flatMap { word($0.0) + word(UInt32($0.1.utf8.count)) }
            let trun = box("trun", [0, 0, 3, 1] + word(UInt32(samples.count)) + word(offset) + entries)
            return box("moof", box("traf", box("tfhd", [0, 2, 0, 0] + word(1)) + tfdt + trun))
        }
        return moof(UInt32(moof(0).count + 8)) + box("mdat", samples.flatMap { Array($0.1.utf8) })
    }

    private func tt(_ paragraph: String) -> String { "<tt><body><div>\(paragraph)</div></body></tt>" }

    @Test("Samples have the track's times; their documents count from its zero and end with them")
    func fragments() {
        let bytes =
            header
            + fragment(
                100_000,
                [
                    (2000, tt("<p begin='100.5s' end='105s'>a</p>")), (1000, tt("")),
                    (2000, tt("<p begin='99s' end='104s'>b</p>")),
                ])
        let timing = TextSegmentTiming(start: .ms(40_000), duration: .seconds(6), offset: .milliseconds(-60_000))
        #expect(seen(FragmentedText(bytes).cues(timing)) == ["40500-42000 a", "43000-44000 b"])
    }

    @Test("Documents that count from their sample are taken so, when nothing else fits")
    func relative() {
        let bytes = header + fragment(100_000, [(2000, tt("<p begin='0.5s' end='1s'>a</p>"))])
        let timing = TextSegmentTiming(start: .ms(100_000), duration: .seconds(2), offset: .zero)
        #expect(seen(FragmentedText(bytes).cues(timing)) == ["100500-101000 a"])
    }

    @Test("A clock of 64 bits meets one that has wrapped")
    func wrapped() {
        // The text's clock counts on; the main stream's is one wrap lower.
        let wrap = MediaTime(ticks: 1 << 33, timescale: 90_000)
        let start = wrap + .seconds(10)
        let ticks = UInt64(start.nanoseconds / 1_000_000)
        let bytes = header + fragment(ticks, [(2000, tt("<p>a</p>"))])
        let timing = TextSegmentTiming(start: .ms(4000), duration: .seconds(2), offset: .seconds(-6))
        let cue = FragmentedText(bytes).cues(timing).first
        #expect(abs(((cue?.start ?? .zero) - .ms(4000)).inSeconds) < 0.001)
    }

    @Test("No boxes trap: every prefix, and every byte broken")
    func anyBoxes() {
        let bytes = header + fragment(1 << 40, [(2000, tt("<p>a</p>"))])
        for count in 0...bytes.count { _ = FragmentedText(Array(bytes.prefix(count))) }
        for index in bytes.indices {
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var broken = bytes
                broken[index] = value
                _ = FragmentedText(broken)
            }
        }
    }
}
