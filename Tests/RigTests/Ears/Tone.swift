import Foundation
import MediaCore
import Rig

/// Synthetic sounds at 48 kHz.
enum Tone {
    /// A sine of `amplitude` (of full scale), beginning at its zero.
    static func sine(_ hertz: Double, seconds: Double, amplitude: Double = 0.25, phase: Double = 0) -> [Int32] {
        (0..<Int(seconds * 48_000)).map { index in
            Int32(sin(2 * Double.pi * hertz * Double(index) / 48_000 + phase) * amplitude * Double(Int32.max))
        }
    }

    static func silence(seconds: Double) -> [Int32] { [Int32](repeating: 0, count: Int(seconds * 48_000)) }

    /// The samples with added white noise, the same at every run, of this RMS (of full scale).
    static func noisy(_ samples: [Int32], rms: Double) -> [Int32] {
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        return samples.map { sample in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Uniform in −1…1, whose RMS is 1/√3.
            let uniform = Double(Int64(bitPattern: state) >> 11) / Double(1 << 52)
            return Int32(clamping: Int64(Double(sample) + uniform * rms * 3.0.squareRoot() * Double(Int32.max)))
        }
    }

    /// The samples faded in over `fade` seconds.
    static func fadedIn(_ samples: [Int32], over fade: Double) -> [Int32] {
        samples.enumerated().map { index, sample in
            Int32(Double(sample) * min(1, Double(index) / (fade * 48_000)))
        }
    }
}
