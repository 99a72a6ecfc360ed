import Base
import Compositing
import Devices
import Glibc
import MediaCore

/// A display without a screen: vblanks from a clock, pictures in memory, and every fault of a real one
/// on request.
///
/// With `.realTime` it has a thread of its own; with `.manual` nothing happens but in `tick()`, on the
/// caller's thread.
package final class HeadlessDisplay: Display {
    package struct Configuration: Sendable {
        package enum Pacing: Sendable {
            case realTime
            /// The clock is moved by hand; each `tick()` is a vblank at the clock's time.
            case manual(ManualClock)
        }

        package var size: PixelSize
        /// The refresh rate in vblanks a second.
        package var refreshRate: Double
        /// The TV's other rates at this size, in vblanks a second.
        package var otherRates: [Double]
        /// How long a change of mode takes: no vblank comes meanwhile.
        package var modeSetDuration: Duration
        /// The identity, as from a TV's EDID.
        package var identity: String?
        package var pacing: Pacing
        /// Whether scenes are composed. If not, only which scene was shown is known: for measuring all
        /// but composition. A recording composes all the same.
        package var composes: Bool
        /// A file that gets a JSON line for every picture that differs from the one before.
        package var recordingPath: String?

        package init(
            size: PixelSize = PixelSize(width: 1920, height: 1080), refreshRate: Double = 60, otherRates: [Double] = [],
            modeSetDuration: Duration = .zero, identity: String? = nil, pacing: Pacing = .realTime,
            composes: Bool = true,
            recordingPath: String? = nil
        ) {
            self.size = size
            self.refreshRate = refreshRate
            self.otherRates = otherRates
            self.modeSetDuration = modeSetDuration
            self.identity = identity
            self.pacing = pacing
            self.composes = composes
            self.recordingPath = recordingPath
        }
    }

    /// A change of mode and its time.
    package struct ModeSet: Sendable, Hashable {
        package var time: HostTime
        /// The refresh rate in vblanks a second.
        package var refreshRate: Double
    }

    package let events: AsyncStream<DisplayEvent>
    private let configuration: Configuration
    private let continuation: AsyncStream<DisplayEvent>.Continuation
    private let state: HeadlessState
    private let recorder: FrameRecorder?
    private let thread = Locked<RunningThread?>(nil)
    private let manualLoop = Locked<HeadlessLoop?>(nil)
    private let recordedModeSets = Locked<[ModeSet]>([])

    /// Makes a display.
    /// - Throws: when the recording can't be opened.
    package init(_ configuration: Configuration) throws(SystemCallError) {
        self.configuration = configuration
        recorder = if let path = configuration.recordingPath { try FrameRecorder(path: path) } else { nil }
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
        state = try HeadlessState(
            DisplayOutput(
                isConnected: true, size: configuration.size, refreshRate: configuration.refreshRate,
                name: "headless", identity: configuration.identity))
    }

    package var output: DisplayOutput { state.output }
    package var statistics: DisplayStatistics { state.statistics }

    package func start(_ source: any SceneSource) throws {
        let composes = configuration.composes || recorder != nil
        let state = state
        let recorder = recorder
        switch configuration.pacing {
        case .manual(let clock):
            let now = clock.now
            manualLoop.withLock {
                $0 = HeadlessLoop(source, state, recorder, composes: composes, now: now)
            }
        case .realTime:
            let thread = try NamedThread("hearth-display", scheduling: .realTime(priority: 20)) {
                let clock = MonotonicClock()
                HeadlessLoop(source, state, recorder, composes: composes, now: clock.now).run(on: clock)
            }
            let running = RunningThread(thread)
            self.thread.withLock { $0 = running }
        }
    }

    package func stop() {
        state.stop()
        thread.withLock { $0 }?.join()
        manualLoop.withLock { $0 = nil }
        recorder?.stop()
        continuation.finish()
    }

    package func wake() {
        state.wake()
    }

    package func capture() async throws -> Image {
        Image(of: state.scene ?? Scene(layers: []), size: state.output.size)
    }

    package func matchFrameRate(_ framesPerSecond: Double?) {
        let wanted = rate(for: framesPerSecond)
        guard wanted != output.refreshRate else { return }
        let now: HostTime =
            switch configuration.pacing {
            case .manual(let clock): clock.now
            case .realTime: MonotonicClock().now
            }
        recordedModeSets.withLock { $0.append(ModeSet(time: now, refreshRate: wanted)) }
        state.count { $0.modeSets += 1 }
        state.darken(until: now + configuration.modeSetDuration)
        changeOutput { $0.refreshRate = wanted }
    }

    /// All mode changes that `matchFrameRate` caused, in order.
    package var modeSets: [ModeSet] { recordedModeSets.withLock { $0 } }

    /// Makes a vblank at the manual clock's time: shows the scene that was given for it, then asks for
    /// the next. Does nothing with a real clock.
    package func tick() {
        guard case .manual(let clock) = configuration.pacing else { return }
        let now = clock.now
        manualLoop.withLock { $0?.tick(at: now) }
    }

    // MARK: - Faults

    /// Simulates that the cable is pulled. Scenes are still asked for; none is seen.
    package func unplug() {
        changeOutput { $0.isConnected = false }
    }

    /// The video output itself is gone, or has not come yet; `replug` brings it.
    package func remove(_ trouble: String) {
        changeOutput {
            $0.isConnected = false
            $0.trouble = trouble
        }
    }

    package func replug(size: PixelSize? = nil, refreshRate: Double? = nil) {
        changeOutput {
            $0.isConnected = true
            $0.trouble = nil
            $0.size = size ?? $0.size
            $0.refreshRate = refreshRate ?? $0.refreshRate
        }
    }

    /// Simulates that another program takes the screen, or gives it back.
    package func setOwnership(_ isOwner: Bool) {
        guard state.setOwnership(isOwner) else { return }
        continuation.yield(isOwner ? .ownershipRegained : .ownershipLost)
        state.wake()
    }

    /// Delays the next scene by this much on its way to the screen.
    package func stallNextScene(by duration: Duration) {
        state.stall(duration)
    }

    private func changeOutput(_ change: (inout DisplayOutput) -> Void) {
        guard let output = state.changeOutput(change) else { return }
        continuation.yield(.outputChanged(output))
        state.wake()
    }

    /// The rate chosen for a content, in the order of a TV's modes: the lit one, the first one, then
    /// the one nearest to that.
    private func rate(for framesPerSecond: Double?) -> Double {
        let preferred = configuration.refreshRate
        guard let framesPerSecond else { return preferred }
        let nearest = configuration.otherRates.sorted { abs($0 - preferred) < abs($1 - preferred) }
        return ([output.refreshRate, preferred] + nearest).first {
            Cadence.isEven(refreshRate: $0, framesPerSecond: framesPerSecond)
        } ?? preferred
    }
}
