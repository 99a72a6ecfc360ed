import Devices
import Foundation
import MediaCore
import Testing

@testable import FFmpeg

/// Tests on a board with hardware decoders for other codecs: `scripts/board/run --decoders`.
@Suite(
    "Decoder nodes that decode nothing of ours",
    .enabled(
        if: MediaFixtures.isAvailable && HardwareDevices.probe().contains(.v4l2),
        "needs /dev/video*: scripts/board/run --decoders"))
struct DecoderNodesTests {
    @Test("they are found, refuse H.264, and software decodes it; the refusal is asked for once")
    func refused() throws {
        let bytes = try MediaFixtures.bytes("bframes.ts", DecodeTests.h264 + DecodeTests.aac + ["-f", "mpegts"])
        let library = FFmpegLibrary()
        let track = try #require(Decoded(bytes, .mpegTS).tracks.first)
        let clock = ContinuousClock()
        var name = ""
        let first = try clock.measure { name = try library.makeVideoDecoder(track).name }
        #expect(name == "h264 (software)")
        let second = try clock.measure { name = try library.makeVideoDecoder(track).name }
        #expect(name == "h264 (software)")
        print("opening a decoder: first \(first), then \(second)")
        #expect(Decoded(bytes, .mpegTS).frames.count == 50)
    }
}
