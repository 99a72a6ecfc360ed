import Layout
import MediaCore
import Testing

@Suite("Motion")
struct MotionTests {
    private let start = HostTime(nanoseconds: 1_000_000_000)
    private func after(_ milliseconds: Int) -> HostTime { start + .milliseconds(milliseconds) }

    @Test("A linear movement is half way in half its time, and stays at its end")
    func linear() {
        let motion = Motion(
            from: .init(x: 100, opacity: 0), to: .rest, start: start, duration: .milliseconds(200), curve: .linear)
        #expect(motion.value(at: .zero) == .init(x: 100, opacity: 0))
        #expect(motion.value(at: after(100)) == .init(x: 50, opacity: 0.5))
        #expect(motion.value(at: after(200)) == .rest)
        #expect(!motion.isSettled(at: after(199)))
        #expect(motion.isSettled(at: after(200)))
    }

    @Test("An eased one is past the middle by then, and never overshoots")
    func eased() {
        let motion = Motion(from: .init(y: 80), to: .rest, start: start, duration: .milliseconds(200))
        #expect(motion.value(at: after(100)).y == 10)
        var last = 80.0
        for step in 0...200 {
            let y = motion.value(at: after(step)).y
            #expect(y <= last && y >= 0)
            last = y
        }
    }

    @Test("Turning round goes on from where it is")
    func retarget() {
        let motion = Motion(
            from: .init(y: 40, opacity: 0), to: .rest, start: start, duration: .milliseconds(100), curve: .linear)
        let back = motion.retargeted(to: .init(y: 40, opacity: 0), at: after(50), duration: .milliseconds(100))
        #expect(back.value(at: after(50)) == .init(y: 20, opacity: 0.5))
        #expect(back.value(at: after(150)) == .init(y: 40, opacity: 0))
    }

    @Test("A shake swings to both sides and ends where it began")
    func shake() {
        let motion = Motion(
            from: .init(x: 30), to: .rest, start: start, duration: .milliseconds(400), curve: .shake)
        let swings = (0...400).map { motion.value(at: after($0)).x }
        #expect(swings.first == 0)
        #expect(swings.last == 0)
        #expect(swings.contains { $0 > 10 } && swings.contains { $0 < -10 })
        #expect(swings.allSatisfy { abs($0) <= 30 })
    }
}
