import Foundation

/// A place where sound does not go on as it did.
package struct Break: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Samples of exactly zero: nobody wrote any.
        case zeros
        /// A tone that jumped: samples are missing or there twice. The jump in radians, −π…π; whole periods
        /// can't be seen.
        case phase(Double)
        /// One step that no tone around it makes.
        case click
    }

    package var kind: Kind
    package var frames: Range<Int>
}

extension Sound {
    /// The places where a tone has a hole or a jump. To be asked within a tone: silence is zeros too.
    ///
    /// Holes are found from a quarter of a millisecond on, jumps from 0.5 radians on (8 samples of 500 Hz
    /// at 48 kHz), within 10 ms, in tones of 200 Hz and more.
    package func gaps(in range: Range<Int>? = nil) -> [Break] {
        let zeros = runs(in: range, of: max(4, rate / 4_000)) { $0 == 0 }.map { Break(kind: .zeros, frames: $0) }
        return zeros.isEmpty ? jumps(in: range) : zeros
    }

    /// The jumps of a tone: its phase over windows of 5 ms follows a straight line; where it leaves that,
    /// the tone jumped.
    private func jumps(in range: Range<Int>?) -> [Break] {
        guard let pitch = pitch(in: range) else { return [] }
        let range = (range ?? whole).clamped(to: whole)
        let window = rate / 200
        let turn = 2 * Double.pi * pitch.hertz / Double(rate)
        let phases = stride(from: range.lowerBound, through: range.upperBound - window, by: window).map { start in
            var (real, imaginary) = (0.0, 0.0)
            for index in 0..<window {
                // Hann's window keeps the tone's mirror image out.
                let weight = 0.5 - 0.5 * cos(2 * Double.pi * (Double(index) + 0.5) / Double(window))
                let value = Double(samples[start + index]) * weight
                let angle = turn * Double(start + index - range.lowerBound)
                real += value * cos(angle)
                imaginary -= value * sin(angle)
            }
            return atan2(imaginary, real)
        }
        // A window that a jump falls in is neither as before nor as after: the windows around it are
        // compared.
        let steps = zip(phases, phases.dropFirst(2)).map { remainder($1 - $0, 2 * .pi) }
        guard !steps.isEmpty else { return [] }
        // The pitch is a mean over the jump, too: its error is common to all steps.
        let usual = steps.sorted()[steps.count / 2]
        var breaks: [Break] = []
        var index = 0
        while index < steps.count {
            let step = remainder(steps[index] - usual, 2 * .pi)
            if abs(step) > 0.5 {
                let start = range.lowerBound + index * window
                breaks.append(Break(kind: .phase(step), frames: start..<start + 3 * window))
                index += 3
            } else {
                index += 1
            }
        }
        return breaks
    }

    /// The places where the wave makes a step that those of 20 ms around it do not make.
    ///
    /// In silence everything over −50 dB is a click; in a tone, a step that changes the slope twelve times
    /// as much as usual there. The hard start of a tone is one, too.
    package func clicks(in range: Range<Int>? = nil) -> [Break] {
        let range = (range ?? whole).clamped(to: whole)
        let window = rate / 50
        let floor = Double(Int32.max) * 0.00316
        var clicks: [Break] = []
        for start in stride(from: range.lowerBound, to: range.upperBound - 2, by: window) {
            let end = min(start + window, range.upperBound - 2)
            let bends = (start..<end).map { (index: Int) -> Double in
                let (before, at, after) = (
                    Double(samples[index]), Double(samples[index + 1]), Double(samples[index + 2])
                )
                return abs(before - 2 * at + after)
            }
            let usual = bends.sorted()[bends.count / 2]
            let limit = max(floor, 12 * usual)
            for (offset, bend) in bends.enumerated() where bend > limit {
                let at = start + offset + 1
                if let last = clicks.last, at - last.frames.upperBound < rate / 1_000 {
                    clicks[clicks.count - 1].frames = last.frames.lowerBound..<at + 1
                } else {
                    clicks.append(Break(kind: .click, frames: at..<at + 1))
                }
            }
        }
        return clicks
    }
}
