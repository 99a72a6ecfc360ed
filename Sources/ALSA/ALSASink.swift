import Base
import CALSA
import Devices
import Glibc
import MediaCore
import Synchronization

/// Plays sound on a card through alsa-lib.
///
/// Two threads: `hearth-audio` renders and writes (real-time where allowed); `hearth-alsa` opens
/// cards, closes dead ones, retries once a second while there is none, and sends events.
package final class ALSASink: AudioSink {
    /// The version of the alsa-lib that was loaded.
    package static let version = snd_asoundlib_version().map { String(cString: $0) } ?? "unknown"

    package struct Configuration: Sendable, Hashable {
        /// The PCM's name in alsa-lib: `default`, `plughw:0,0`, `hdmi:CARD=vc4hdmi0`.
        package var device: String
        /// The length of a period: how often the card asks for sound.
        package var period: Duration
        /// The length of the buffer: the latency, and how late the thread may be.
        package var buffer: Duration
        /// The time between attempts to open an absent card.
        package var retry: Duration

        package init(
            device: String = "default", period: Duration = .milliseconds(10), buffer: Duration = .milliseconds(50),
            retry: Duration = .seconds(1)
        ) {
            self.device = device
            self.period = min(max(period, .milliseconds(1)), .milliseconds(200))
            self.buffer = min(max(buffer, self.period * 2), .seconds(2))
            self.retry = min(max(retry, .milliseconds(10)), .seconds(3600))
        }
    }

    package let events: AsyncStream<AudioSinkEvent>
    private let continuation: AsyncStream<AudioSinkEvent>.Continuation
    private let configuration: Configuration
    private let mailbox: SinkMailbox
    private let threads = Mutex(Threads())

    private struct Threads: ~Copyable {
        var audio: NamedThread?
        var opener: NamedThread?
    }

    package init(_ configuration: Configuration = Configuration()) throws {
        self.configuration = configuration
        mailbox = try SinkMailbox()
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    package var statistics: AudioSinkStatistics {
        var statistics = AudioSinkStatistics()
        statistics.framesPlayed = mailbox.framesPlayed.load(ordering: .relaxed)
        statistics.underruns = mailbox.underruns.load(ordering: .relaxed)
        statistics.latency = .nanoseconds(mailbox.latencyNanoseconds.load(ordering: .relaxed))
        return statistics
    }

    package func start(_ renderer: any AudioRenderer) throws {
        let configuration = configuration
        let mailbox = mailbox
        let continuation = continuation
        try threads.withLock { threads in
            guard threads.audio == nil, !mailbox.isStopping else { return }
            threads.opener = try NamedThread("hearth-alsa") {
                var opener = PCMOpener(configuration, mailbox: mailbox, events: continuation)
                opener.run()
            }
            threads.audio = try NamedThread("hearth-audio", scheduling: .realTime(priority: 60)) {
                var pump = PCMPump(
                    mailbox: mailbox, renderer: renderer, idlePeriod: configuration.period,
                    idleLatency: configuration.buffer)
                pump.run()
            }
        }
    }

    /// Stops the sink for good: it can't be started again.
    package func stop() {
        mailbox.stop()
        threads.withLock { threads in
            if let audio = threads.audio.take() { audio.join() }
            if let opener = threads.opener.take() { opener.join() }
        }
        continuation.finish()
    }
}
