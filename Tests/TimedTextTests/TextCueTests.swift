import MediaCore
import Testing

@testable import TimedText

@Suite("Text cues")
struct TextCueTests {
    @Test("A cue is shown from its start up to its end, which is the next one's")
    func halfOpen() {
        let cue = TextCue(start: MediaTime(nanoseconds: 1), end: MediaTime(nanoseconds: 3), lines: ["hello"])
        #expect(!cue.isShown(at: MediaTime(nanoseconds: 0)))
        #expect(cue.isShown(at: MediaTime(nanoseconds: 1)))
        #expect(cue.isShown(at: MediaTime(nanoseconds: 2)))
        #expect(!cue.isShown(at: MediaTime(nanoseconds: 3)))
    }
}

extension MediaTime {
    /// A time in milliseconds.
    static func ms(_ value: Int64) -> MediaTime { MediaTime(nanoseconds: value * 1_000_000) }
}

/// Cues as a test writes them down: times in milliseconds of their timeline, words.
func seen(_ cues: [TextCue]) -> [String] {
    cues.map { cue in
        let times = [cue.start, cue.end].map { String($0.nanoseconds.scaled(by: 1, over: 1_000_000)) }
        return "\(times[0])-\(times[1]) \(cue.lines.map(\.text).joined(separator: "|"))"
    }
}
