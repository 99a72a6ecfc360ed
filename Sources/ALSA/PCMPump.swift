import Base
import CALSA  // an optimised build finds `timespec` in it
import Devices
import Glibc
import MediaCore
import Synchronization

/// Does the audio thread's work: carries out what `SinkState` decides. Confined to `hearth-audio`.
///
/// In steady state it allocates, locks and logs nothing: its memory comes with the device.
struct PCMPump: ~Copyable {
    private let mailbox: SinkMailbox
    private let renderer: any AudioRenderer
    private var state = SinkState()
    private var device: ALSAPCM?
    private var clock = DeviceClock(sampleRate: AudioFormat.standard.sampleRate)
    /// The number of frames given to the device since it was last primed.
    private var written: Int64 = 0
    private var position = ALSAPCM.Position(delay: 0, room: 0, time: .zero)

    /// The format that sets the pace without a device.
    private let idleFormat = AudioFormat.standard
    private let idleBuffer: UnsafeMutableBufferPointer<Float>
    private let idlePeriod: Duration
    private let idleLatency: Duration
    private var nextIdle: HostTime?

    /// The time before which the device may not be given more.
    private var earliest = HostTime.zero

    /// The number of waits without room after which the device counts as stuck: half a second.
    private static let waits = 5
    private static let waitMilliseconds: Int32 = 100

    init(
        mailbox: SinkMailbox, renderer: any AudioRenderer, idlePeriod: Duration, idleLatency: Duration
    ) {
        self.mailbox = mailbox
        self.renderer = renderer
        self.idlePeriod = idlePeriod
        self.idleLatency = idleLatency
        idleBuffer = .allocate(capacity: max(1, idleFormat.frames(in: idlePeriod)) * 2)
        idleBuffer.initialize(repeating: 0)
    }

    deinit {
        idleBuffer.deallocate()
    }

    /// Runs until the mailbox says stop; the device has then been released.
    mutating func run() {
        var action = SinkState.Action.idle
        while !mailbox.isStopping {
            let event: SinkState.Event
            switch action {
            case .idle:
                idle()
                event = adopt() ? .adopted : .idled
            case .prime:
                event = prime()
            case .play:
                event = play()
            case .surrender(let failure):
                if let lost = device.take() { mailbox.surrender(lost, errno: failure.errno) }
                event = .idled
            }
            action = state.handle(event)
            if mailbox.underruns.load(ordering: .relaxed) != state.underruns {
                mailbox.underruns.store(state.underruns, ordering: .relaxed)
                mailbox.changed.signal()
            }
        }
    }

    private mutating func adopt() -> Bool {
        guard device == nil, let offered = mailbox.takeOffered() else { return false }
        device = offered
        clock = DeviceClock(sampleRate: offered.configuration.sampleRate)
        return true
    }

    private mutating func prime() -> SinkState.Event {
        guard let device else { return .failed(.gone(errno: ENODEV)) }
        nextIdle = nil
        clock.restart()
        let result = device.prime(&written)
        if result != 0 { return .failed(PCMFailure(errno: result)) }
        mailbox.starts.add(1, ordering: .relaxed)
        mailbox.changed.signal()
        return .primed
    }

    private mutating func play() -> SinkState.Event {
        guard let device else { return .failed(.gone(errno: ENODEV)) }
        let frames = Int64(device.configuration.periodFrames)
        var waits = 0
        repeat {
            let waited = device.wait(milliseconds: Self.waitMilliseconds)
            if waited == ETIMEDOUT {
                waits += 1
                if waits == Self.waits || mailbox.isStopping { return .failed(.broken(errno: ETIMEDOUT)) }
            } else if waited != 0 {
                // The PCM's state tells more than `snd_pcm_wait`, which reports EIO for most things.
                let read = device.read(&position)
                return .failed(PCMFailure(errno: read != 0 ? read : waited))
            }
            let read = device.read(&position)
            if read != 0 { return .failed(PCMFailure(errno: read)) }
        } while position.room < frames

        restrain(device.configuration)
        clock.observe(frame: written - position.delay, at: position.time)
        let presentation = clock.time(ofFrame: written) ?? position.time
        renderer.render(
            into: device.rendered, format: device.configuration.rendered, presentation: presentation)
        let result = device.playRendered()
        if result != 0 { return .failed(PCMFailure(errno: result)) }
        written += frames
        mailbox.framesPlayed.add(UInt64(frames), ordering: .relaxed)
        mailbox.latencyNanoseconds.store(
            (presentation - position.time).nanoseconds, ordering: .relaxed)
        return .played
    }

    /// Waits where the device takes sound faster than it plays: one that takes everything at once
    /// (alsa-lib's `null`) would have this thread spin, and a real-time thread that spins takes a
    /// processor. A tenth faster than the sound is the limit.
    private mutating func restrain(_ configuration: PCMConfiguration) {
        let period = configuration.rendered.duration(frames: configuration.periodFrames)
        let buffer = configuration.rendered.duration(frames: configuration.bufferFrames)
        let now = MonotonicClock().now
        earliest = max(earliest + period * 9 / 10, now - buffer)
        if earliest > now { sleep(until: earliest) }
    }

    /// Renders one period into nothing, when it is due by the host's clock.
    private mutating func idle() {
        let now = MonotonicClock().now
        var due = nextIdle ?? now
        // After a sleep of the machine the missed periods are not made up for.
        if now - due > .seconds(1) { due = now }
        renderer.render(into: idleBuffer, format: idleFormat, presentation: due + idleLatency)
        nextIdle = due + idlePeriod
        sleep(until: due + idlePeriod)
    }

    private func sleep(until deadline: HostTime) {
        var time = timespec(
            tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
            tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }
}
