import MediaCore
import Testing

@Suite("Headers of audio frames")
struct AudioFrameHeaderTests {
    private func duration(_ codec: AudioCodec, _ head: [UInt8]) -> [Int]? {
        AudioFrameHeader(codec, head).map { [$0.samples, $0.rate] }
    }

    @Test("a frame of ADTS and of MPEG layer III tells its length; others don't")
    func bytes() {
        #expect(AudioFrameHeader(.aac, [0xff, 0xf1, 0x4c, 0x80, 0x16, 0x9f, 0xfc, 0x21])?.byteCount == 180)
        // 128 kbit/s at 44.1 kHz, without and with padding.
        #expect(AudioFrameHeader(.mp3, [0xff, 0xfb, 0x90, 0x00, 0, 0, 0])?.byteCount == 417)
        #expect(AudioFrameHeader(.mp3, [0xff, 0xfb, 0x92, 0x00, 0, 0, 0])?.byteCount == 418)
        // 64 kbit/s of MPEG-2 at 24 kHz.
        #expect(AudioFrameHeader(.mp3, [0xff, 0xf3, 0x84, 0xc4, 0, 0, 0])?.byteCount == 192)
        // Free rate, and layer II.
        #expect(AudioFrameHeader(.mp3, [0xff, 0xfb, 0x00, 0x00, 0, 0, 0]).map { $0.byteCount == nil } == true)
        #expect(AudioFrameHeader(.mp3, [0xff, 0xfd, 0x84, 0x04, 0, 0, 0]).map { $0.byteCount == nil } == true)
    }

    @Test("each codec's header tells samples and rate")
    func lengths() {
        #expect(duration(.aac, [0xff, 0xf1, 0x4c, 0x80, 0x16, 0x9f, 0xfc, 0x21]) == [1024, 48_000])
        // 22.05 kHz, MPEG-2 with a checksum, two blocks in the frame.
        #expect(duration(.aac, [0xff, 0xf8, 0x5c, 0x80, 0x16, 0x9f, 0xfd, 0x21]) == [2048, 22_050])
        #expect(duration(.mp3, [0xff, 0xfa, 0x52, 0x04, 0x54, 0x8a, 0x76, 0x8f]) == [1152, 44_100])
        #expect(duration(.mp3, [0xff, 0xf3, 0x84, 0xc4, 0, 0, 0, 0]) == [576, 24_000])
        // Layer II at 48 kHz.
        #expect(duration(.mp3, [0xff, 0xfd, 0x84, 0x04, 0, 0, 0, 0]) == [1152, 48_000])
        #expect(duration(.ac3, [0x0b, 0x77, 0x12, 0x34, 0x14, 0x40, 0x2f, 0x84]) == [1536, 48_000])
        #expect(duration(.ac3, [0x0b, 0x77, 0x12, 0x34, 0x54, 0x40, 0x2f, 0x84]) == [1536, 44_100])
        #expect(duration(.eac3, [0x0b, 0x77, 0x01, 0x7f, 0x34, 0x86, 0xff, 0xe1]) == [1536, 48_000])
        #expect(duration(.eac3, [0x0b, 0x77, 0x01, 0x7f, 0x04, 0x86, 0xff, 0xe1]) == [256, 48_000])
        #expect(duration(.eac3, [0x0b, 0x77, 0x01, 0x7f, 0xc4, 0x86, 0xff, 0xe1]) == [1536, 24_000])
        #expect(
            AudioFrameHeader(.mp3, [0xff, 0xfa, 0x52, 0x04, 0x54, 0x8a, 0x76])?.duration == .nanoseconds(26_122_449))
    }

    @Test("no bytes whatever trap, and no header gives an absurd rate")
    func anything() {
        var head = [UInt8](repeating: 0, count: 8)
        for codec in AudioCodec.allCases {
            for (first, second) in [(UInt8(0xff), UInt8(0xf0)), (0xff, 0xe0), (0x0b, 0x77), (0, 0)] {
                head[0] = first
                for low in 0..<16 {
                    head[1] = second | UInt8(low)
                    for byte in UInt8.min...UInt8.max {
                        for place in 2..<8 {
                            head[place] = byte
                            guard let found = AudioFrameHeader(codec, head) else { continue }
                            let isSane = found.samples >= 256 && found.samples <= 4096 && found.rate >= 7350
                            if !isSane || found.rate > 96_000 { Issue.record("\(found) of \(codec) \(head)") }
                        }
                    }
                }
            }
            for count in 0..<7 { #expect(AudioFrameHeader(codec, Array(head.prefix(count))) == nil) }
        }
    }
}
