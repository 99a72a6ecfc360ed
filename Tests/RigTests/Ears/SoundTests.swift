import MediaCore
import Rig
import Testing

@Suite("Sound")
struct SoundTests {
    @Test("A sample's time is the line through the device's reports, and back")
    func time() {
        let sound = Sound(
            samples: [Int32](repeating: 0, count: 48_000),
            reports: [
                (480, HostTime(nanoseconds: 1_010_000_000)), (960, HostTime(nanoseconds: 1_023_000_000)),
                (1_440, HostTime(nanoseconds: 1_030_000_000)),
            ])
        #expect(sound.start == HostTime(nanoseconds: 1_000_000_000))
        #expect(sound.time(of: 24_000) == HostTime(nanoseconds: 1_500_000_000))
        #expect(sound.sample(at: HostTime(nanoseconds: 1_250_000_000)) == 12_000)
        #expect(sound.sample(at: .zero) == 0)
        #expect(sound.sample(at: HostTime(nanoseconds: 9_000_000_000)) == 48_000)
    }
}
