import Devices
import MediaCore
import Playback
import Testing

@Suite("Frame release")
struct FrameReleaseTests {
    /// How many vblanks each frame stays on screen, for `count` frames at `framesPerSecond` on
    /// `refresh` Hz, with the frames' times off by `phase` seconds and jittering by ±`jitter`.
    private func cadence(
        _ framesPerSecond: Double, on refresh: Double, count: Int, phase: Double = 0, jitter: Double = 0
    ) -> [Int] {
        var release = FrameRelease()
        var shown = -1
        var stays: [Int] = []
        var vblanks = 0
        var number = 0
        while shown < count - 1, number < count * 10 {
            let vblank = VBlank(
                time: HostTime(nanoseconds: Int64(Double(number) / refresh * 1e9)),
                interval: .nanoseconds(Int64(1e9 / refresh)), sequence: UInt64(number))
            let wobble = number % 2 == 0 ? jitter : -jitter
            let queue = (shown + 1)..<min(count, shown + 5)
            let due = queue.map { HostTime(nanoseconds: Int64((Double($0) / framesPerSecond + phase + wobble) * 1e9)) }
            if case .show(let index) = release.decide(due: due, vblank: vblank) {
                if shown >= 0 { stays.append(vblanks) }
                for _ in 0..<index { stays.append(0) }
                shown += index + 1
                vblanks = 0
            }
            vblanks += 1
            number += 1
        }
        return stays
    }

    @Test(
        "Asked only from the time on that it names, it decides the same",
        arguments: [23.976, 24, 25, 29.97, 30, 50, 59.94, 60])
    func rested(framesPerSecond: Double) {
        for phase in [0, 0.001, 0.004, 0.0083, 0.012] {
            var (always, rested) = (FrameRelease(), FrameRelease())
            var (next, rest, asks) = (0, HostTime.zero, 0)
            for number in 0..<2000 {
                let vblank = VBlank(
                    time: HostTime(nanoseconds: Int64(Double(number) / 60 * 1e9)), interval: .nanoseconds(16_666_667),
                    sequence: UInt64(number))
                let due = (next..<next + 5).map {
                    HostTime(nanoseconds: Int64((Double($0) / framesPerSecond + phase) * 1e9))
                }
                let decision = always.decide(due: due, vblank: vblank)
                guard vblank.time >= rest else {
                    #expect(decision == .keep, "vblank \(number), phase \(phase)")
                    continue
                }
                asks += 1
                #expect(rested.decide(due: due, vblank: vblank) == decision, "vblank \(number), phase \(phase)")
                if case .show(let index) = decision { next += index + 1 }
                let first = HostTime(nanoseconds: Int64((Double(next) / framesPerSecond + phase) * 1e9))
                rest = rested.firstDecision(due: first, interval: vblank.interval)
            }
            // One for each frame, and now and then one near the line.
            #expect(asks <= next + next / 4 + 2, "phase \(phase)")
        }
    }

    @Test(
        "25 frames a second on 60 Hz: 2 and 3 vblanks, and each five frames take 12",
        arguments: [0, 0.001, 0.004, 0.0083, 0.012])
    func pal(phase: Double) {
        let stays = cadence(25, on: 60, count: 200, phase: phase).dropFirst(10)
        #expect(Set(stays) == [2, 3])
        for start in stays.indices.dropLast(5) {
            #expect(stays[start..<start + 5].reduce(0, +) == 12)
        }
    }

    @Test("24 on 60 Hz: 3 and 2 in turn", arguments: [0, 0.002, 0.005, 0.0083])
    func film(phase: Double) {
        let stays = Array(cadence(24, on: 60, count: 120, phase: phase).dropFirst(10))
        for (a, b) in zip(stays, stays.dropFirst()) { #expect(a + b == 5) }
    }

    @Test(
        "30 on 60 Hz: always 2, even where every frame lies between two vblanks and the clock jitters",
        arguments: [0, 0.004, 0.00833, 0.0084, 0.0125])
    func even(phase: Double) {
        let stays = cadence(30, on: 60, count: 300, phase: phase, jitter: 0.0003).dropFirst(20)
        #expect(Set(stays) == [2])
    }

    @Test("60 on 60 Hz: every frame once", arguments: [0, 0.0042, 0.00833, 0.0084])
    func full(phase: Double) {
        let stays = cadence(60, on: 60, count: 300, phase: phase, jitter: 0.0002).dropFirst(20)
        #expect(Set(stays) == [1])
    }

    @Test("50 on 50 Hz with a clock 100 ppm off: one repeat at most in ten seconds")
    func drift() {
        let stays = cadence(50.005, on: 50, count: 500).dropFirst(20)
        #expect(stays.count { $0 != 1 } <= 1)
    }

    @Test(
        "at whatever speed, a picture is within 0.6 of a vblank from its time, as often before as behind",
        arguments: [23.976, 24, 25, 29.97, 30, 50, 59.94, 60], [0.97, 0.985, 0.995, 1, 1.005, 1.015, 1.03])
    func distance(framesPerSecond: Double, speed: Double) {
        var release = FrameRelease()
        var next = 0
        var distances: [Double] = []
        for number in 0..<6000 {
            let vblank = VBlank(
                time: HostTime(nanoseconds: Int64(Double(number) / 60 * 1e9)), interval: .nanoseconds(16_666_667),
                sequence: UInt64(number))
            let wobble = number % 2 == 0 ? 0.0002 : -0.0002
            let times = (next..<next + 5).map { Double($0) / (framesPerSecond * speed) + 0.003 }
            let due = times.map { HostTime(nanoseconds: Int64(($0 + wobble) * 1e9)) }
            guard case .show(let index) = release.decide(due: due, vblank: vblank) else { continue }
            next += index + 1
            distances.append((Double(number) / 60 - times[index]) * 60)
        }
        #expect(distances.allSatisfy { abs($0) < 0.6 }, "\(distances.map { abs($0) }.max() ?? 0)")
        // Where all pictures lie alike they stay where they are.
        let vblanks = 60 / (framesPerSecond * speed)
        guard abs(vblanks * 10 - (vblanks * 10).rounded()) > 0.001 else { return }
        let mean = distances.reduce(0, +) / Double(distances.count)
        #expect(abs(mean) < 0.1, "\(mean)")
    }

    private let vblank = VBlank(
        time: HostTime(nanoseconds: 1_000_000_000), interval: .nanoseconds(16_666_667), sequence: 1)

    @Test("late frames are dropped to the newest that is due")
    func late() {
        var release = FrameRelease()
        let due = [0.8, 0.84, 0.88, 1.2].map { HostTime(nanoseconds: Int64($0 * 1e9)) }
        #expect(release.decide(due: due, vblank: vblank) == .show(2))
    }

    @Test("nothing due, or nothing there: the frame on screen stays")
    func early() {
        var release = FrameRelease()
        #expect(release.decide(due: [], vblank: vblank) == .keep)
        #expect(release.decide(due: [HostTime(nanoseconds: 1_100_000_000)], vblank: vblank) == .keep)
        #expect(
            release.decide(
                due: [.distantFuture], vblank: VBlank(time: HostTime(nanoseconds: .min), interval: .zero, sequence: 0))
                == .keep)
    }
}
