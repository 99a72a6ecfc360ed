import Foundation
import MediaCore
import Testing

@testable import Playback

@Suite("Sound at another speed, with its pitch kept")
struct TimeStretchTests {
    private static let rate = 48_000.0
    private static let step = 480

    private struct Played {
        var left: [Float] = []
        var right: [Float] = []
        /// The media time of each buffer's first frame, published before the buffer's end.
        var pairs: [(media: MediaTime, host: HostTime)] = []
        var underruns = 0
    }

    private func host(_ frame: Int) -> HostTime { HostTime.zero + AudioFormat.standard.duration(frames: frame) }

    /// What is heard of `source` (by frame) for that many seconds, at speeds that may vary over time.
    private func play(
        seconds: Double, speed: (Double) -> Double, _ source: (Int) -> (Float, Float)
    ) throws -> Played {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        let ring = try #require(voice.claim())
        ring.setOrigin(.zero)
        voice.present(ring)
        voice.play(media: .zero, at: .zero)
        var written = 0
        var played = Played()
        var buffer = [Float](repeating: 0, count: Self.step * 2)
        for number in 0..<Int(seconds * Self.rate) / Self.step {
            while ring.written - ring.consumed < 24_000 {
                let samples = (written..<(written + 4800)).flatMap { frame -> [Float] in
                    let (left, right) = source(frame)
                    return [left, right]
                }
                samples.withUnsafeBufferPointer { _ = ring.write($0, frames: 4800) }
                written += 4800
            }
            voice.setRate(speed(Double(number * Self.step) / Self.rate))
            buffer.withUnsafeMutableBufferPointer {
                mixer.render(into: $0, format: .standard, presentation: host(number * Self.step))
            }
            for frame in 0..<Self.step {
                played.left.append(buffer[frame * 2])
                played.right.append(buffer[frame * 2 + 1])
            }
            if let heard = voice.heard { played.pairs.append(heard) }
        }
        played.underruns = voice.underruns
        return played
    }

    private func sine(_ frequency: Double, _ frame: Int, turn: Double = 0, amplitude: Double = 0.5) -> Float {
        Float(amplitude * sin(2 * .pi * frequency * Double(frame) / Self.rate + turn))
    }

    /// The frequency by zero crossings, to a fraction of a frame.
    private func frequency(_ samples: ArraySlice<Float>) -> Double? {
        var crossings: [Double] = []
        for index in samples.indices.dropFirst() where samples[index - 1] < 0 && samples[index] >= 0 {
            crossings.append(Double(index - 1) + Double(samples[index - 1] / (samples[index - 1] - samples[index])))
        }
        guard let first = crossings.first, let last = crossings.last, crossings.count > 2 else { return nil }
        return Double(crossings.count - 1) * Self.rate / (last - first)
    }

    private func cents(_ frequency: Double?, of wanted: Double) -> Double {
        frequency.map { 1200 * log2($0 / wanted) } ?? .infinity
    }

