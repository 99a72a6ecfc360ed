import MediaCore
import Testing

@testable import Playback

/// A viewer of a live channel whose line dies, again and again, and is good in between.
@Suite("Live pace after stalls")
struct LivePaceStallTests {
    /// What is watched, and over which line. Seconds.
    struct Viewing: CustomStringConvertible {
        /// The length of a part or a segment.
        var piece: Double
        var latency: Double
        var isByParts: Bool
        /// From publishing to being there, at least.
        var delay: Double
        /// Seconds of media that come in a second, at most.
        var supply: Double
        /// How long it is to stand still, and how long the line is good afterwards.
        var stalls: [(length: Double, rest: Double)]

        var description: String {
            "\(isByParts ? "parts" : "segments") of \(piece) s, \(latency) s behind, delay \(delay), supply \(supply), "
                + stalls.map { "\($0.length) then \($0.rest)" }.joined(separator: "; ")
        }
    }

    /// What came of the time after one stall.
    struct After {
        var stall: Double
        var rest: Double
        /// Behind the target where it stood when it could go on, and at the end of the first minute.
        var debt = 0.0
        var late: Double?
        /// What it dares less than the target.
        var caution = 0.0
        var leftOut: [Double] = []
        var fastest = 1.0
        var extraStalls = 0
        /// More than 3 % fast, so many seconds.
        var hurried = 0.0
    }

    private static let bufferAhead = 20.0

    /// The real pace; a position in place of a player, and pieces that come one after the other.
    static func watch(_ viewing: Viewing) -> [After] {
        let step = 0.02
        var now = 1000.0
        func host(_ time: Double) -> HostTime { HostTime(nanoseconds: Int64(time * 1e9)) }
        func target() -> LivePace.Target {
            LivePace.Target(
                position: MediaTime(seconds: now - viewing.delay - viewing.latency),
                latency: .nanoseconds(Int64(viewing.latency * 1e9)),
                part: viewing.isByParts ? .nanoseconds(Int64(viewing.piece * 1e9)) : nil)
        }
        var pace = LivePace()
        var position = now - viewing.delay - viewing.latency
        var loaded = ((now - viewing.delay) / viewing.piece).rounded(.down) * viewing.piece
        /// How much of the piece under way is here, in seconds of media.
        var partly = 0.0
        var rate = 1.0
        func media(_ time: Double) -> MediaTime { MediaTime(seconds: time) }
        func reach() -> MediaTime { media(loaded + partly) }
        _ = pace.start(at: media(position), reach: reach(), target(), isNew: true, now: host(now))
        func load() {
            var share = viewing.supply * step
            while share > 0, now - viewing.delay >= loaded + viewing.piece, loaded + partly - position < bufferAhead {
                let took = min(share, viewing.piece - partly)
                share -= took
                partly += took
                guard partly >= viewing.piece - 1e-9 else { return }
                loaded += viewing.piece
                partly = 0
            }
        }
        var all: [After] = []
        var isStalled = false
        /// One step; what is left out is told.
        func play() -> Double? {
            if isStalled {
                guard (loaded + partly) - position >= pace.refill(target()).inSeconds else { return nil }
                isStalled = false
                rate = 1
                let on = pace.start(at: media(position), reach: reach(), target(), isNew: false, now: host(now)).seconds
                defer { position = on }
                return on > position + 1e-6 ? on - position : nil
            }
            position += step * rate
            if position >= loaded + partly {
                position = loaded + partly
                isStalled = true
                pace.stalled(target(), at: host(now))
                return nil
            }
            var leftOut: Double?
            if let later = pace.correction(at: media(position), reach: reach(), target(), now: host(now)) {
                leftOut = later.seconds - position
                position = later.seconds
            }
            rate = pace.step(at: media(position), reach: reach(), target(), now: host(now))
            return leftOut
        }
        for _ in 0..<500 {
            now += step
            load()
            _ = play()
        }
        for (length, rest) in viewing.stalls {
            // The line is dead until it has stood still for so long.
            var stood = 0.0
            while stood < length {
                now += step
                _ = play()
                if isStalled { stood += step }
            }
            var after = After(stall: length, rest: rest)
            let back = now
            var hasResumed = false
            while now < back + rest {
                now += step
                load()
                if !hasResumed { after.debt = (target().position - media(position)).inSeconds }
                if let leftOut = play() { after.leftOut.append(leftOut) }
                if isStalled, hasResumed { after.extraStalls += 1 }
                if !isStalled { hasResumed = true }
                after.fastest = max(after.fastest, rate)
                if rate > 1.03 + 1e-9 { after.hurried += step }
                // It dares a little more a minute after the stall began, and is on its way there then.
                if now < back + 40 { after.caution = pace.caution.inSeconds }
                if after.late == nil, now >= back + 60 { after.late = (target().position - media(position)).inSeconds }
            }
            all.append(after)
        }
        return all
    }

