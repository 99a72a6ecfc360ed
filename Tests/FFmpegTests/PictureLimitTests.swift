import CFFmpeg
import Devices
import MediaCore
import Testing

@testable import FFmpeg

@Suite("The largest picture that is decoded")
struct PictureLimitTests {
    /// Writes bits, the highest first, and whole numbers as H.264 does (ITU-T H.264, 9.1).
    private struct Bits {
        var bits: [Bool] = []

        mutating func put(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }

        mutating func exp(_ value: Int) {
            let length = Int.bitWidth - (value + 1).leadingZeroBitCount
            put(0, length - 1)
            put(value + 1, length)
        }

        /// The bytes of a NAL unit with a start code, which none of these needs to be protected from.
        func unit(_ header: UInt8) -> [UInt8] {
            var padded = bits + [true]
            while padded.count % 8 != 0 { padded.append(false) }
            let bytes = stride(from: 0, to: padded.count, by: 8).map { start in
                padded[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
            }
            return [0, 0, 0, 1, header] + bytes
        }
    }

    /// A key frame of H.264, in the baseline profile, whose header states that size, and which has nothing in it.
    private func keyFrame(_ size: PixelSize) -> [UInt8] {
        var sequence = Bits()
        sequence.put(66, 8)
        sequence.put(0, 8)
        sequence.put(52, 8)
        for value in [0, 0, 2, 1] { sequence.exp(value) }
        sequence.put(0, 1)
        sequence.exp(size.width / 16 - 1)
        sequence.exp(size.height / 16 - 1)
        sequence.put(0b1100, 4)
        var picture = Bits()
        picture.exp(0)
        picture.exp(0)
        picture.put(0, 2)
        for value in [0, 0, 0] { picture.exp(value) }
        picture.put(0, 3)
        for value in [0, 0, 0] { picture.exp(value) }
        picture.put(0, 3)
        var slice = Bits()
        for value in [0, 7, 0] { slice.exp(value) }
        slice.put(0, 4)
        slice.exp(0)
        slice.put(0, 2)
        slice.exp(0)
        slice.put(0x5555, 32)
        return sequence.unit(0x67) + picture.unit(0x68) + slice.unit(0x65)
    }

    private func packet(_ bytes: [UInt8]) throws -> Packet {
        var raw = av_packet_alloc()
        defer { av_packet_free(&raw) }
        let packet = try #require(raw)
        try #require(av_new_packet(packet, Int32(bytes.count)) == 0)
        bytes.withUnsafeBytes {
            packet.pointee.data.update(from: $0.bindMemory(to: UInt8.self).baseAddress!, count: bytes.count)
        }
        packet.pointee.flags = AV_PKT_FLAG_KEY
        let payload = try #require(AVPacketPayload(moving: packet))
        return Packet(
            track: 0, presentation: .zero, decode: .zero, duration: .milliseconds(40), isKey: true, payload: payload)
    }

    private func track(_ size: PixelSize = .zero) -> Track {
        Track(id: 0, codec: .video(.h264), configuration: [], size: size, sampleRate: 0, channels: 0)
    }

    @Test(
        "A display's own size and the next larger one are decoded, 2160 lines always, and nothing beyond 8192 by 4352")
    func limits() {
        #expect(PictureLimit(for: .zero).allows(PixelSize(width: 4096, height: 2304)))
        #expect(!PictureLimit(for: PixelSize(width: 1280, height: 720)).allows(PixelSize(width: 7680, height: 4320)))
        #expect(PictureLimit(for: PixelSize(width: 3840, height: 2160)).allows(PixelSize(width: 7680, height: 4320)))
        let most = PictureLimit(for: PixelSize(width: .max, height: .max))
        #expect(most == .largest)
        #expect(most.allows(PixelSize(width: 8192, height: 4352)))
        #expect(!most.allows(PixelSize(width: 8192, height: 4353)))
        #expect(!most.allows(PixelSize(width: .max, height: .max)))
    }

    @Test("A key frame whose own header states more ends the decoder, and says how large it is")
    func stated() throws {
        let decoder = try LibraryVideoDecoder(track())
        let frame = try packet(keyFrame(PixelSize(width: 16_384, height: 8192)))
        #expect(throws: DecodeError.tooLarge(PixelSize(width: 16_384, height: 8192), pixels: 8192 * 4352)) {
            try decoder.decode(frame) { _ in Issue.record("no picture") }
        }
    }

    @Test("A key frame of a size that is decoded, and damaged, is counted and ends nothing")
    func damaged() throws {
        let decoder = try LibraryVideoDecoder(track())
        try decoder.decode(try packet(keyFrame(PixelSize(width: 320, height: 192)))) { _ in }
        try decoder.decode(try packet([1, 2, 3])) { _ in }
    }

    @Test("What a container declares is refused before a decoder is made")
    func declared() {
        let library = FFmpegLibrary(decoding: .software) { PixelSize(width: 1920, height: 1080) }
        let size = PixelSize(width: 7680, height: 4320)
        #expect(throws: DecodeError.tooLarge(size, pixels: 4096 * 2304)) { try library.makeVideoDecoder(track(size)) }
    }
}
