import Foundation

/// The one tone of a piece of sound.
package struct Pitch: Sendable, Hashable {
    package var hertz: Double
    /// The tone's share of the sound's power, 0…1; the rest is noise and harmonics.
    package var purity: Double
}

extension Sound {
    /// The strongest tone of 50 to 4000 Hz; nil where none has half of the power, or in under 20 ms.
    ///
    /// Two steps: the strongest line of a windowed spectrum of 100 ms from the middle, then how much the
    /// tone's phase turns from the first half of the range to the second. Within 0.1 Hz over 100 ms of a
    /// steady tone, within 1 Hz with noise 20 dB below it; over 20 ms five times that.
    package func pitch(in range: Range<Int>? = nil) -> Pitch? {
        var range = (range ?? whole).clamped(to: whole)
        // A second is enough, and phases over longer could turn by more than half a circle unseen.
        if range.count > rate { range = Self.middle(range, rate) }
        guard range.count >= rate / 50 else { return nil }
        let coarse = Self.middle(range, rate / 10)
        let spectrum = Windowed(self, coarse)
        let step = Double(rate) / Double(coarse.count) / 2
        let lines = stride(from: 50, through: min(4000, Double(rate) / 2 - step), by: step)
        let powers = lines.map { (hertz: $0, power: spectrum.power(at: $0)) }
        guard var hertz = powers.max(by: { $0.power < $1.power })?.hertz else { return nil }
        // From the finest step on, the halves are far enough apart to be exact and near enough to be
        // unambiguous.
        var piece = coarse
        while true {
            hertz += Self.correction(of: hertz, in: piece, of: self)
            guard piece.count < range.count else { break }
            piece = Self.middle(range, piece.count * 2)
        }
        let tone = Windowed(self, piece)
        guard tone.meanPower > 0 else { return nil }
        let purity = min(1, tone.power(at: hertz) / tone.meanPower)
        return purity >= 0.5 ? Pitch(hertz: hertz, purity: purity) : nil
    }

    private static func middle(_ range: Range<Int>, _ count: Int) -> Range<Int> {
        let kept = min(count, range.count)
        let start = range.lowerBound + (range.count - kept) / 2
        return start..<start + kept
    }

    /// The correction of a tone near `hertz`, from its phase in the two halves of `range`.
    private static func correction(of hertz: Double, in range: Range<Int>, of sound: Sound) -> Double {
        let half = range.count / 2
        let first = Windowed(sound, range.lowerBound..<range.lowerBound + half).spectrum(at: hertz)
        let second = Windowed(sound, range.lowerBound + half..<range.lowerBound + 2 * half).spectrum(at: hertz)
        let expected = 2 * Double.pi * hertz * Double(half) / Double(sound.rate)
        let turned = atan2(second.imaginary, second.real) - atan2(first.imaginary, first.real) - expected
        return remainder(turned, 2 * .pi) / (2 * .pi) * Double(sound.rate) / Double(half)
    }
}

/// A piece of sound under a Hann window, without its mean, in parts of full scale.
private struct Windowed {
    private let values: [Double]
    private let rate: Double
    /// The mean power; a half for a sine of amplitude 1.
    let meanPower: Double

    init(_ sound: Sound, _ range: Range<Int>) {
        rate = Double(sound.rate)
        let piece = sound.samples[range].map { Double($0) / Double(Int32.max) }
        let mean = piece.reduce(0, +) / Double(max(piece.count, 1))
        let turn = 2 * Double.pi / Double(max(piece.count, 1))
        values = piece.indices.map { (piece[$0] - mean) * (0.5 - 0.5 * cos(turn * (Double($0) + 0.5))) }
        // The window's mean square is 3/8.
        meanPower = values.reduce(0) { $0 + $1 * $1 } / Double(max(values.count, 1)) / 0.375
    }

    /// The spectral line at a frequency, by Goertzel's recurrence, with the phase as of the first sample.
    func spectrum(at hertz: Double) -> (real: Double, imaginary: Double) {
        let angle = 2 * Double.pi * hertz / rate
        let factor = 2 * cos(angle)
        var (last, beforeLast) = (0.0, 0.0)
        values.withUnsafeBufferPointer { values in
            for index in 0..<values.count {
                let next = values[index] + factor * last - beforeLast
                beforeLast = last
                last = next
            }
        }
        // The recurrence gives the phase of the last sample: it is turned back to the first.
        let (real, imaginary) = (last - beforeLast * cos(angle), beforeLast * sin(angle))
        let back = -angle * Double(values.count - 1)
        return (real * cos(back) - imaginary * sin(back), real * sin(back) + imaginary * cos(back))
    }

    /// The power of the tone at `hertz`, in the units of `meanPower`.
    func power(at hertz: Double) -> Double {
        let (real, imaginary) = spectrum(at: hertz)
        // The window's mean is a half.
        let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / (0.5 * Double(max(values.count, 1)))
        return amplitude * amplitude / 2
    }
}
