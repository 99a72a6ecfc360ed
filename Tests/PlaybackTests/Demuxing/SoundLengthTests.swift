import MediaCore
import TestSupport
import Testing

@testable import Playback

@Suite("How long a file of bare sound is", .enabled(if: PlaybackFixtures.isAvailable))
struct SoundLengthTests {
    @Test(
        "what the encoder wrote, and what the frames say",
        arguments: [("whole.mp3", MediaContainer.mp3), ("whole.aac", .aac)])
    func length(name: String, container: MediaContainer) throws {
        var bytes = PlaybackFixtures.files[name] ?? []
        bytes.removeFirst(ContainerSniffer.tagLength(Array(bytes.prefix(10))) ?? 0)
        let sound = try #require(
            SoundLength(Array(bytes.prefix(SoundLength.wanted)), container, byteCount: bytes.count))
        #expect(abs(sound.duration.inSeconds - 6) < 0.15, "\(sound.duration)")
        #expect(sound.offset(of: .zero) == 0)
        #expect(sound.offset(of: sound.duration * 2) == bytes.count)
        #expect(abs(sound.offset(of: sound.duration / 2) - bytes.count / 2) <= 1)
        // Without the encoder's word the frames are counted.
        let frame = container == .mp3 ? bytes.dropFirst(Int(bytes[2] >> 1 & 1) + 384) : bytes[...]
        if let counted = SoundLength(Array(frame.prefix(SoundLength.wanted)), container, byteCount: frame.count) {
            #expect(abs(counted.duration.inSeconds - 6) < 0.3)
        }
    }

    @Test("what is no sound has no length, whatever its bytes are", arguments: 0..<200)
    func garbage(seed: Int) {
        var random = SplitMix(seed: seed)
        var bytes = random.bytes(Int.random(in: 0...3000, using: &random))
        if seed % 2 == 0, bytes.count > 4 { bytes.replaceSubrange(0..<2, with: [0xff, 0xfb]) }
        for container in MediaContainer.allCases {
            guard let sound = SoundLength(bytes, container, byteCount: Int(random.next() >> 2)) else { continue }
            #expect(sound.duration >= .zero && sound.offset(of: .seconds(Int64.random(in: 0...100_000))) >= 0)
        }
        #expect(SoundLength([], .mp3, byteCount: 100) == nil)
    }
}
