import MediaCore
import Rig
import Testing

@Suite("Breaks in sound")
struct BreakTests {
    private let tone = Tone.sine(700, seconds: 0.4)

    @Test("A whole tone has none, also a noisy one")
    func whole() {
        #expect(Sound(samples: tone).gaps().isEmpty)
        #expect(Sound(samples: tone).clicks(in: 0..<19_200).isEmpty)
        let noisy = Sound(samples: Tone.noisy(tone, rms: 0.01))
        #expect(noisy.gaps().isEmpty)
        #expect(noisy.clicks().isEmpty)
    }

    @Test("A hole of zeros in a tone is found where it is")
    func hole() {
        var samples = tone
        for index in 9_000..<9_240 { samples[index] = 0 }
        let gaps = Sound(samples: samples).gaps()
        #expect(gaps.map(\.kind) == [.zeros])
        #expect(
            gaps.first.map { abs($0.frames.lowerBound - 9_000) <= 1 && abs($0.frames.upperBound - 9_240) <= 1 } == true)
    }

    @Test("Missing samples are a jump of the phase, found within 10 ms", arguments: [12, 30, 40])
    func missing(count: Int) {
        var samples = tone
        samples.removeSubrange(9_000..<9_000 + count)
        let gaps = Sound(samples: samples).gaps()
        #expect(gaps.count == 1, "\(gaps)")
        #expect(gaps.first?.frames.contains(9_000) == true, "\(gaps)")
    }

    @Test("Samples that come twice are a jump, too")
    func twice() {
        let samples = Array(tone[..<9_600] + tone[9_580...])
        #expect(Sound(samples: samples).gaps().count == 1)
    }

    @Test("A click is found in a tone and in silence")
    func clicks() {
        var samples = tone + Tone.silence(seconds: 0.2)
        samples[5_000] += Int32.max / 20
        samples[25_000] = Int32.max / 100
        let clicks =
            Sound(samples: samples).clicks(in: 0..<19_000) + Sound(samples: samples).clicks(in: 20_000..<28_000)
        #expect(clicks.map(\.kind) == [.click, .click])
        #expect(clicks.map { $0.frames.contains(5_000) || $0.frames.contains(25_000) } == [true, true], "\(clicks)")
    }

    @Test("A cut from one phase to another clicks")
    func cut() {
        let samples = Array(tone[..<9_600] + tone[9_617...])
        #expect(Sound(samples: samples).clicks().count == 1)
    }
}
