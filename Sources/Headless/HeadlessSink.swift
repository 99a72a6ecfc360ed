import Base
import Devices
import Glibc
import MediaCore
import Synchronization

/// A sink without a card: a modelled one with a clock of its own, faults on request, a level meter,
/// and a recording of what was heard.
package final class HeadlessSink: AudioSink {
    package enum Pace: Sendable, Hashable {
        /// The sink is moved by a thread of its own, on the machine's monotonic clock.
        case realTime
        /// The sink is moved by `tick(to:)` alone.
        case manual
    }

    /// The paths of a recording's files; see `AudioRecording`.
    package struct RecordingPaths: Sendable, Hashable {
        package var wave: String?
        package var lines: String?

        package init(wave: String? = nil, lines: String? = nil) {
            self.wave = wave
            self.lines = lines
        }
    }

    package let events: AsyncStream<AudioSinkEvent>
    private let continuation: AsyncStream<AudioSinkEvent>.Continuation
    private let configuration: AudioDeviceModel.Configuration
    private let clock: any HostClock
    private let pace: Pace
    private let paths: RecordingPaths
    private let wakeUp: EventDescriptor

    /// The engine; held while playing. The renderer may use everything below meanwhile.
    private let engine = Mutex<AudioEngine?>(nil)
    private let thread = Mutex<NamedThread?>(nil)
    private let shared = Locked(Shared())

    private struct Shared {
        var faults: [AudioEngine.Fault] = []
        var statistics = AudioSinkStatistics()
        var level = AudioLevel()
        var recordingTrouble: SystemCallError?
        var isStopping = false
    }

    /// Makes a sink. `clock` is read by `start`, and by the thread when `pace` is `.realTime`: then
    /// it must be the machine's.
    package init(
        _ configuration: AudioDeviceModel.Configuration = AudioDeviceModel.Configuration(),
        clock: any HostClock = MonotonicClock(), pace: Pace = .realTime, recording: RecordingPaths = RecordingPaths()
    ) throws {
        self.configuration = configuration
        self.clock = clock
        self.pace = pace
        paths = recording
        wakeUp = try EventDescriptor()
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    package var statistics: AudioSinkStatistics { shared.withLock { $0.statistics } }
    /// The level of the last 100 ms heard. From any thread.
    package var level: AudioLevel { shared.withLock { $0.level } }
    /// Why the recording ended early, or nil.
    package var recordingTrouble: SystemCallError? { shared.withLock { $0.recordingTrouble } }

    /// Starts the sink; throws when the recording's files can't be made.
    package func start(_ renderer: any AudioRenderer) throws {
        guard !shared.withLock({ $0.isStopping }) else { return }
        let startTime = clock.now
        try engine.withLock { engine in
            guard engine == nil else { return }
            var recording: AudioRecording?
            if paths.wave != nil || paths.lines != nil {
                recording = try AudioRecording(wave: paths.wave, lines: paths.lines, format: configuration.format)
            }
            engine = AudioEngine(configuration, renderer: renderer, startedAt: startTime, recording: recording)
            if let latency = engine?.latency {
                shared.withLock { $0.statistics.latency = latency }
                continuation.yield(.started(device: Self.name, configuration.format, latency: latency))
            }
        }
        guard pace == .realTime else { return }
        try thread.withLock { thread in
            thread = try NamedThread("hearth-audio", scheduling: .realTime(priority: 60)) { [self] in run() }
        }
    }

    package func stop() {
        shared.withLock { $0.isStopping = true }
        wakeUp.signal()
        thread.withLock { thread in
            if let running = thread.take() { running.join() }
        }
        engine.withLock { engine in
            guard var playing = engine.take() else { return }
            playing.finish()
            publish(playing)
        }
        continuation.finish()
    }

    /// Plays up to `time`, with `pace` `.manual`. From one thread at a time.
    package func tick(to time: HostTime) {
        guard pace == .manual else { return }
        advance(to: time, isStrict: false)
    }

    // MARK: - Faults: strike at the next tick, at the time of the last

    /// Lets the card run dry: it plays what it has and then nothing for `gap`.
    package func runDry(for gap: Duration) { strike(.runDry(gap)) }
    package func unplug() { strike(.unplug) }
    package func plug() { strike(.plug) }

    private func strike(_ fault: AudioEngine.Fault) {
        shared.withLock { $0.faults.append(fault) }
        wakeUp.signal()
    }

    // MARK: - Playing

    private static let name = "headless"

    private func advance(to time: HostTime, isStrict: Bool) {
        let faults = shared.withLock { shared in
            let faults = shared.faults
            shared.faults.removeAll()
            return faults
        }
        engine.withLock { engine in
            guard var playing = engine.take() else { return }
            let underruns = playing.model.underruns
            for fault in faults {
                let wasPlugged = playing.model.isPlugged
                playing.strike(fault)
                if wasPlugged != playing.model.isPlugged {
                    continuation.yield(wasPlugged ? .deviceLost("\(Self.name): unplugged") : .deviceBack(Self.name))
                }
            }
            playing.advance(to: time, isStrict: isStrict)
            if playing.model.underruns != underruns {
                continuation.yield(.underrun(total: playing.model.underruns))
            }
            publish(playing)
            engine = consume playing
        }
    }

    private func publish(_ engine: borrowing AudioEngine) {
        let (frames, underruns, level, trouble) = (
            engine.framesPlayed, engine.model.underruns, engine.level, engine.recordingTrouble
        )
        shared.withLock {
            $0.statistics.framesPlayed = frames
            $0.statistics.underruns = underruns
            $0.level = level
            $0.recordingTrouble = trouble
        }
    }

    private func run() {
        while !shared.withLock({ $0.isStopping }) {
            advance(to: clock.now, isStrict: true)
            let due = engine.withLock { $0?.model.next.due } ?? clock.now
            var poll = pollfd(fd: wakeUp.raw, events: Int16(POLLIN), revents: 0)
            // Rounded up: a wait that ends early would be a busy loop.
            let milliseconds = (due - clock.now).nanoseconds / 1_000_000 + 1
            if Glibc.poll(&poll, 1, Int32(clamping: max(0, milliseconds))) > 0 { wakeUp.drain() }
        }
    }
}
