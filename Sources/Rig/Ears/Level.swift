import Foundation
import MediaCore

/// The loudness of a piece of sound. Decibels are below full scale: a full square wave has 0 dB RMS, a
/// full sine −3.01 dB.
package struct Level: Sendable, Hashable {
    /// The RMS and the peak in parts of full scale, 0…1.
    package var rms: Double
    package var peak: Double

    package init(rms: Double, peak: Double) {
        self.rms = rms
        self.peak = peak
    }

    /// The RMS in decibels; nil: digital silence.
    package var rmsDecibels: Double? { Self.decibels(rms) }
    package var peakDecibels: Double? { Self.decibels(peak) }

    private static func decibels(_ level: Double) -> Double? { level > 0 ? 20 * log10(level) : nil }
}

extension Sound {
    /// The range of all samples. Ranges in the verbs of sound are parts of it, and clamped to it.
    package var whole: Range<Int> { 0..<samples.count }

    /// The samples between two times, as far as they were recorded.
    package func samples(from start: HostTime, to end: HostTime) -> Range<Int> {
        let first = sample(at: start)
        return first..<max(first, sample(at: end))
    }

    package func level(in range: Range<Int>? = nil) -> Level {
        let range = (range ?? whole).clamped(to: whole)
        guard !range.isEmpty else { return Level(rms: 0, peak: 0) }
        var (squares, peak) = (0.0, UInt32(0))
        samples.withUnsafeBufferPointer { samples in
            for index in range {
                let sample = Double(samples[index])
                squares += sample * sample
                peak = max(peak, samples[index].magnitude)
            }
        }
        let full = Double(Int32.max)
        return Level(rms: (squares / Double(range.count)).squareRoot() / full, peak: Double(peak) / full)
    }

    /// The longest runs of samples with a property, of at least `count` samples.
    func runs(in range: Range<Int>?, of count: Int, where holds: (Int32) -> Bool) -> [Range<Int>] {
        let range = (range ?? whole).clamped(to: whole)
        var runs: [Range<Int>] = []
        samples.withUnsafeBufferPointer { samples in
            var start = range.lowerBound
            for index in range where !holds(samples[index]) {
                if index - start >= max(count, 1) { runs.append(start..<index) }
                start = index + 1
            }
            if range.upperBound - start >= max(count, 1) { runs.append(start..<range.upperBound) }
        }
        return runs
    }
}
