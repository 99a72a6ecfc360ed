import Testing
import TimedText

@Suite("Lines of text")
struct TextLineTests {
    @Test("blanks on both sides go, whichever runs they are in; those within stay")
    func trimmed() {
        let red = TextInk(color: TextColor(255, 0, 0))
        let line = TextLine([
            TextRun("  "), TextRun(" \u{a0}Low", .bold), TextRun(" "), TextRun("tide \u{a0}", ink: red), TextRun(""),
            TextRun(" "),
        ])
        #expect(line.trimmed == TextLine([TextRun("Low", .bold), TextRun(" "), TextRun("tide", ink: red)]))
        #expect(TextLine("   ").trimmed.runs.isEmpty && TextLine([]).trimmed.runs.isEmpty)
        #expect(TextLine("a").trimmed == "a")
    }
}