    private struct Random {
        var state: UInt64

        mutating func unit() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24)
        }

        mutating func viewing() -> Viewing {
            let isByParts = unit() < 0.3
            let piece = isByParts ? [0.2, 0.33, 0.5, 1][Int(unit() * 4)] : [2.0, 4, 6, 10][Int(unit() * 4)]
            let latency = piece * 3 * (1 + unit() * 0.5)
            let count = 1 + Int(unit() * 20)
            return Viewing(
                piece: piece, latency: latency, isByParts: isByParts, delay: 0.02 + unit() * 0.4 * min(1, piece / 2),
                supply: 1.5 + unit() * unit() * 20,
                stalls: (0..<count).map { _ in (0.5 + unit() * 19.5, unit() < 0.5 ? 61 + unit() * 30 : 3 + unit() * 50)
                })
        }
    }

    @Test(
        "After any stall it is back within a minute, by speed up to eight seconds and by one told cut beyond, and stalls no more for that"
    )
    func back() {
        var wrong: [String] = []
        for seed in 1...120 as ClosedRange<UInt64> {
            var random = Random(state: seed &* 0x9E37_79B9)
            let viewing = random.viewing()
            for after in Self.watch(viewing) {
                let tolerance = viewing.isByParts ? max(0.06, viewing.piece / 6) : 0.3
                let checks: [(String, Bool)] = [
                    ("stalls for catching up", after.extraStalls == 0),
                    ("too fast", after.fastest <= 1.16),
                    ("cut for less than eight seconds", after.debt > 7.9 || after.leftOut.isEmpty),
                    ("small or many cuts", after.leftOut.count <= 2 && after.leftOut.allSatisfy { $0 >= 4 }),
                    // Up to 1.5 s 3 % are enough; what a stall by parts adds at the most is a second more.
                    ("hurried for little", after.debt > 1.2 || after.hurried == 0),
                    (
                        "late after a minute",
                        after.debt > Self.bufferAhead - 2
                            || after.late.map { -tolerance < $0 && $0 < after.caution + tolerance } ?? true
                    ),
                    // Of all that the two seconds at the most may come from, outages are none.
                    ("careful by segments", viewing.isByParts || after.caution == 0),
                ]
                wrong += checks.filter { !$0.1 }.map {
                    "\($0.0): seed \(seed): \(viewing.piece) \(viewing.isByParts) \(viewing.latency) supply \(viewing.supply): \(after)"
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(12).joined(separator: "\n"))")
    }

    @Test("Four stalls of five seconds leave nothing", arguments: [2.0, 6])
    func four(piece: Double) throws {
        let viewing = Viewing(
            piece: piece, latency: piece * 3, isByParts: false, delay: 0.2, supply: 8,
            stalls: Array(repeating: (5, 15), count: 3) + [(5, 61)])
        let after = Self.watch(viewing)
        let late = try #require(after.last?.late)
        #expect(abs(late) < 0.3, "\(after)")
        // 20 s are owed: part of it is played faster, the rest left out at the stall that makes it more than 8 s.
        #expect(after.flatMap(\.leftOut).count <= 2, "\(after)")
    }

    @Test(
        "On a line that gives no more than is played it does not hurry, and stalls no more than without",
        arguments: [1.0, 1.02, 1.1])
    func scarce(supply: Double) {
        let viewing = Viewing(
            piece: 2, latency: 6, isByParts: false, delay: 0.3, supply: supply, stalls: [(5, 120), (3, 120)])
        for after in Self.watch(viewing) { #expect(after.extraStalls == 0, "\(after)") }
    }
}
