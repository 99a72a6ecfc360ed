import MediaCore
import Rig
import Testing

@Suite("Beeps")
struct BeepTests {
    @Test("A beep's start is known within 0.2 ms, wherever it begins", arguments: [4_800, 5_001, 5_123, 5_239])
    func onset(start: Int) throws {
        let samples =
            [Int32](repeating: 0, count: start) + Tone.sine(600, seconds: 0.1, phase: 0.7) + Tone.silence(seconds: 0.2)
        let beep = try #require(Beep.all(in: samples).first)
        #expect(abs(beep.frames.lowerBound - start) <= 10, "\(beep)")
        #expect(abs(beep.frames.upperBound - start - 4_800) <= 10, "\(beep)")
        #expect(beep.hertz == 600)
    }

    @Test("Noise 40 dB below it moves it by less than 0.2 ms")
    func noisy() throws {
        let clean = Tone.silence(seconds: 0.1) + Tone.sine(500, seconds: 0.1) + Tone.silence(seconds: 0.1)
        // Below the threshold of −46 dB of full scale.
        let beep = try #require(Beep.all(in: Tone.noisy(clean, rms: 0.0018)).first)
        #expect(abs(beep.frames.lowerBound - 4_800) <= 10, "\(beep)")
    }

    @Test("Of a beep that is faded in, the start is the fade's middle")
    func fade() throws {
        let samples =
            Tone.silence(seconds: 0.1) + Tone.fadedIn(Tone.sine(500, seconds: 0.1), over: 0.01)
            + Tone.silence(seconds: 0.1)
        let beep = try #require(Beep.all(in: samples).first)
        #expect(abs(beep.frames.lowerBound - 5_040) <= 24, "\(beep)")
    }

    @Test("Beeps a second apart are a regular train, and one that is late by 5 ms is told")
    func train() throws {
        let second = Tone.sine(500, seconds: 0.1) + Tone.silence(seconds: 0.9)
        let regular = Tone.silence(seconds: 0.3) + second + second + second
        let train = BeepTrain(Beep.all(in: regular))
        #expect(train.intervals.count == 2)
        #expect(try #require(train.deviation) <= .microseconds(200))
        let late = Tone.silence(seconds: 0.3) + second + Tone.silence(seconds: 0.005) + second + second
        let lateTrain = BeepTrain(Beep.all(in: late))
        #expect(abs(try #require(lateTrain.deviation) / .milliseconds(1) - 5) < 0.3)
        #expect(BeepTrain([]).deviation == nil)
    }

    @Test("A beep that the recording cuts off begins or ends with it")
    func cut() throws {
        let beeps = Beep.all(
            in: Tone.sine(500, seconds: 0.1) + Tone.silence(seconds: 0.5) + Tone.sine(500, seconds: 0.1))
        #expect(beeps.count == 2)
        #expect(beeps.first?.frames.lowerBound == 0)
        #expect(beeps.last?.frames.upperBound == 33_600)
    }
}
