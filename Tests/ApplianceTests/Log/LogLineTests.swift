import Logging
import Testing

@testable import Appliance

@Suite("A line of the log")
struct LogLineTests {
    @Test("Names from outside carry nothing into a log that a terminal obeys")
    func terminals() {
        let tail = LogTail(capacity: 10)
        let logger = Logger(label: "hearth") { LogTailHandler(label: $0, tail: tail) }
        logger.notice("channel\u{1b}[2J", metadata: ["name": "A\u{9b}31m\u{7}B\u{202e}C\r\nerror hearth: D\u{2028}E"])
        #expect(tail.lines.count == 1)
        #expect(tail.lines.first?.hasSuffix("notice hearth: channel[2J name=A31mBC  error hearth: D E") == true)
    }

    @Test("Text in any script stays as it is")
    func scripts() {
        let text = "Größe 日本語 עברית 👩\u{200d}👧 🔒"
        #expect(LogLine.printable(text) == text)
    }
}
