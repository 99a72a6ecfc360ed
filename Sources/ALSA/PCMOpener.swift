import Base
import Devices
import Glibc
import MediaCore
import Synchronization

/// Does the work of `hearth-alsa`: whatever may block or allocate, so that the audio thread need
/// not.
struct PCMOpener {
    private let configuration: ALSASink.Configuration
    private let mailbox: SinkMailbox
    private let events: AsyncStream<AudioSinkEvent>.Continuation

    /// The device that the audio thread has, with the name that was asked for.
    private var given: (name: String, PCMConfiguration)?
    private var announced = Announced.nothing
    private var startsSeen: UInt64 = 0
    private var underrunsSeen: UInt64 = 0

    private enum Announced { case nothing, playing, lost }

    init(
        _ configuration: ALSASink.Configuration, mailbox: SinkMailbox,
        events: AsyncStream<AudioSinkEvent>.Continuation
    ) {
        self.configuration = configuration
        self.mailbox = mailbox
        self.events = events
    }

    mutating func run() {
        while !mailbox.isStopping {
            tell()
            if let lost = mailbox.takeReturned() {
                given = nil
                announceLoss(
                    "\(lost.name): \(String(cString: strerror(mailbox.lostErrno.load(ordering: .relaxed))))")
                // The dead device is closed at the end of this block: a try at once would find the
                // card half gone.
            } else if given == nil {
                open()
            }
            wait()
        }
        _ = mailbox.takeOffered()
        _ = mailbox.takeReturned()
    }

    private mutating func open() {
        do {
            let device = try ALSAPCM(
                opening: configuration.device, period: configuration.period, buffer: configuration.buffer)
            given = (device.name, device.configuration)
            mailbox.offer(device)
        } catch {
            announceLoss(error.description)
        }
    }

    /// Reports what the audio thread has counted.
    private mutating func tell() {
        let starts = mailbox.starts.load(ordering: .relaxed)
        if starts != startsSeen, let (name, opened) = given {
            startsSeen = starts
            if announced == .lost { events.yield(.deviceBack(name)) }
            if announced != .playing {
                announced = .playing
                let format = AudioFormat(sampleRate: opened.sampleRate, channels: opened.channels)
                events.yield(
                    .started(device: name, format, latency: format.duration(frames: opened.bufferFrames)))
            }
        }
        let underruns = mailbox.underruns.load(ordering: .relaxed)
        if underruns != underrunsSeen {
            underrunsSeen = underruns
            events.yield(.underrun(total: underruns))
        }
    }

    private mutating func announceLoss(_ reason: String) {
        if announced == .lost { return }
        announced = .lost
        events.yield(.deviceLost(reason))
    }

    private func wait() {
        var poll = pollfd(fd: mailbox.changed.raw, events: Int16(POLLIN), revents: 0)
        let milliseconds = given == nil ? Int32(clamping: configuration.retry.nanoseconds / 1_000_000) : -1
        if Glibc.poll(&poll, 1, milliseconds) > 0 { mailbox.changed.drain() }
    }
}
