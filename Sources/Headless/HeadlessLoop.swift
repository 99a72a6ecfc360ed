import Base
import Compositing
import Devices
import Glibc
import MediaCore

/// Does a headless display's work at each vblank. On one thread.
final class HeadlessLoop {
    private let source: any SceneSource
    private let state: HeadlessState
    private let screen: HeadlessScreen?
    private var prediction: VBlankPrediction
    private var lead = SceneLead(reserve: .milliseconds(2))
    /// The time before which the source has nothing new, unless it wakes the display.
    private var rest = HostTime.zero
    /// The scene that was given for a vblank to come.
    private var pending: Scene?

    init(
        _ source: any SceneSource, _ state: HeadlessState, _ recorder: FrameRecorder?, composes: Bool, now: HostTime
    ) {
        self.source = source
        self.state = state
        screen = composes ? HeadlessScreen(recorder) : nil
        prediction = VBlankPrediction(at: now, refreshRate: state.output.refreshRate)
    }

    // MARK: - In real time

    func run(on clock: MonotonicClock) {
        while !state.isStopping {
            if rest > .zero, state.takeWake() { rest = .zero }
            if rest > .zero, !waitForRest(on: clock) { continue }
            let dark = state.darkUntil
            if dark > clock.now { Self.sleep(until: dark) }
            prediction.change(refreshRate: state.output.refreshRate)
            var vblank = prediction.next(after: clock.now, margin: .microseconds(500))
            Self.sleep(until: vblank.time - lead.lead(interval: vblank.interval))
            let asked = clock.now
            ask(for: vblank)
            let stall = state.takeStall()
            if stall > .zero { Self.sleep(until: clock.now + stall) }
            let ready = clock.now
            if pending != nil { lead.made(in: ready - asked) }
            if ready > vblank.time {
                if pending != nil {
                    state.count { $0.missedVBlanks += 1 }
                    lead.missed(interval: vblank.interval)
                }
                vblank = prediction.next(after: ready)
            }
            if pending == nil {
                // Nothing is shown at this vblank, so it is not waited for.
                if rest < .distantFuture { prediction.saw(vblank.time) }
                continue
            }
            Self.sleep(until: vblank.time)
            present(at: vblank)
        }
    }

    /// Waits until the source is to be asked again, or somebody wakes the display.
    ///
    /// - Returns: whether the source's time has come
    private func waitForRest(on clock: MonotonicClock) -> Bool {
        guard rest < .distantFuture else {
            state.waitForWake(until: nil)
            return false
        }
        let vblank = prediction.first(from: rest)
        let due = vblank.time - lead.lead(interval: vblank.interval)
        if clock.now < due { state.waitForWake(until: due) }
        guard clock.now >= due else { return false }
        rest = .zero
        return true
    }

    private static func sleep(until time: HostTime) {
        var until = timespec(
            tv_sec: Int(time.nanoseconds / 1_000_000_000), tv_nsec: Int(time.nanoseconds % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nil) == EINTR {}
    }

    // MARK: - By hand

    func tick(at now: HostTime) {
        if now < state.darkUntil { return }
        prediction.change(refreshRate: state.output.refreshRate)
        let vblank = VBlank(time: now, interval: prediction.interval, sequence: prediction.sequence &+ 1)
        if rest == .distantFuture, state.takeWake() { ask(for: vblank) }
        let stall = state.takeStall()
        if stall > .zero, pending != nil {
            state.count { $0.missedVBlanks += 1 }
            if stall > vblank.interval { state.stall(stall - vblank.interval) }
            prediction.saw(now)
            return
        }
        present(at: vblank)
        guard rest < .distantFuture else { return }
        let next = prediction.next(after: now)
        if next.time >= rest || state.takeWake() { ask(for: next) }
    }

    // MARK: -

    private func ask(for vblank: VBlank) {
        switch source.scene(for: vblank, on: state.output) {
        case .show(let scene, let until):
            rest = until
            screen?.compose(scene, size: state.output.size)
            pending = scene
        case .unchanged(let until): rest = until
        case .idle:
            // A wake that came while the source was asked must lead to another request.
            rest = .distantFuture
        }
    }

    private func present(at vblank: VBlank) {
        prediction.saw(vblank.time)
        guard let scene = pending else { return }
        pending = nil
        let isVisible = state.isVisible
        if isVisible {
            screen?.scanOut(at: vblank.time)
            state.show(scene)
        }
        state.count {
            $0.commits += isVisible ? 1 : 0
            $0.composed += isVisible && screen != nil ? 1 : 0
        }
        source.presented(
            PresentationFeedback(
                tag: scene.tag, time: vblank.time, sequence: vblank.sequence, wasSkipped: !isVisible))
    }
}
