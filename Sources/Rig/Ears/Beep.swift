/// One beep in a recording of 48 kHz.
package struct Beep: Sendable, Hashable {
    package static let sampleRate = 48_000

    package var frames: Range<Int>
    /// Of its middle, within 5 Hz where it lasts 50 ms or more.
    package var hertz: Int
    /// Of full scale, 0…1.
    package var peak: Double

    /// The beeps louder than −46 dB below full scale, in order. Shorter ones than 20 ms are left out:
    /// nothing can be said of their pitch.
    package static func all(in samples: [Int32]) -> [Beep] {
        // Longer than half a period of the lowest tone, so that its zero crossings do not count as silence.
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
        hertz = Int((Double(crossings.count - 1) * Double(Self.sampleRate) / (last - first)).rounded())
    }
}
