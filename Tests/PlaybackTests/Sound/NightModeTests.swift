import Glibc
import MediaCore
import Testing

@testable import Playback

@Suite("Night mode")
struct NightModeTests {
    /// A stereo tone of 1 kHz.
    private func tone(_ amplitude: Float, milliseconds: Int) -> [Float] {
        (0..<milliseconds * 48).flatMap { frame -> [Float] in
            let value = amplitude * sinf(2 * .pi * 1000 * Float(frame) / 48_000)
            return [value, value]
        }
    }

    private func play(_ samples: [Float], _ night: inout NightMode, isOn: Bool = true) -> [Float] {
        var samples = samples
        samples.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            night.apply(to: base, frames: buffer.count / 2, channels: 2, isOn: isOn)
        }
        return samples
    }

    private func decibels(_ samples: ArraySlice<Float>) -> Float {
        20 * log10f(samples.map(abs).max() ?? 0)
    }

    @Test(
        "quiet and loud come nearer to each other, and what is between stays",
        arguments: [
            (Float(0), Float(-7.7)), (-14, 0), (-24, 5.5), (-34, 11), (-45, 12), (-60, 6), (-70, 0), (-90, 0),
        ])
    func curve(level: Float, gain: Float) {
        #expect(abs(NightMode.gain(at: level) - gain) < 0.05)
        var night = NightMode()
        let heard = play(tone(powf(10, level / 20), milliseconds: 1000), &night)
        guard level > -80 else { return }
        #expect(abs(decibels(heard.suffix(9600)) - level - gain) < 0.3)
    }

    @Test("no order of loudness is turned round")
    func order() {
        let levels = (0...90).map { -Float($0) }
        let heard = levels.map { $0 + NightMode.gain(at: $0) }
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 >= $1 })
    }

    @Test("switching it, and a bang after silence, make no step")
    func steps() {
        var night = NightMode()
        var heard: [Float] = []
        for (amplitude, isOn) in [(Float(0.05), false), (0.05, true), (0.9, true), (0.02, true), (0.02, false)] {
            heard += play(tone(amplitude, milliseconds: 400), &night, isOn: isOn)
        }
        // The largest step of a tone of 1 kHz is 0.13 of its amplitude.
        let left = stride(from: 0, to: heard.count, by: 2).map { heard[$0] }
        let largest = zip(left, left.dropFirst()).map { abs($0 - $1) }.max() ?? 1
        #expect(largest < 0.3)
        // The bang is held within a millisecond.
        #expect((left[(800 * 48 + 48)...].map(abs).max() ?? 9) < 1)
        #expect(night.gain == 1 && night.isIdle(isOn: false))
    }

    @Test("off, samples are as they were, and silence stays silence")
    func off() {
        var night = NightMode()
        let samples = tone(0.5, milliseconds: 50)
        #expect(play(samples, &night, isOn: false) == samples)
        #expect(play([Float](repeating: 0, count: 9600), &night).allSatisfy { $0 == 0 })
    }
}
