import Foundation
import MediaCore
import OriginPattern
import Rig
import Testing

@Suite("Sound and picture")
struct AVSyncTests {
    private func at(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }

    @Test("An offset is positive when the sound is late")
    func offsets() {
        let sync = AVSync(flashes: [at(1_000), at(2_000), at(3_000)], beeps: [at(1_012), at(1_990), at(3_080)])
        #expect(sync.offsets == [12_000_000, -10_000_000, 80_000_000])
        #expect(sync.percentile(50) == 12_000_000 && sync.percentile(99) == 80_000_000 && sync.worst == 80_000_000)
        #expect(sync.lonely == 0)
    }

    @Test("A flash or a beep without the other is told; before and after the pairs it is not")
    func lonely() {
        let sync = AVSync(
            flashes: [at(1_000), at(2_000), at(3_000), at(5_000)],
            beeps: [at(100), at(1_000), at(3_000), at(4_000), at(5_000)])
        #expect(sync.offsets == [0, 0, 0] && sync.lonely == 2)
        #expect(AVSync(flashes: [at(1_000)], beeps: []).worst == nil)
    }

    @Test("A flash begins where the vblank before had none; after a gap nothing is known")
    func flashes() {
        func frame(_ sequence: UInt64, _ isFlash: Bool?) -> SeenFrame {
            SeenFrame(
                time: at(Int64(sequence) * 16), sequence: sequence, screen: PixelSize(width: 1280, height: 720),
                pattern: isFlash.map { BitPattern(channel: 1, frame: 0, isFlash: $0) })
        }
        let frames = [
            frame(1, true), frame(2, false), frame(3, true), frame(4, true), frame(5, false), frame(7, true),
            frame(8, nil), frame(9, true),
        ]
        #expect(AVSync.flashes(in: frames) == [at(48)])
    }

    @Test("A beep begins where it swells, whatever coding put before it")
    func onset() throws {
        var samples = [Int32](repeating: 0, count: 48_000)
        for index in 10_000..<14_800 {
            let level = Double(min(index - 10_000, 192)) / 192 * 0.2
            samples[index] = Int32(level * sin(2 * .pi * 500 * Double(index - 10_000) / 48_000) * Double(Int32.max))
        }
        // A pre-echo of the beep.
        for index in 9_700..<10_000 { samples[index] = Int32(0.008 * Double(Int32.max)) * (index % 40 < 20 ? 1 : -1) }
        let beep = try #require(Beep.all(in: samples).first)
        #expect(abs(beep.onset - 10_000) <= 24)
    }
}
