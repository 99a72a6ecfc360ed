import MediaCore
import Rig
import Testing

@Suite("Pitch")
struct PitchTests {
    @Test(
        "Over 100 ms a tone's pitch is right within 0.1 Hz", arguments: [120.0, 500, 503.7, 600, 997.3, 1_100, 3_456.7])
    func clean(hertz: Double) throws {
        let pitch = try #require(Sound(samples: Tone.sine(hertz, seconds: 0.1, phase: 1)).pitch())
        #expect(abs(pitch.hertz - hertz) < 0.1, "\(pitch)")
        #expect(pitch.purity > 0.98)
    }

    @Test("Noise 20 dB below the tone costs less than 1 Hz")
    func noisy() throws {
        let samples = Tone.noisy(Tone.sine(700, seconds: 0.1), rms: 0.25 / 2.0.squareRoot() / 10)
        let pitch = try #require(Sound(samples: samples).pitch())
        #expect(abs(pitch.hertz - 700) < 1, "\(pitch)")
    }

    @Test("A longer tone is known better: a thousandth off is seen in a second")
    func long() throws {
        let pitch = try #require(Sound(samples: Tone.noisy(Tone.sine(500.5, seconds: 1), rms: 0.01)).pitch())
        #expect(abs(pitch.hertz - 500.5) < 0.02, "\(pitch)")
    }

    @Test("Harmonics, a constant offset and a fade do not move it")
    func impure() throws {
        let tone = zip(Tone.sine(500, seconds: 0.2), Tone.sine(1_000, seconds: 0.2, amplitude: 0.1)).map {
            $0 + $1 + 100_000_000
        }
        let pitch = try #require(Sound(samples: Tone.fadedIn(tone, over: 0.02)).pitch())
        #expect(abs(pitch.hertz - 500) < 0.5, "\(pitch)")
    }

    @Test("Silence, noise and too short a piece have no pitch")
    func none() {
        #expect(Sound(samples: Tone.silence(seconds: 0.2)).pitch() == nil)
        #expect(Sound(samples: Tone.noisy(Tone.silence(seconds: 0.2), rms: 0.2)).pitch() == nil)
        #expect(Sound(samples: Tone.sine(500, seconds: 0.01)).pitch() == nil)
        #expect(Sound(samples: []).pitch() == nil)
    }
}
