import MediaCore
import Testing

@testable import TimedText

@Suite("Lists of cues")
struct CueListTests {
    private func cue(_ start: Int64, _ end: Int64, _ text: String) -> TextCue {
        TextCue(start: .ms(start), end: end < 0 ? .endless : .ms(end), lines: [TextLine(text)])
    }

    @Test("A cue that comes again in the next segment is there once; one cut in two is whole")
    func repeated() {
        var list = CueList()
        list.add([cue(0, 4000, "a"), cue(5000, 7000, "b")])
        list.add([cue(5002, 7001, "b"), cue(7000, 9000, "b"), cue(8000, 9000, "c")])
        list.add([cue(4500, 5000, "b")])
        #expect(seen(list.cues) == ["0-4000 a", "4500-9000 b", "8000-9000 c"])
    }

    @Test("The same words again after a pause are another cue, and so are words at another place")
    func again() {
        var list = CueList()
        list.add([cue(0, 1000, "No."), cue(1100, 2000, "No.")])
        var other = cue(1100, 2000, "No.")
        other.placement.line = .row(0)
        list.add([other])
        #expect(list.cues.count == 3)
    }

    @Test("What is shown is told with the time in which it does not change")
    func shown() {
        var list = CueList()
        list.add([cue(1000, 3000, "a"), cue(2000, 4000, "b"), cue(5000, 6000, "c")])
        let moments: [(Int64, [String])] = [
            (0, []), (1000, ["a"]), (2500, ["a", "b"]), (3000, ["b"]), (4500, []), (5999, ["c"]), (6000, []),
        ]
        for (time, texts) in moments {
            let (cues, unchanged) = list.shown(at: .ms(time))
            #expect(cues.map(\.text) == texts)
            #expect(unchanged.contains(.ms(time)))
            for other in stride(from: Int64(0), to: 7000, by: 100) where unchanged.contains(.ms(other)) {
                #expect(list.shown(at: .ms(other)).cues.map(\.text) == texts)
            }
        }
    }

    @Test("A change ends what is shown and takes back what was to come")
    func change() {
        var list = CueList()
        list.change(to: [cue(0, -1, "a")], at: .ms(0))
        list.change(to: [cue(1000, -1, "b")], at: .ms(1000))
        list.change(to: [], at: .ms(2000))
        #expect(seen(list.cues) == ["0-1000 a", "1000-2000 b"])
        list.change(to: [cue(500, -1, "c")], at: .ms(500))
        #expect(list.cues.map(\.text) == ["a", "c"])
        #expect(list.shown(at: .ms(100_000)).cues.map(\.text) == ["c"])
    }

    @Test("What is long over is forgotten, and there is a bound to all")
    func bounds() {
        var list = CueList()
        for index in 0..<9000 { list.add([cue(Int64(index) * 1000, Int64(index) * 1000 + 500, "\(index)")]) }
        #expect(list.cues.count == 8192)
        list.forget(before: .ms(8_990_000))
        #expect(list.cues.count == 10)
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
