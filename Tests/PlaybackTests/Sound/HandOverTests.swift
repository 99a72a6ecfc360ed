import MediaCore
import Testing

@testable import Playback

/// Tests with samples that encode their own number, so that a missing, repeated or late one is seen.
@Suite("One sound after another, to the sample")
struct HandOverTests {
    private let mixer = AudioMixer()
    private let voice: Voice
    private let step = 480

    init() throws {
        voice = try #require(mixer.takeVoice())
    }

    private func host(_ frame: Int) -> HostTime { HostTime.zero + AudioFormat.standard.duration(frames: frame) }

    /// The sample of media frame `frame`: the old sound's is positive, the new sound's negative.
    private func old(_ frame: Int) -> Float { 0.3 + Float(frame % 1000) / 10_000 }
    private func new(_ frame: Int) -> Float { -0.3 - Float(frame % 1000) / 10_000 }

    private func write(_ ring: SampleRing, _ frames: Range<Int>, _ value: (Int) -> Float) {
        let samples = frames.flatMap { [value($0), value($0)] }
        samples.withUnsafeBufferPointer { _ = ring.write($0, frames: frames.count) }
    }

    private func ring(from frame: Int) throws -> SampleRing {
        let ring = try #require(voice.claim())
        ring.setOrigin(MediaTime.zero + AudioFormat.standard.duration(frames: frame))
        return ring
    }

    /// Begins to play the old sound from its frame 0 at the clock's 0.
    @discardableResult
    private func begin(frames: Int = 48_000) throws -> SampleRing {
        let first = try ring(from: 0)
        voice.present(first)
        write(first, 0..<frames, old)
        voice.play(media: .zero, at: host(0))
        return first
    }

    /// Chooses the new sound, of which these frames are there; `isWhole`: and no more will be.
    @discardableResult
    private func choose(_ frames: Range<Int>, isWhole: Bool = false) throws -> SampleRing {
        let second = try ring(from: frames.lowerBound)
        write(second, frames, new)
        if isWhole { second.finish() }
        voice.present(second)
        return second
    }

    /// Renders from `start` until `end`; returns the left channel.
    private func render(_ start: Int, _ end: Int) -> [Float] {
        stride(from: start, to: end, by: step).flatMap { frame in
            var buffer = [Float](repeating: 0, count: step * 2)
            buffer.withUnsafeMutableBufferPointer {
                mixer.render(into: $0, format: .standard, presentation: host(frame))
            }
            return stride(from: 0, to: buffer.count, by: 2).map { buffer[$0] }
        }
    }

    /// Checks each frame: the old sound up to the switch, the new one from there on, and 384 frames of both
    /// between.
    private func check(_ heard: [Float], from start: Int, switch turn: Int) {
        for (index, value) in heard.enumerated() {
            let frame = start + index
            let expected = frame < turn ? old(frame) : frame >= turn + 384 ? new(frame) : nil
            if let expected {
                guard abs(value - expected) < 0.0001 else {
                    Issue.record("frame \(frame): \(value), not \(expected)")
                    return
                }
            } else if value > old(frame) || value < new(frame) {
                Issue.record("frame \(frame) of the cross-fade: \(value)")
                return
            }
        }
        for (a, b) in zip(heard, heard.dropFirst()) where abs(a - b) > 0.15 {
            Issue.record("a click from \(a) to \(b)")
        }
    }

    @Test(
        "The new sound goes on at the very sample at which the old one stops, with a fade of 8 ms",
        arguments: [0, -4801, -20_000])
    func turn(origin: Int) throws {
        let first = try begin()
        _ = render(0, 9600)
        let second = try choose(origin..<(origin + 20_000))
        let before = render(9600, 14_400)
        write(second, (origin + 20_000)..<(origin + 60_000), new)
        let all = before + render(14_400, 24_000)
        var turn = 0
        while turn < all.count, abs(all[turn] - old(9600 + turn)) <= 0.0001 { turn += 1 }
        check(all, from: 9600, switch: 9600 + turn)
        #expect(turn % step == 0 && first.isCancelled && voice.playing === second)
        #expect(voice.underruns == 0)
        let heard = try #require(voice.heard)
        let drift: Int64 = heard.media.nanoseconds - heard.host.nanoseconds
        #expect(abs(drift) < 30_000, "the clock goes on")
    }

    @Test("A sound that begins later waits for its time")
    func later() throws {
        try begin()
        _ = render(0, 4800)
        try choose(20_000..<60_000)
        let all = render(4800, 30_240)
        let turn = try #require(all.firstIndex { $0 < 0.25 }) + 4800
        #expect((20_000...20_640).contains(turn))
        #expect(all.allSatisfy { $0 != 0 } && voice.underruns == 0)
    }

    @Test("When the old sound runs dry the new one is heard as soon as there is any")
    func dry() throws {
        try begin(frames: 9600)
        _ = render(0, 14_400)
        try choose(0..<30_000)
        let all = render(14_400, 24_000)
        #expect(abs(all[9599] - new(23_999)) < 0.0001, "in step with the clock, not late")
    }

    @Test("While paused the change waits, and is there at the first sample after it")
    func paused() throws {
        try begin()
        _ = render(0, 9600)
        voice.hold()
        _ = render(9600, 14_400)
        try choose(0..<40_000)
        #expect(render(14_400, 19_200).allSatisfy { $0 == 0 })
        voice.play(media: MediaTime.zero + AudioFormat.standard.duration(frames: 10_080), at: host(19_200))
        let all = render(19_200, 28_800)
        #expect(all.allSatisfy { $0 <= 0 } && abs(all[4800] - new(14_880)) < 0.0001)
    }

    @Test("A third choice replaces a second one that was not heard yet")
    func third() throws {
        let first = try begin()
        _ = render(0, 4800)
        let second = try ring(from: 0)
        voice.present(second)
        try choose(0..<40_000)
        #expect(second.isCancelled && !second.write(nil, frames: 1))
        let all = render(4800, 14_400)
        check(all, from: 4800, switch: 4800)
        voice.release(second)
        voice.release(first)
        #expect(voice.claim() != nil && voice.claim() != nil)
    }

    @Test("What was withdrawn is never heard, and what is heard is not withdrawn")
    func withdrawn() throws {
        let first = try begin()
        let second = try choose(0..<40_000)
        voice.withdraw(second)
        let all = render(0, 9600)
        #expect(all.allSatisfy { $0 >= 0 } && second.isCancelled)
        voice.withdraw(first)
        #expect(!first.isCancelled && voice.playing === first)
    }

    @Test("The end of the new sound is played to its last sample")
    func end() throws {
        try begin()
        _ = render(0, 4800)
        try choose(4800..<8640, isWhole: true)
        let all = render(4800, 14_400)
        #expect(all[3000] < -0.2 && all[3840...].allSatisfy { $0 == 0 })
    }
}
