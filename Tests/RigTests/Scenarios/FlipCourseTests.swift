import MediaCore
import OriginPattern
import Rig
import Testing

@Suite("Flips by vblanks")
struct FlipCourseTests {
    private static let period: Int64 = 16_666_667

    /// Frames at successive vblanks from 0 on: channel and number; nil: black.
    private func frames(_ seen: [(channel: Int, frame: Int)?], flashes: Set<Int> = []) -> [SeenFrame] {
        seen.enumerated().map { index, seen in
            SeenFrame(
                time: HostTime(nanoseconds: Int64(index) * Self.period), sequence: UInt64(index),
                screen: PixelSize(width: 1280, height: 720),
                pattern: seen.map {
                    BitPattern(channel: UInt8($0.channel), frame: UInt32($0.frame), isFlash: flashes.contains($0.frame))
                }, brightest: seen == nil ? 0 : 230)
        }
    }

    /// The key's time, between vblanks 1 and 2.
    private let key = HostTime(nanoseconds: 20_000_000)

    @Test("The very next vblank is 1, and a picture that goes on at its pace moves from its first on")
    func warm() {
        let course = FlipCourse(frames([(1, 5), (1, 5), (2, 9), (2, 9), (2, 9), (2, 10)]), key: key, to: 2, rate: 25)
        #expect(course.first == 1 && course.second == 4 && course.moving == 1)
        #expect(course.black == 0 && course.old == 0 && course.breaks == 0)
        #expect(course.firstTime == HostTime(nanoseconds: 2 * Self.period))
    }

    @Test("A picture that stands for too long does not move yet")
    func standing() {
        let seen: [(Int, Int)?] = [(1, 5), (1, 5), (1, 6), (2, 9), (2, 9), (2, 9), (2, 9), (2, 9), (2, 10)]
        let course = FlipCourse(frames(seen), key: key, to: 2, rate: 25)
        #expect(course.first == 2 && course.second == 7 && course.moving == 4)
        // At 60 a second each vblank has its own picture.
        #expect(FlipCourse(frames(seen), key: key, to: 2, rate: 60).moving == 6)
    }

    @Test("Black vblanks, the old channel again, and a mode that was set are seen")
    func faults() {
        let course = FlipCourse(
            frames([(1, 5), (1, 5), nil, (2, 9), (1, 6), (2, 9), (2, 10)]), key: key, to: 2, rate: 25)
        #expect(course.black == 1 && course.old == 1 && course.first == 2)
        var late = frames([(1, 5), (1, 5), (2, 9), (2, 10)])
        for index in 2..<4 { late[index].time = late[index].time + .milliseconds(300) }
        #expect(FlipCourse(late, key: key, to: 2, rate: 25).breaks == 1)
        var other = frames([(1, 5), (1, 5), (2, 9), (2, 10)])
        for index in 2..<4 { other[index].screen = PixelSize(width: 1920, height: 1080) }
        #expect(FlipCourse(other, key: key, to: 2, rate: 25).breaks == 1)
    }

    @Test("A key that leads nowhere, or to a still picture, has no course")
    func nowhere() {
        let none = FlipCourse(frames([(1, 5), (1, 5), (1, 6), nil]), key: key, to: 2, rate: 25)
        #expect(none.first == nil && none.moving == nil && none.black == 1)
        let still = FlipCourse(frames([(1, 5), (1, 5), (2, 9), (2, 9)]), key: key, to: 2, rate: 25)
        #expect(still.first == 1 && still.second == nil && still.moving == nil)
    }

    @Test("Counts by nearest rank")
    func counts() {
        let counts = VBlankCount(Array(repeating: 2, count: 95) + [3, 3, 3, 3, 9])
        #expect(counts.percentile(50) == 2 && counts.percentile(95) == 2 && counts.percentile(99) == 3)
        #expect(counts.percentile(100) == 9 && VBlankCount([]).percentile(50) == nil)
    }

    /// A sound at 48 kHz from time 0 on.
    private func sound(_ samples: [Int32]) -> Sound { Sound(samples: samples, reports: [(0, .zero)]) }

    private func beep(_ hertz: Double) -> [Int32] { Tone.sine(hertz, seconds: 0.1) }

    @Test("A tone is heard for as long as it sounds, and its neighbour 100 Hz off not at all")
    func tone() throws {
        let samples = Tone.silence(seconds: 0.2) + Tone.sine(500, seconds: 0.3) + Tone.silence(seconds: 0.2)
        let sound = sound(samples)
        let end = try #require(sound.last(500, above: 0.125))
        #expect(abs((end - HostTime(nanoseconds: 500_000_000)).nanoseconds) < 3_000_000)
        let levels = sound.tone(500).filter { $0.sample > 14_000 && $0.sample < 20_000 }.map(\.amplitude)
        #expect(levels.allSatisfy { abs($0 - 0.25) < 0.01 })
        let steady = sound.samples(from: HostTime(nanoseconds: 220_000_000), to: HostTime(nanoseconds: 480_000_000))
        #expect(sound.last(600, above: 0.01, in: steady) == nil && sound.last(400, above: 0.01, in: steady) == nil)
        #expect(sound.tone(500, in: 0..<100).isEmpty)
    }

    @Test("Each flash of the new channel has its beep, and the old one is not heard after the picture")
    func inStep() {
        // Channel 1 until vblank 30 (500 ms), then channel 2, which flashes at vblank 60 (1 s).
        let seen = (0..<120).map { ($0 < 30 ? 1 : 2, $0 / 2) }
        let looked = frames(seen, flashes: [30, 31, 32])
        let samples =
            Tone.silence(seconds: 0.45) + Tone.sine(500, seconds: 0.04) + Tone.silence(seconds: 0.52)
            + beep(600) + Tone.silence(seconds: 0.89)
        let flip = FlipSound(
            looked, sound(samples), key: HostTime(nanoseconds: 480_000_000),
            first: HostTime(nanoseconds: 30 * Self.period),
            from: 1, to: 2, until: HostTime(nanoseconds: 1_900_000_000))
        #expect(flip.offsets.count == 1)
        #expect(flip.offsets.allSatisfy { $0 > 5_000_000 && $0 < 12_000_000 })
        #expect(flip.silentFlash == nil)
        #expect((flip.oldSound ?? 0) < 5_000_000)
    }

    @Test("A flash without a beep, and a beep of the channel that was left, are told")
    func outOfStep() {
        let seen = (0..<120).map { ($0 < 30 ? 1 : 2, $0 / 2) }
        let samples = Tone.silence(seconds: 0.45) + beep(500) + Tone.silence(seconds: 1.45)
        let flip = FlipSound(
            frames(seen, flashes: [30, 31, 32]), sound(samples), key: HostTime(nanoseconds: 480_000_000),
            first: HostTime(nanoseconds: 30 * Self.period), from: 1, to: 2, until: HostTime(nanoseconds: 1_900_000_000))
        #expect(flip.offsets.isEmpty && flip.silentFlash == 30 * Self.period)
        #expect((flip.oldSound ?? 0) > 40_000_000)
    }
}
