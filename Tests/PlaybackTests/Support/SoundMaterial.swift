import Foundation

/// Sounds of a kind that television is made of, as functions of the frame's number at 48 kHz: the same each time.
enum SoundMaterial: String, CaseIterable, Sendable, CustomStringConvertible {
    /// 440 Hz.
    case tone
    /// The origin's: 100 ms of 500 Hz in each second of silence.
    case beeps
    /// A deep voice: pulses of 95…125 Hz through a throat, in syllables, with pauses.
    case voice
    /// Noise in syllables: applause, rain, consonants.
    case noise
    /// Chords that ring out, a bass, and a drum twice a second.
    case music

    var description: String { rawValue }

    /// Left and right.
    var samples: @Sendable (Int) -> (Float, Float) {
        switch self {
        case .tone: { frame in Self.both(0.5 * sin(440 * Self.angle(frame))) }
        case .beeps: { frame in Self.both(Self.beep(frame)) }
        case .voice: { frame in Self.both(Self.voice(frame)) }
        case .noise:
            { frame in
                let loudness = Float(Self.syllable(frame))
                return (Float(Self.random(frame, 1)) * loudness * 0.4, Float(Self.random(frame, 2)) * loudness * 0.4)
            }
        case .music: { frame in Self.music(frame) }
        }
    }

    private static func both(_ value: Double) -> (Float, Float) { (Float(value), Float(value)) }

    private static func angle(_ frame: Int) -> Double { 2 * .pi * Double(frame) / 48_000 }

    /// −1…1 by the number alone.
    private static func random(_ number: Int, _ salt: UInt64) -> Double {
        var value = UInt64(truncatingIfNeeded: number) &+ salt &* 0x9e37_79b9_7f4a_7c15
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return Double((value ^ (value >> 31)) >> 11) / Double(1 << 52) - 1
    }

    private static func beep(_ frame: Int) -> Double {
        let place = frame % 48_000
        guard place < 4800 else { return 0 }
        return 0.25 * min(1, Double(min(place, 4799 - place)) / 192) * sin(500 * angle(place))
    }

    /// Four in a second, of which each fifth is a pause.
    private static func syllable(_ frame: Int) -> Double {
        let number = frame / 12_000
        guard number % 5 != 4 else { return 0 }
        let rise = sin(.pi * Double(frame % 12_000) / 12_000)
        return rise * rise * (0.6 + 0.4 * abs(random(number, 3)))
    }

    private static func voice(_ frame: Int) -> Double {
        // Its melody is a slow swing; its phase the integral of that.
        let seconds = Double(frame) / 48_000
        let turns = 110 * seconds + 15 / (2 * .pi * 0.7) * (1 - cos(2 * .pi * 0.7 * seconds))
        var value = 0.0
        for harmonic in 1...24 {
            let hertz = Double(harmonic) * 110
            let throat =
                exp(-pow((hertz - 600) / 350, 2)) + 0.6 * exp(-pow((hertz - 1500) / 400, 2)) + 0.15 / Double(harmonic)
            value += throat * sin(2 * .pi * turns * Double(harmonic) + Double(harmonic * harmonic))
        }
        return syllable(frame) * (0.12 * value + 0.01 * random(frame, 4))
    }

    private static func music(_ frame: Int) -> (Float, Float) {
        let chords = [
            [220, 277.18, 329.63], [196, 246.94, 293.66], [174.61, 220, 261.63], [164.81, 207.65, 246.94],
        ]
        let chord = chords[frame / 48_000 % chords.count]
        let age = Double(frame % 48_000) / 48_000
        var (left, right) = (0.0, 0.0)
        for (index, hertz) in chord.enumerated() {
            let value = 0.12 * exp(-1.5 * age) * (sin(hertz * angle(frame)) + 0.4 * sin(2 * hertz * angle(frame)))
            left += value * (index == 0 ? 1 : 0.6)
            right += value * (index == 2 ? 1 : 0.6)
        }
        let bass = 0.15 * sin(chord[0] / 4 * angle(frame))
        let drum = 0.3 * exp(-Double(frame % 24_000) / 1500) * random(frame, 5)
        return (Float(left + bass + drum), Float(right + bass + drum))
    }
}
