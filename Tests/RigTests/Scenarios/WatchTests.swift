import MediaCore
import OriginPattern
import Rig
import Testing

@Suite("What was watched")
struct WatchTests {
    private func frames(_ numbers: [UInt32?]) -> [SeenFrame] {
        numbers.enumerated().map { index, number in
            SeenFrame(
                time: HostTime(nanoseconds: Int64(index) * 20_000_000), screen: PixelSize(width: 1280, height: 720),
                pattern: number.map { BitPattern(channel: 1, frame: $0, isFlash: false) })
        }
    }

    /// A sound of one second each: a tone of the beep's frequency, or silence for nil.
    private func sound(_ seconds: [Double?]) -> Sound {
        var samples: [Int32] = []
        for hertz in seconds {
            for index in 0..<48_000 {
                guard let hertz, index < 4_800 else {
                    samples.append(0)
                    continue
                }
                // A square wave at a quarter of full scale.
                let phase = Double(index) * hertz / 48_000
                samples.append(phase - phase.rounded(.down) < 0.5 ? 1 << 29 : -(1 << 29))
            }
        }
        return Sound(samples: samples)
    }

    @Test("A still picture is as long as its last change is away, at the end too")
    func still() {
        #expect(Watch(sound: Sound(samples: []), frames: frames([1, 1, 2, 2, 2, 2, 3])).longestStill == 0.08)
        #expect(Watch(sound: Sound(samples: []), frames: frames([1, 2, 3, 3, 3, 3])).longestStill == 0.06)
        #expect(Watch(sound: Sound(samples: []), frames: []).longestStill == 0)
    }

    @Test("A picture that is not there stands still, and is counted")
    func missing() {
        let watch = Watch(sound: Sound(samples: []), frames: frames([1, 2, nil, nil, nil, 3]))
        #expect(watch.longestStill == 0.08)
        #expect(watch.framesWithoutPicture == 3)
    }

    @Test("A beep each second is told from one that is missing, and from another channel's")
    func beeps() {
        #expect(Watch(sound: sound([500, 500, 500, 500])).beepsEverySecond(1, for: 4))
        #expect(!Watch(sound: sound([500, 500, nil, 500, 500])).beepsEverySecond(1, for: 5))
        #expect(!Watch(sound: sound([600, 600, 600, 600])).beepsEverySecond(1, for: 4))
        #expect(Watch(sound: sound([500, 500, nil, nil, 500])).longestWithoutBeep(1) == 3)
        #expect(Watch(sound: sound([nil, nil])).longestWithoutBeep(1) == 2)
    }
}
