import MediaCore

/// The format and buffer sizes that a PCM was opened with.
package struct PCMConfiguration: Sendable, Hashable {
    package var sampleFormat: SampleFormat
    package var channels: Int
    package var sampleRate: Int
    package var periodFrames: Int
    package var bufferFrames: Int

    package init(
        sampleFormat: SampleFormat, channels: Int, sampleRate: Int, periodFrames: Int, bufferFrames: Int
    ) {
        self.sampleFormat = sampleFormat
        self.channels = channels
        self.sampleRate = sampleRate
        self.periodFrames = periodFrames
        self.bufferFrames = bufferFrames
    }

    /// The format that the renderer is asked for: always two channels, at the card's rate.
    package var rendered: AudioFormat { AudioFormat(sampleRate: sampleRate, channels: 2) }
}

/// The formats that a card supports, as far as they matter to the choice.
package struct PCMCapabilities: Sendable, Hashable {
    package var formats: Set<SampleFormat>
    package var channels: ClosedRange<Int>
    package var sampleRates: ClosedRange<Int>

    package init(formats: Set<SampleFormat>, channels: ClosedRange<Int>, sampleRates: ClosedRange<Int>) {
        self.formats = formats
        self.channels = channels
        self.sampleRates = sampleRates
    }

    /// The most precise sample format; nil when there is none that we can write.
    package var preferredFormat: SampleFormat? {
        [.signed32, .float32, .signed16].first(where: formats.contains)
    }

    /// The channel count to use: two, or the next more, or else as many as there are.
    package var preferredChannels: Int {
        channels.contains(2) ? 2 : max(1, channels.lowerBound > 2 ? channels.lowerBound : channels.upperBound)
    }

    /// The sample rate to use: 48 kHz, or 44.1 kHz, or what is nearest to 48 kHz.
    package var preferredSampleRate: Int {
        [48_000, 44_100].first(where: sampleRates.contains)
            ?? min(max(48_000, sampleRates.lowerBound), sampleRates.upperBound)
    }
}
