import MediaCore
import Testing

@testable import Playback

/// Tests of a live channel's viewer whose media comes in pieces over a line with jitter.
@Suite("Live pace over lines with jitter")
struct LivePaceSimulationTests {
    struct Line: Sendable, CustomStringConvertible {
        var name: String
        /// The length of a part or a segment, in seconds.
        var piece: Double
        var latency: Double
        var isByParts = true
        /// The seconds from publishing to arrival; `jitter`: how much they vary.
        var delay: Double
        var jitter: Double
        /// The seconds by which the first picture is later than it should be (negative: nearer to
        /// the edge).
        var late: Double
        /// A delay of that many seconds for one piece in every `every`.
        var hiccup: (every: Int, seconds: Double)?

        var description: String { name }
    }

    struct Run {
        var stalls = 0
        /// The lateness at each second.
        var late: [Double] = []
        var rates: [Double] = []
        /// How many times the rate left 1.
        var changes = 0
        var leaps = 0
    }

    static let lines = [
        Line(name: "parts on loopback", piece: 0.36, latency: 0.72, delay: 0.005, jitter: 0.003, late: 0.4),
        Line(name: "parts, 30 ms", piece: 0.36, latency: 0.72, delay: 0.05, jitter: 0.03, late: 0.3),
        Line(name: "parts, three behind, over Wi-Fi", piece: 0.33, latency: 1, delay: 0.06, jitter: 0.15, late: 0.6),
        Line(name: "parts of a second", piece: 1, latency: 3, delay: 0.1, jitter: 0.1, late: -1),
        Line(
            name: "parts, a hiccup of 0.3 s now and then", piece: 0.36, latency: 1.08, delay: 0.05, jitter: 0.02,
            late: 0.2, hiccup: (40, 0.3)),
        Line(name: "segments of 2 s", piece: 2, latency: 6, isByParts: false, delay: 0.4, jitter: 0.3, late: 1.7),
        Line(name: "segments of 6 s", piece: 6, latency: 18, isByParts: false, delay: 1, jitter: 0.8, late: 5),
        Line(
            name: "segments of 2 s, begun near the edge", piece: 2, latency: 6, isByParts: false, delay: 0.4,
            jitter: 0.3, late: -2.5),
        Line(
            name: "segments of 4 s over a line with breaks", piece: 4, latency: 12, isByParts: false, delay: 1,
            jitter: 1, late: 2, hiccup: (7, 3)),
    ]

    private func simulate(_ line: Line, seconds: Double, seed: UInt64) -> Run {
        var seed = seed
        func random() -> Double {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(seed >> 40) / Double(1 << 24)
        }
        /// The times at which the pieces arrive, in order.
        var arrivals: [Double] = []
        var last = 0.0
        for number in 1...(Int((seconds + 60) / line.piece) + 1) {
            let delay =
                line.delay + line.jitter * random() + (line.hiccup.map { number % $0.every == 0 ? $0.seconds : 0 } ?? 0)
            last = max(last, Double(number) * line.piece + delay)
            arrivals.append(last)
        }
        let begin = 30.0
        func reach(_ time: Double) -> Double {
            var count = Int(time / line.piece)
            while count > 0, arrivals[count - 1] > time { count -= 1 }
            return Double(count) * line.piece
        }
        // The edge is known from the earliest news, which is as late as the quickest piece.
        func target(_ time: Double) -> LivePace.Target {
            LivePace.Target(
                position: MediaTime(seconds: time - line.delay - line.latency),
                latency: .nanoseconds(Int64(line.latency * 1e9)),
                part: line.isByParts ? .nanoseconds(Int64(line.piece * 1e9)) : nil)
        }
        var pace = LivePace()
        var run = Run()
        var position = begin - line.delay - line.latency - line.late
        var isStalled = false
        var rate = 1.0
        func host(_ time: Double) -> HostTime { HostTime(nanoseconds: Int64(time * 1e9)) }
        _ = pace.start(
            at: MediaTime(seconds: position), reach: MediaTime(seconds: reach(begin)), target(begin), isNew: true,
            now: host(begin))
        for step in 1...Int(seconds * 50) {
            let now = begin + Double(step) * 0.02
            let there = reach(now)
            if isStalled {
                guard there - position >= pace.refill(target(now)).inSeconds else { continue }
                isStalled = false
                position =
                    pace.start(
                        at: MediaTime(seconds: position), reach: MediaTime(seconds: there), target(now), isNew: false,
                        now: host(now)
                    ).seconds
                rate = 1
                continue
            }
            position += 0.02 * rate
            if position >= there {
                position = there
                isStalled = true
                run.stalls += 1
                pace.stalled(target(now), at: host(now))
                continue
            }
            if let later = pace.correction(
                at: MediaTime(seconds: position), reach: MediaTime(seconds: there), target(now), now: host(now))
            {
                position = later.seconds
                run.leaps += 1
            }
            let next = pace.step(
                at: MediaTime(seconds: position), reach: MediaTime(seconds: there), target(now), now: host(now))
            if rate == 1, next != 1 { run.changes += 1 }
            rate = next
            run.rates.append(rate)
            if step % 50 == 0 { run.late.append((target(now).position - MediaTime(seconds: position)).inSeconds) }
        }
        return run
    }

    @Test("it arrives, stays, does not hunt and never leaves 0.97…1.03", arguments: lines)
    func converges(_ line: Line) throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let run = simulate(line, seconds: 600, seed: seed)
            #expect(run.rates.allSatisfy { (0.97...1.03).contains($0) })
            #expect(run.leaps == 0)
            let steps = zip(run.rates, run.rates.dropFirst()).map { abs($1 - $0) }
            #expect(steps.allSatisfy { $0 <= 0.0021 })
            if line.hiccup == nil {
                #expect(run.stalls == 0)
                #expect(run.changes <= 3, "\(run.changes)")
                // At 3 % speed, plus the ramp and the last bit.
                let due = Int(abs(line.late) / 0.03) + 15
                let settled = run.late.dropFirst(due)
                let tolerance = line.isByParts ? max(0.06, line.piece / 6) : 0.3
                #expect(settled.allSatisfy { abs($0) < tolerance }, "\(run.late)")
            } else {
                #expect(run.stalls <= 4 && run.changes <= 60, "\(run.stalls) \(run.changes)")
            }
        }
    }

    @Test(
        "at each start, near or far, the direction changes once at most: no overshoot",
        arguments: [-0.4, -0.1, 0.06, 0.3, 0.9, 1.5])
    func overshoot(late: Double) {
        var line = Self.lines[0]
        line.late = late
        let run = simulate(line, seconds: 120, seed: 3)
        let side = late > 0 ? run.rates.allSatisfy { $0 >= 1 } : true
        #expect(side && run.stalls <= (late < -0.3 ? 1 : 0))
        #expect(abs(run.late.last ?? 9) < 0.5)
    }
}
