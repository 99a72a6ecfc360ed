import MediaCore

/// A sound card as a value: a sample clock of its own, a buffer that it drains, and faults.
///
/// Every fact is a function of host time, so a run is the same each time.
package struct AudioDeviceModel: Sendable, Hashable {
    package struct Configuration: Sendable, Hashable {
        package var format: AudioFormat
        /// How much faster the card's crystal runs than the host's clock, in parts per million.
        package var skewPartsPerMillion: Double
        /// The length of a period, in frames: how often the card asks for sound. By default no more often than a screen
        /// asks for pictures, as nobody hears it.
        package var periodFrames: Int
        package var bufferFrames: Int
        /// The delay from start (or plug) until the first frame is heard, beyond the buffer itself.
        package var startDelay: Duration

        package init(
            format: AudioFormat = .standard, skewPartsPerMillion: Double = 0, periodFrames: Int = 800,
            bufferFrames: Int = 2_400, startDelay: Duration = .zero
        ) {
            self.format = format
            self.skewPartsPerMillion = min(max(skewPartsPerMillion, -500_000), 500_000)
            self.periodFrames = min(max(periodFrames, 16), 1 << 16)
            self.bufferFrames = min(max(bufferFrames, self.periodFrames), 1 << 20)
            self.startDelay = max(startDelay, .zero)
        }
    }

    /// One period that the renderer is asked for.
    package struct Request: Sendable, Hashable {
        /// The time at which its first frame is heard, or would be if there were a card.
        package var presentation: HostTime
        /// The time at which the card has room for it and asks for it.
        package var due: HostTime
        /// Whether it is heard: while unplugged it goes to nothing.
        package var isHeard: Bool
    }

    package let configuration: Configuration
    package private(set) var isPlugged = true
    package private(set) var underruns: UInt64 = 0

    /// The time at which frame 0 of the present run is heard, and how many frames were given to it.
    private var origin: HostTime
    private var given: Int64 = 0

    package init(_ configuration: Configuration, startedAt time: HostTime) {
        self.configuration = configuration
        origin = time + configuration.startDelay + Self.duration(configuration, configuration.bufferFrames)
    }

    package var next: Request {
        let presentation = self.presentation
        return Request(
            presentation: presentation,
            due: presentation - Self.duration(configuration, configuration.bufferFrames), isHeard: isPlugged)
    }

    /// Notes that the period of `next` was rendered.
    package mutating func take() {
        given += Int64(configuration.periodFrames)
    }

    /// Lets the card run dry: it plays what it has and then nothing for `gap`.
    package mutating func runDry(for gap: Duration) {
        guard isPlugged else { return }
        underruns += 1
        begin(at: presentation + max(gap, .zero))
    }

    /// Removes the card: what it had and was not heard by `time` never is. Periods are asked for at
    /// the host clock's pace.
    package mutating func unplug(at time: HostTime) {
        guard isPlugged else { return }
        isPlugged = false
        restart(at: time)
    }

    package mutating func plug(at time: HostTime) {
        guard !isPlugged else { return }
        isPlugged = true
        restart(at: time + configuration.startDelay)
    }

    private mutating func restart(at time: HostTime) {
        begin(at: time + Self.duration(configuration, configuration.bufferFrames))
    }

    private mutating func begin(at time: HostTime) {
        origin = time
        given = 0
    }

    private var presentation: HostTime {
        origin + (isPlugged ? Self.duration(configuration, given) : configuration.format.duration(frames: Int(given)))
    }

    /// The duration of frames by the card's own clock.
    private static func duration(_ configuration: Configuration, _ frames: some BinaryInteger) -> Duration {
        let rate = Double(max(1, configuration.format.sampleRate)) * (1 + configuration.skewPartsPerMillion / 1e6)
        return .nanoseconds(Int64(saturating: Double(frames) * 1e9 / rate))
    }
}
