import Testing

@testable import Playback

@Suite("Joining sound without a click")
struct AudioSpliceTests {
    /// The largest step between samples of the left channel.
    private func steepest(_ samples: [Float]) -> Float {
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        return zip(left, left.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
    }

    private func flat(_ level: Float, _ frames: Int) -> [Float] { [Float](repeating: level, count: frames * 2) }

    @Test("what continues is not touched")
    func untouched() {
        var splice = AudioSplice()
        var samples = flat(0.7, 100)
        splice.join(&samples)
        #expect(samples == flat(0.7, 100))
        #expect(splice.isIdle)
    }

    @Test("from one level to another it glides over 5 ms, also over several small pieces")
    func glide() {
        for size in [1, 7, 100, 240, 1000] {
            var splice = AudioSplice()
            splice.note([0.8, 0.8])
            splice.cut()
            var all = flat(0.8, 1)
            while all.count < 2 * 1001 {
                var piece = flat(-0.8, size)
                splice.join(&piece)
                splice.note(piece)
                all += piece
            }
            #expect(steepest(all) < 0.008)
            #expect(all[2 * 240] == -0.8)
            #expect(splice.isIdle)
        }
    }

    @Test("into a hole it falls, out of it it rises; a hole shorter than the glide too")
    func hole() {
        for frames in [1, 3, 100, 240, 5000] {
            var splice = AudioSplice()
            splice.note([0.5, 0.5])
            let fall = splice.fall(within: frames)
            #expect(fall.count == 2 * min(frames, 240))
            #expect(fall.last == 0)
            var next = flat(0.5, 500)
            splice.join(&next)
            #expect(steepest([0, 0] + next) < 0.0025)
            if frames >= 240 { #expect(steepest([0.5, 0.5] + fall) < 0.0025) }
        }
        var splice = AudioSplice()
        #expect(splice.fall(within: 0).isEmpty)
        #expect(splice.fall(within: -5).isEmpty)
    }
}
