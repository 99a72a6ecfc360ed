import Base
import Headless
import Logging
import MediaCore
import Testing

@testable import Appliance

@Suite("A log that does not repeat itself")
struct LogRepetitionsTests {
    private func logger(_ repetitions: LogRepetitions, _ tail: LogTail, label: String = "hearth") -> Logger {
        Logger(label: label) { label in repetitions.handler(label: label, LogTailHandler(label: label, tail: tail)) }
    }

    /// Without the time.
    private func lines(_ tail: LogTail) -> [String] { tail.lines.map { String($0.drop { $0 != " " }.dropFirst()) } }

    @Test("A sound card that runs dry a hundred times in a minute is two lines, with the number and the newest total")
    func underruns() async {
        let clock = ManualClock()
        let tail = LogTail()
        let repetitions = LogRepetitions(clock: clock)
        let logger = logger(repetitions, tail)
        for total in 1...100 {
            logger.warning("the sound card ran dry", metadata: [RepeatedLine.about: "sound", "total": "\(total)"])
        }
        clock.advance(by: .seconds(12))
        repetitions.finish()
        #expect(
            lines(tail) == [
                "warning hearth: the sound card ran dry total=1",
                "warning hearth: the sound card ran dry: 99 more in 12 s total=100",
            ])
    }

    @Test(
        "What is not marked is said as often as it comes; what differs in message, subject, level or label is another")
    func others() {
        let tail = LogTail()
        let repetitions = LogRepetitions(clock: ManualClock())
        let hearth = logger(repetitions, tail)
        for _ in 0..<3 { hearth.notice("channel", metadata: ["name": "One"]) }
        for about in ["a", "b", "a"] { hearth.notice("fails", metadata: [RepeatedLine.about: "\(about)"]) }
        hearth.warning("fails", metadata: [RepeatedLine.about: "a"])
        hearth.notice("stands", metadata: [RepeatedLine.about: "a"])
        logger(repetitions, tail, label: "hearth.playback").notice("fails", metadata: [RepeatedLine.about: "a"])
        #expect(
            lines(tail) == Array(repeating: "notice hearth: channel name=One", count: 3) + [
                "notice hearth: fails", "notice hearth: fails", "warning hearth: fails", "notice hearth: stands",
                "notice hearth.playback: fails",
            ])
    }

    @Test("While it runs, a minute's count is said when the minute is over", .timeLimit(.minutes(10)))
    func runs() async {
        let clock = ManualClock()
        let tail = LogTail()
        let repetitions = LogRepetitions(clock: clock)
        let logger = logger(repetitions, tail)
        var news = tail.follow().makeAsyncIterator()
        let run = Task { await repetitions.run() }
        for _ in 0..<3 { logger.warning("dry", metadata: [RepeatedLine.about: "sound"]) }
        _ = await news.next()
        // It looks every five seconds.
        for _ in 0..<13 {
            guard let deadline = await clock.sleeper() else { return }
            clock.advance(by: deadline - clock.now)
        }
        let line = await news.next()
        run.cancel()
        #expect(line?.contains("warning hearth: dry: 2 more in ") == true)
    }
}
