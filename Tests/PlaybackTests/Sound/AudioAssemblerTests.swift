import MediaCore
import Testing

@testable import Playback

@Suite("Audio assembler")
struct AudioAssemblerTests {
    private let frames = 480
    private func time(_ milliseconds: Double) -> MediaTime { MediaTime(seconds: milliseconds / 1000) }

    @Test("blocks that follow each other are taken whole, with the rounding of their timestamps")
    func contiguous() {
        var assembler = AudioAssembler()
        for (index, jitter) in [0.0, 5, -5, 10, 0].enumerated() {
            #expect(assembler.append(time(Double(index) * 10 + jitter), frames: frames) == .init(silence: 0, skip: 0))
        }
        #expect(assembler.origin == time(0))
        #expect(assembler.end == time(50))
    }

    @Test("a hole becomes silence")
    func hole() {
        var assembler = AudioAssembler()
        _ = assembler.append(time(0), frames: frames)
        #expect(assembler.append(time(110), frames: frames) == .init(silence: 4800, skip: 0))
        #expect(assembler.end == time(120))
    }

    @Test("an overlap is cut, a repeated block left out")
    func overlap() {
        var assembler = AudioAssembler()
        _ = assembler.append(time(0), frames: 4800)
        #expect(assembler.append(time(80), frames: 4800) == .init(silence: 0, skip: 960))
        #expect(assembler.append(time(0), frames: 4800) == .init(silence: 0, skip: nil))
        #expect(assembler.end == time(180))
    }

    @Test("blocks without a time follow the one before")
    func untimed() {
        var assembler = AudioAssembler()
        _ = assembler.append(nil, frames: frames)
        #expect(assembler.append(nil, frames: frames) == .init(silence: 0, skip: 0))
        #expect(assembler.end == time(20))
    }

    @Test("a hole of hours is a broken stamp: the run goes on without silence")
    func absurd() {
        var assembler = AudioAssembler()
        _ = assembler.append(time(0), frames: frames)
        #expect(assembler.append(MediaTime(seconds: 1e9), frames: frames) == .init(silence: 0, skip: 0))
        #expect(assembler.append(MediaTime(nanoseconds: .max), frames: frames).silence == 0)
        _ = assembler.append(MediaTime(nanoseconds: .min), frames: frames)
    }
}
