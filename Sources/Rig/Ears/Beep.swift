import Foundation

/// One beep in a recording of 48 kHz.
package struct Beep: Sendable, Hashable {
    package static let sampleRate = 48_000

    /// The samples from where its envelope rises through half of its height to where it falls through it:
    /// for a tone that starts at once, within 0.2 ms; for one that is faded in, the middle of the fade.
    package var frames: Range<Int>
    /// The pitch of its middle, within 5 Hz where it lasts 50 ms or more.
    package var hertz: Int
    /// The peak in parts of full scale, 0…1.
    package var peak: Double

    /// The beeps louder than −46 dB below full scale, in order. Those shorter than 20 ms are left out:
    /// their pitch can't be told.
    package static func all(in samples: [Int32]) -> [Beep] {
        // The step is longer than half a period of the lowest tone, so that its zero crossings do not count
        // as silence.
        let step = sampleRate / 200
        var beeps: [Beep] = []
        var start: Int?
        for first in stride(from: 0, through: samples.count - samples.count % step, by: step) {
            let window = samples[first..<min(first + step, samples.count)]
            if window.contains(where: { $0.magnitude > threshold }) {
                start = start ?? first
            } else if let began = start {
                start = nil
                if first - began >= sampleRate / 50 { beeps.append(Beep(samples, began..<first)) }
            }
        }
        return beeps
    }

    private static let threshold = UInt32(Double(Int32.max) * 0.005)

    /// Measures a beep.
    /// - Parameter frames: to within 5 ms
    private init(_ samples: [Int32], _ frames: Range<Int>) {
        self.frames = frames
        let middle = samples[frames.lowerBound + Self.sampleRate / 125..<frames.upperBound - Self.sampleRate / 125]
        peak = Double(middle.map(\.magnitude).max() ?? 0) / Double(Int32.max)
        // Rising zero crossings, placed between the samples.
        var crossings: [Double] = []
        for index in middle.indices.dropFirst() where middle[index - 1] < 0 && middle[index] >= 0 {
            let (before, after) = (Double(middle[index - 1]), Double(middle[index]))
            crossings.append(Double(index) - after / (after - before))
        }
        guard let first = crossings.first, let last = crossings.last, last > first else {
            hertz = 0
            return
        }
        let pitch = Double(crossings.count - 1) * Double(Self.sampleRate) / (last - first)
        hertz = Int(pitch.rounded())
        self.frames = Self.edges(of: frames, pitch: pitch, in: samples)
    }

    /// The samples at which the envelope, smoothed over two periods, is half of what it is in the beep's
    /// middle. A hard edge passes through half exactly when the smoothing's middle passes it.
    private static func edges(of frames: Range<Int>, pitch: Double, in samples: [Int32]) -> Range<Int> {
        let length = Int((2 * Double(sampleRate) / pitch).rounded())
        let reach = length + sampleRate / 200
        let area = max(0, frames.lowerBound - reach)..<min(samples.count, frames.upperBound + reach)
        guard area.count > length else { return frames }
        let turn = 2 * Double.pi * pitch / Double(sampleRate)
        // Running sums of the tone, shifted to frequency zero.
        var sums: [(real: Double, imaginary: Double)] = [(0, 0)]
        sums.reserveCapacity(area.count + 1)
        for index in area {
            let (value, angle) = (Double(samples[index]), turn * Double(index - area.lowerBound))
            let last = sums[sums.count - 1]
            sums.append((last.real + value * cos(angle), last.imaginary + value * sin(angle)))
        }
        func envelope(_ middle: Int) -> Double {
            let from = min(max(middle - length / 2 - area.lowerBound, 0), sums.count - 1)
            let to = min(max(middle + length - length / 2 - area.lowerBound, 0), sums.count - 1)
            let (real, imaginary) = (sums[to].real - sums[from].real, sums[to].imaginary - sums[from].imaginary)
            return (real * real + imaginary * imaginary).squareRoot()
        }
        let half = envelope(frames.lowerBound + frames.count / 2) / 2
        let middle = frames.lowerBound + frames.count / 2
        let rise = (area.lowerBound..<middle).first { envelope($0) >= half } ?? frames.lowerBound
        let fall = (middle..<area.upperBound).first { envelope($0) < half } ?? frames.upperBound
        // A beep cut off by the recording's start began before.
        return
            (frames.lowerBound == 0 ? 0 : rise)..<max(
                rise + 1, frames.upperBound >= samples.count ? samples.count : fall)
    }
}
