import Base
import MediaCore
import Testing

@testable import Playback

@Suite("Audio mixer")
struct AudioMixerTests {
    private func host(_ milliseconds: Double) -> HostTime { HostTime(nanoseconds: Int64(milliseconds * 1e6)) }

    /// Renders 10 ms of sound for `milliseconds`; returns the left channel.
    private func render(_ mixer: AudioMixer, at milliseconds: Double, frames: Int = 480) -> [Float] {
        var buffer = [Float](repeating: 9, count: frames * 2)
        buffer.withUnsafeMutableBufferPointer {
            mixer.render(into: $0, format: .standard, presentation: host(milliseconds))
        }
        return stride(from: 0, to: buffer.count, by: 2).map { buffer[$0] }
    }

    @discardableResult
    private func fill(_ voice: Voice, _ value: Float, milliseconds: Int, origin: MediaTime = .zero) -> SampleRing? {
        guard let ring = voice.claim() else { return nil }
        ring.setOrigin(origin)
        voice.present(ring)
        let samples = [Float](repeating: value, count: milliseconds * 48 * 2)
        samples.withUnsafeBufferPointer { _ = ring.write($0, frames: milliseconds * 48) }
        return ring
    }

    @Test("silence where there is nothing, over the whole buffer")
    func silence() {
        #expect(render(AudioMixer(), at: 0).allSatisfy { $0 == 0 })
    }

