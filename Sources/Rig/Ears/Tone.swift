import Foundation
import MediaCore

extension Sound {
    /// The loudness of a tone, window by window, of 20 ms with the next 2.5 ms later. Tones 100 Hz away and
    /// further, as the origin's channels have them, count for nothing.
    ///
    /// - Returns: the sample in each window's middle, and the tone's amplitude there, of full scale
    package func tone(_ hertz: Int, in range: Range<Int>? = nil) -> [(sample: Int, amplitude: Double)] {
        let range = (range ?? whole).clamped(to: whole)
        let length = rate / 50
        guard length > 0, range.count >= length else { return [] }
        let turn = 2 * Double.pi * Double(hertz) / Double(rate)
        // Hann's window, whose first zero is two lines away: 100 Hz for 20 ms.
        let weights = (0..<length).map { 0.5 - 0.5 * cos(2 * Double.pi * (Double($0) + 0.5) / Double(length)) }
        let waves = (0..<length).map { (cos(turn * Double($0)), sin(turn * Double($0))) }
        return stride(from: range.lowerBound, through: range.upperBound - length, by: max(1, rate / 400)).map { start in
            var (real, imaginary) = (0.0, 0.0)
            for index in 0..<length {
                let value = Double(samples[start + index]) / Double(Int32.max) * weights[index]
                real += value * waves[index].0
                imaginary -= value * waves[index].1
            }
            // The window's mean is a half, and a sine has half of its amplitude on this side.
            return (start + length / 2, 4 * (real * real + imaginary * imaginary).squareRoot() / Double(length))
        }
    }

    /// The time when a tone was last at more than `level` of full scale; nil if never.
    ///
    /// - Parameter other: a tone that must be fainter: where it begins or ends, it sounds like many
    package func last(_ hertz: Int, above level: Double, over other: Int? = nil, in range: Range<Int>? = nil)
        -> HostTime?
    {
        let windows = tone(hertz, in: range)
        let others = other.map { tone($0, in: range).map(\.amplitude) }
        let last = windows.indices.last { windows[$0].amplitude > max(level, others?[$0] ?? 0) }
        return last.map { time(of: windows[$0].sample) }
    }
}
