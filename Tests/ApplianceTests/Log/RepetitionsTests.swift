import MediaCore
import Testing

@testable import Appliance

@Suite("What repeats, counted")
struct RepetitionsTests {
    private let start = HostTime(nanoseconds: 1_000_000_000_000)
    private func at(_ seconds: Double) -> HostTime { start + .milliseconds(Int(seconds * 1000)) }
    private func text(_ summary: Repetitions<String, Int>.Summary) -> String {
        "\(summary.subject): \(summary.count) in \(summary.within), newest \(summary.newest)"
    }

    @Test("The first is said, those of the minute after it together, with their number and the newest")
    func minute() {
        let repetitions = Counts<String>()
        #expect(repetitions.nextWake == nil)
        #expect(repetitions.note("a", 1, at: start))
        #expect(repetitions.nextWake == at(60))
        for number in 2...58 { #expect(!repetitions.note("a", number, at: at(Double(number)))) }
        #expect(repetitions.due(at: at(59.9)).isEmpty)
        #expect(repetitions.due(at: at(60)).map(text) == ["a: 57 in 60.0 seconds, newest 58"])
    }

    @Test("What goes on is told every ten minutes; a minute without it ends it, and the next is a first again")
    func goesOn() {
        let repetitions = Counts<String>()
        #expect(repetitions.note("a", 0, at: start))
        #expect(!repetitions.note("a", 1, at: at(30)))
        #expect(repetitions.due(at: at(60)).count == 1)
        for minute in 1...9 { #expect(!repetitions.note("a", minute, at: at(Double(minute) * 60 + 1))) }
        #expect(repetitions.due(at: at(600)).isEmpty)
        #expect(repetitions.due(at: at(660)).map(text) == ["a: 9 in 600.0 seconds, newest 9"])
        #expect(repetitions.due(at: at(1260)).isEmpty)
        #expect(repetitions.nextWake == nil)
        #expect(repetitions.note("a", 10, at: at(1261)))
    }

    @Test("One that comes once is said once, and no more of it")
    func once() {
        let repetitions = Counts<String>()
        #expect(repetitions.note("a", 1, at: start))
        #expect(repetitions.due(at: at(60)).isEmpty && repetitions.finish(at: at(61)).isEmpty)
        #expect(repetitions.note("a", 2, at: at(61)))
    }

    @Test("Each subject has its own count; the end says what is left, in the order in which they began")
    func subjects() {
        let repetitions = Counts<String>()
        for subject in ["b", "a", "c"] {
            #expect(repetitions.note(subject, 0, at: start + .milliseconds(subject == "b" ? 0 : 5)))
        }
        #expect(!repetitions.note("a", 1, at: at(1)))
        #expect(!repetitions.note("b", 2, at: at(2)))
        #expect(!repetitions.note("b", 3, at: at(3)))
        #expect(
            repetitions.finish(at: at(4)).map(text) == [
                "b: 2 in 4.0 seconds, newest 3", "a: 1 in 3.995 seconds, newest 1",
            ])
        #expect(repetitions.nextWake == nil && repetitions.finish(at: at(5)).isEmpty)
    }

    @Test(
        "Nothing is lost and nothing said twice, whatever comes when: what was said and what was counted is all there was"
    )
    func adds() {
        var state: UInt64 = 7
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<50 {
            let repetitions = Counts<Int>()
            var now = start
            var (came, told) = (0, 0)
            for _ in 0..<400 {
                now = now + .seconds(random(20) == 0 ? 700 : random(9))
                if random(4) == 0 {
                    told += repetitions.due(at: now).map(\.count).reduce(0, +)
                } else {
                    came += 1
                    if repetitions.note(random(300), 0, at: now) { told += 1 }
                }
            }
            told += repetitions.finish(at: now).map(\.count).reduce(0, +)
            #expect(told == came)
        }
    }

    @Test("More subjects than can be counted are said, each time")
    func bounded() {
        let repetitions = Counts<Int>()
        for subject in 0..<1000 { #expect(repetitions.note(subject, 0, at: start)) }
        let said = (0..<1000).filter { repetitions.note($0, 1, at: at(1)) }
        #expect(said.count == 1000 - 256)
    }
}

/// Held by reference, so that an expectation may ask it.
private final class Counts<Subject: Hashable & Sendable> {
    private var value = Repetitions<Subject, Int>()

    var nextWake: HostTime? { value.nextWake }
    func note(_ subject: Subject, _ words: Int, at now: HostTime) -> Bool { value.note(subject, words, at: now) }
    func due(at now: HostTime) -> [Repetitions<Subject, Int>.Summary] { value.due(at: now) }
    func finish(at now: HostTime) -> [Repetitions<Subject, Int>.Summary] { value.finish(at: now) }
}