    @Test("all sound fades evenly at its pace, and comes back; the volume stays what it is")
    func fade() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        fill(voice, 0.5, milliseconds: 1000)
        voice.play(media: .zero, at: host(0))
        mixer.setGain(0.5)
        for step in 0..<10 { _ = render(mixer, at: Double(step) * 10) }
        mixer.fade(to: 0, pace: .milliseconds(300))
        let fading = (10..<45).flatMap { render(mixer, at: Double($0) * 10) }
        #expect(abs(fading[0] - 0.25) < 0.001)
        #expect(abs(fading[48 * 150] - 0.125) < 0.001)
        #expect(fading[(48 * 301)...].allSatisfy { $0 == 0 })
        let largest = zip(fading, fading.dropFirst()).map { abs($0 - $1) }.max() ?? 1
        #expect(largest < 0.0001)
        mixer.fade(to: 1, pace: .milliseconds(300))
        let back = (45..<80).flatMap { render(mixer, at: Double($0) * 10) }
        #expect(abs(back[48 * 150] - 0.125) < 0.001 && abs((back.last ?? 0) - 0.25) < 0.001)
    }

    @Test("a voice that was not told to play is not heard, however full")
    func gate() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        fill(voice, 0.5, milliseconds: 1000)
        for step in 0..<50 { #expect(render(mixer, at: Double(step) * 10).allSatisfy { $0 == 0 }) }
        #expect(voice.buffered == .seconds(1))
        #expect(voice.firstSound == nil)
    }

    @Test("the sample of a time is heard at its host time, to the sample")
    func aligned() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        fill(voice, 0.5, milliseconds: 500, origin: MediaTime(seconds: 10))
        voice.play(media: MediaTime(seconds: 10), at: host(25))
        #expect(render(mixer, at: 10).allSatisfy { $0 == 0 })
        let buffer = render(mixer, at: 20)
        #expect(buffer.firstIndex { $0 != 0 } == 240)
        #expect(voice.firstSound == host(25))
        let heard = try #require(voice.heard)
        #expect(heard.media == MediaTime(seconds: 10))
        #expect(heard.host == host(25))
    }

    @Test("what is too late is cut from the head")
    func late() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        fill(voice, 0.5, milliseconds: 500)
        voice.play(media: .zero, at: host(0))
        _ = render(mixer, at: 100)
        let heard = try #require(voice.heard)
        #expect(heard.media == MediaTime(seconds: 0.1))
        #expect(voice.buffered == .milliseconds(390))
    }

    @Test("what begins is heard when 50 ms more than the mixer takes are there, in step, and does not break off")
    func cushion() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        let ring = try #require(voice.claim())
        ring.setOrigin(.zero)
        voice.present(ring)
        voice.play(media: .zero, at: host(0))
        let piece = [Float](repeating: 0.8, count: 20 * 48 * 2)
        var all: [Float] = []
        for step in 0..<10 {
            // 20 ms of sound for each 10 ms: the 60 ms are there at the fifth time.
            piece.withUnsafeBufferPointer { _ = ring.write($0, frames: 20 * 48) }
            all += render(mixer, at: Double(step) * 10)
        }
        #expect(all.firstIndex { $0 != 0 } == 4 * 480)
        #expect(voice.underruns == 0 && voice.firstSound == host(40))
        for (a, b) in zip(all, all.dropFirst()) { #expect(abs(a - b) < 0.01) }
    }

    @Test("a short sound that is whole is heard as it is")
    func short() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        let ring = try #require(fill(voice, 0.8, milliseconds: 30))
        voice.play(media: .zero, at: host(0))
        #expect(render(mixer, at: 0).allSatisfy { $0 == 0 })
        ring.finish()
        #expect(render(mixer, at: 10).contains { $0 > 0.7 })
    }

    @Test("start and stop are ramps: no step is larger than a ramp's")
    func ramps() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        fill(voice, 0.8, milliseconds: 1000)
        voice.play(media: .zero, at: host(0))
        var all: [Float] = []
        for step in 0..<10 { all += render(mixer, at: Double(step) * 10) }
        voice.hold()
        for step in 10..<20 { all += render(mixer, at: Double(step) * 10) }
        #expect(all[1000] == 0.8)
        #expect(all.suffix(480 * 8).allSatisfy { $0 == 0 })
        for (a, b) in zip(all, all.dropFirst()) { #expect(abs(a - b) < 0.01) }
    }

    @Test("running dry fades out; what comes later is cut to where time is by then")
    func dry() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        let ring = try #require(fill(voice, 0.8, milliseconds: 65))
        voice.play(media: .zero, at: host(0))
        var all: [Float] = []
        for step in 0..<8 { all += render(mixer, at: Double(step) * 10) }
        #expect(voice.underruns == 1)
        for (a, b) in zip(all, all.dropFirst()) { #expect(abs(a - b) < 0.01) }
        let more = [Float](repeating: 0.8, count: 100 * 48 * 2)
        more.withUnsafeBufferPointer { _ = ring.write($0, frames: 100 * 48) }
        _ = render(mixer, at: 80)
        #expect(voice.heard?.media == MediaTime(seconds: 0.08))
    }

    @Test("one voice fades out while the next fades in")
    func flip() throws {
        let mixer = AudioMixer()
        let old = try #require(mixer.takeVoice())
        let new = try #require(mixer.takeVoice())
        fill(old, 0.5, milliseconds: 1000)
        fill(new, -0.5, milliseconds: 1000)
        old.play(media: .zero, at: host(0))
        for step in 0..<5 { _ = render(mixer, at: Double(step) * 10) }
        old.cancel()
        new.play(media: .zero, at: host(50))
        let turn = render(mixer, at: 50)
        #expect(turn[0] > 0.4)
        #expect(turn[479] < -0.4)
    }

    @Test("volume is reached by a ramp of 20 ms")
    func volume() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        fill(voice, 0.8, milliseconds: 1000)
        voice.play(media: .zero, at: host(0))
        for step in 0..<5 { _ = render(mixer, at: Double(step) * 10) }
        mixer.setGain(0)
        var all = render(mixer, at: 50) + render(mixer, at: 60) + render(mixer, at: 70)
        for (a, b) in zip(all, all.dropFirst()) { #expect(abs(a - b) < 0.002) }
        #expect(all.last == 0)
        mixer.setGain(1)
        all = render(mixer, at: 80) + render(mixer, at: 90) + render(mixer, at: 100)
        #expect(all.last == 0.8)
    }

    @Test("a writer waits for room, and is let go when cancelled")
    func room() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        let ring = try #require(voice.claim())
        #expect(ring.write(nil, frames: SampleRing.capacity))
        voice.cancel()
        #expect(!ring.write(nil, frames: 1))
        #expect(voice.claim() == nil)
    }

    @Test("a writer that waits goes on once the sink has taken an eighth of the ring")
    func woken() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        let ring = try #require(voice.claim())
        #expect(ring.write(nil, frames: SampleRing.capacity))
        let writer = try NamedThread("writer") { _ = ring.write(nil, frames: 4800) }
        for step in 1...8 { ring.take(to: SampleRing.capacity / 64 * step) }
        writer.join()
        #expect(ring.written == SampleRing.capacity + 4800)
    }

    @Test("a voice that came back gives its samples' memory up once it is not heard any more")
    func tidied() throws {
        let mixer = AudioMixer()
        let voice = try #require(mixer.takeVoice())
        let ring = try #require(fill(voice, 0.5, milliseconds: 1000))
        voice.play(media: .zero, at: .zero)
        for step in 0..<10 { _ = render(mixer, at: Double(step) * 10) }
        voice.cancel()
        mixer.giveBack(voice)
        _ = mixer.takeVoice()
        #expect(ring.samples(of: 20_000)[0] == 0.5)
        _ = render(mixer, at: 100)
        _ = mixer.takeVoice()
        #expect(ring.samples(of: 20_000)[0] == 0)
    }

    @Test("voices come back and are as new")
    func reuse() throws {
        let mixer = AudioMixer(voices: 1)
        let voice = try #require(mixer.takeVoice())
        #expect(mixer.takeVoice() == nil)
        fill(voice, 1, milliseconds: 100)
        voice.play(media: .zero, at: .zero)
        voice.cancel()
        mixer.giveBack(voice)
        let again = try #require(mixer.takeVoice())
        #expect(again.buffered == .zero)
        #expect(render(mixer, at: 0).allSatisfy { $0 == 0 })
    }

    @Test("loud voices are limited to full scale")
    func limit() throws {
        let mixer = AudioMixer()
        for _ in 0..<3 {
            let voice = try #require(mixer.takeVoice())
            fill(voice, 0.9, milliseconds: 100)
            voice.play(media: .zero, at: .zero)
        }
        _ = render(mixer, at: 0)
        #expect(render(mixer, at: 10).allSatisfy { $0 == 1 })
    }
}