    /// The amplitude and phase of a tone within a window.
    private func tone(_ frequency: Double, _ samples: ArraySlice<Float>) -> (amplitude: Double, angle: Double) {
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            let weight = 1 - cos(2 * .pi * Double(index) / Double(samples.count))
            let angle = 2 * .pi * frequency * Double(samples.startIndex + index) / Self.rate
            real += Double(sample) * cos(angle) * weight
            imaginary += Double(sample) * sin(angle) * weight
        }
        return (2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count), atan2(imaginary, real))
    }

    private func steepest(_ samples: ArraySlice<Float>) -> Float {
        zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
    }

    @Test(
        "440 Hz stay 440 Hz within two cents, as loud and without a click",
        arguments: [0.97, 0.985, 1.01, 1.03, 1.08, 1.16])
    func pitch(speed: Double) throws {
        let played = try play(seconds: 10, speed: { _ in speed }) { frame in
            (sine(440, frame), sine(440, frame, turn: .pi / 2))
        }
        let left = played.left[4800...]
        #expect(abs(cents(frequency(left), of: 440)) < 2)
        #expect(steepest(left) < Float(0.5 * 2 * .pi * 440 / Self.rate) * 1.02)
        for start in stride(from: 4800, to: played.left.count - 2400, by: 2400) {
            let window = start..<(start + 2400)
            let (first, second) = (tone(440, played.left[window]), tone(440, played.right[window]))
            #expect(abs(first.amplitude - 0.5) < 0.005 && abs(second.amplitude - 0.5) < 0.005, "at \(start)")
            let apart = remainder(first.angle - second.angle - .pi / 2, 2 * .pi)
            #expect(abs(apart) < 0.02, "the channels stay a quarter of a turn apart, at \(start): \(apart)")
        }
        #expect(played.underruns == 0)
    }

    @Test(
        "so much media is heard in a time as the speed says, to a thousandth, and pairs say so at every moment",
        arguments: [0.97, 1.03])
    func length(speed: Double) throws {
        let played = try play(seconds: 20, speed: { _ in speed }) { frame in (sine(440, frame), sine(440, frame)) }
        for (media, host) in played.pairs {
            let expected = (host - .zero).inSeconds * speed
            #expect(abs((media - .zero).inSeconds - expected) < 0.0005 + expected * 0.00001)
        }
    }

    /// A sample of a beep: 1 kHz for 60 ms, four times a second, with soft edges.
    private func beep(_ frame: Int) -> Float {
        let place = frame % 12_000
        guard place < 2880 else { return 0 }
        let edge = min(1, Double(min(place, 2880 - place)) / 240)
        return sine(1000, frame) * Float(edge)
    }

    @Test("beeps come in their time as the pairs say, each at its pitch", arguments: [0.97, 1.03, 1.16])
    func beeps(speed: Double) throws {
        let played = try play(seconds: 12, speed: { _ in speed }) { frame in (beep(frame), beep(frame)) }
        var onsets: [Int] = []
        for (index, sample) in played.left.enumerated() where abs(sample) > 0.05 {
            if onsets.last.map({ index - $0 > 6000 }) ?? true { onsets.append(index) }
        }
        #expect(abs(onsets.count - Int(12 * 4 * speed)) <= 1)
        for onset in onsets.dropFirst() {
            let (media, host) = played.pairs[onset / Self.step]
            let heard = (media - .zero).inSeconds + ((self.host(onset) - host).inSeconds) * speed
            #expect(abs(remainder(heard, 0.25)) < 0.0167, "at \(onset)")
            guard onset + 2400 < played.left.count else { continue }
            #expect(abs(cents(frequency(played.left[(onset + 240)..<(onset + 2400)]), of: 1000)) < 20)
        }
        #expect(steepest(played.left[...]) < Float(0.5 * 2 * .pi * 1000 / Self.rate) * 1.1)
    }

    @Test("a chord keeps its tones, and little is beside them", arguments: [0.97, 1.03])
    func chord(speed: Double) throws {
        let tones = [220.0, 277.18, 329.63, 1318.5]
        func level(_ frame: Int) -> Float { tones.reduce(0) { $0 + sine($1, frame, amplitude: 0.15) } }
        let played = try play(seconds: 6, speed: { _ in speed }) { frame in (level(frame), level(frame)) }
        let window = played.left[24_000..<240_000]
        for tone in tones {
            // A splice matches all four tones only roughly: their phases change there, inaudibly, which costs 1.5 dB
            // here.
            let pieces = stride(from: 24_000, to: 230_000, by: 9600).map {
                self.tone(tone, played.left[$0..<($0 + 9600)]).amplitude
            }
            let mean = pieces.reduce(0, +) / Double(pieces.count)
            #expect(abs(mean - 0.15) < 0.024, "\(tone) Hz: \(pieces)")
        }
        for beside in [1000.0, 2500, 5000, 9000] {
            #expect(self.tone(beside, window).amplitude < 0.0015, "\(beside) Hz")
        }
        let input = (0..<48_000).map(level)
        #expect(steepest(window) < steepest(input[...]) * 1.25)
    }

    @Test("noise, silence, an impulse and what is at its limits pass without anything louder than they are")
    func rough() throws {
        var seed: UInt64 = 7
        func noise() -> Float {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(Int32(truncatingIfNeeded: seed >> 32)) / Float(Int32.max)
        }
        let sources: [(Int) -> (Float, Float)] = [
            { _ in (noise(), noise()) }, { _ in (0, 0) }, { ($0 % 9600 == 0 ? 1 : 0, 0) }, { _ in (1, -1) },
            { ($0 % 2 == 0 ? 1 : -1, 1) },
        ]
        for source in sources {
            for speed in [0.97, 1.03] {
                let played = try play(seconds: 3, speed: { _ in speed }, source)
                #expect((played.left + played.right).allSatisfy { abs($0) <= 1 && !$0.isNaN })
                #expect(played.underruns == 0)
            }
        }
    }

    @Test("at speed 1 every sample is the source's; after another speed again, and without a break")
    func exact() throws {
        func value(_ frame: Int) -> Float { sine(440, frame) + Float(frame % 4800) / 48_000 }
        let plain = try play(seconds: 2, speed: { _ in 1 }) { frame in (value(frame), -value(frame)) }
        for frame in 384..<96_000 where plain.left[frame] != value(frame) || plain.right[frame] != -value(frame) {
            Issue.record("frame \(frame)")
            break
        }
        let played = try play(seconds: 6, speed: { $0 >= 1 && $0 < 4 ? 1.03 : 1 }) { frame in
            (value(frame), -value(frame))
        }
        let (media, host) = try #require(played.pairs.last)
        let shift = AudioFormat.standard.frames(in: (media - .zero) - (host - .zero))
        #expect(abs(shift - 4320) < 720, "3 s at 3 %, to 15 ms")
        for frame in 216_000..<288_000 where played.left[frame] != value(frame + shift) {
            Issue.record("frame \(frame), \(shift) later")
            break
        }
    }

    @Test("from faster to slower and back, at every buffer another speed: no click, and the time is kept")
    func changing() throws {
        func speed(_ time: Double) -> Double { 1 + 0.03 * sin(time * 1.7) }
        let played = try play(seconds: 12, speed: speed) { frame in (sine(440, frame), sine(440, frame)) }
        #expect(steepest(played.left[4800...]) < Float(0.5 * 2 * .pi * 440 / Self.rate) * 1.02)
        #expect(abs(cents(frequency(played.left[4800...]), of: 440)) < 2)
        let expected = stride(from: 0, to: 12 - 0.01, by: 0.01).reduce(0) { $0 + Double(Float(speed($1))) * 0.01 }
        let (media, host) = try #require(played.pairs.last)
        #expect(abs((media - .zero).inSeconds - expected) < 0.02)
        #expect(host == self.host(12 * 48_000 - Self.step))
    }

    @Test("another sound takes over at another speed, in step and without a click")
    func handOver() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        voice.setRate(1.03)
        func ring() throws -> SampleRing {
            let ring = try #require(voice.claim())
            ring.setOrigin(.zero)
            let samples = (0..<60_000).flatMap { [sine(440, $0), sine(440, $0)] }
            samples.withUnsafeBufferPointer { _ = ring.write($0, frames: 60_000) }
            return ring
        }
        let first = try ring()
        voice.present(first)
        voice.play(media: .zero, at: .zero)
        var heard: [Float] = []
        for number in 0..<100 {
            if number == 40 { voice.present(try ring()) }
            var buffer = [Float](repeating: 0, count: Self.step * 2)
            buffer.withUnsafeMutableBufferPointer {
                mixer.render(into: $0, format: .standard, presentation: host(number * Self.step))
            }
            heard += stride(from: 0, to: buffer.count, by: 2).map { buffer[$0] }
            let pair = try #require(voice.heard)
            #expect(abs((pair.media - .zero).inSeconds - (pair.host - .zero).inSeconds * 1.03) < 0.0006)
        }
        #expect(first.isCancelled && voice.underruns == 0)
        #expect(steepest(heard[4800...]) < Float(0.5 * 2 * .pi * 440 / Self.rate) * 1.02)
    }

    @Test("at another speed a hold fades out, and running dry does not click")
    func ends() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        let ring = try #require(voice.claim())
        ring.setOrigin(.zero)
        voice.present(ring)
        let samples = (0..<20_000).flatMap { [sine(440, $0), sine(440, $0)] }
        samples.withUnsafeBufferPointer { _ = ring.write($0, frames: 20_000) }
        voice.setRate(0.97)
        voice.play(media: .zero, at: .zero)
        var heard: [Float] = []
        for number in 0..<60 {
            if number == 15 { voice.hold() }
            if number == 20 { voice.play(media: MediaTime(seconds: 0.1455), at: host(20 * Self.step)) }
            var buffer = [Float](repeating: 0, count: Self.step * 2)
            buffer.withUnsafeMutableBufferPointer {
                mixer.render(into: $0, format: .standard, presentation: host(number * Self.step))
            }
            heard += stride(from: 0, to: buffer.count, by: 2).map { buffer[$0] }
        }
        #expect(heard[(16 * 480)..<(20 * 480)].allSatisfy { $0 == 0 })
        #expect(heard[(30 * 480)..<(31 * 480)].contains { $0 > 0.45 })
        #expect(voice.underruns == 1 && voice.buffered == .zero && heard.suffix(480).allSatisfy { $0 == 0 })
        #expect(steepest(heard[...]) < Float(0.5 * 2 * .pi * 440 / Self.rate) * 1.1)
    }
}
