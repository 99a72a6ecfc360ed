import MediaCore
import Rig
import Testing

@Suite("Levels and silences")
struct LevelTests {
    @Test("A sine of a quarter of full scale has −15.05 dB RMS and −12.04 dB peak")
    func sine() throws {
        let level = Sound(samples: Tone.sine(500, seconds: 1)).level()
        #expect(abs(try #require(level.rmsDecibels) + 15.05) < 0.01)
        #expect(abs(try #require(level.peakDecibels) + 12.04) < 0.01)
    }

    @Test("Digital silence has no decibels, and nothing has none either")
    func silence() {
        #expect(Sound(samples: Tone.silence(seconds: 0.1)).level().rmsDecibels == nil)
        #expect(Sound(samples: []).level().peakDecibels == nil)
        #expect(Sound(samples: [.min]).level().peak >= 1)
    }

    @Test("A volume that was not lowered is caught: 6 dB are 6 dB")
    func lower() throws {
        let sound = Sound(samples: Tone.sine(500, seconds: 1) + Tone.sine(500, seconds: 1, amplitude: 0.125))
        let first = try #require(sound.level(in: 0..<48_000).rmsDecibels)
        let second = try #require(sound.level(in: 48_000..<96_000).rmsDecibels)
        #expect(abs(first - second - 6.02) < 0.01)
    }

    @Test("Ranges beyond the recording are cut to it")
    func clamped() {
        let sound = Sound(samples: Tone.sine(500, seconds: 0.1))
        #expect(sound.level(in: 4_000..<900_000).peak > 0.2)
        #expect(sound.level(in: 900_000..<900_010).peak == 0)
    }

    @Test("A silence is a run of faint samples, and only a long one")
    func silences() {
        let sound = Sound(
            samples: Tone.sine(500, seconds: 0.5) + Tone.noisy(Tone.silence(seconds: 0.3), rms: 0.0001)
                + Tone.sine(500, seconds: 0.5) + Tone.silence(seconds: 0.05))
        let silences = sound.silences(longerThan: .milliseconds(100))
        #expect(silences.count == 1)
        #expect(
            abs((silences.first?.lowerBound ?? 0) - 24_000) < 10 && abs((silences.first?.upperBound ?? 0) - 38_400) < 10
        )
        #expect(sound.silences(longerThan: .milliseconds(20)).count == 2)
        #expect(sound.silences(longerThan: .milliseconds(400)).isEmpty)
    }

    @Test("What lies between two times is found by the device's reports")
    func times() {
        let sound = Sound(samples: Tone.silence(seconds: 1), reports: [(0, HostTime(nanoseconds: 5_000_000_000))])
        let range = sound.samples(from: HostTime(nanoseconds: 5_250_000_000), to: HostTime(nanoseconds: 5_500_000_000))
        #expect(range == 12_000..<24_000)
    }
}
