import CFFmpeg
import Devices
import MediaCore
import TestSupport
import Testing

@testable import FFmpeg

@Suite("Memory of decoded pictures", .enabled(if: MediaFixtures.isAvailable))
struct PictureMemoryTests {
    /// The bytes of a picture, row by row and plane by plane, without what lies between the rows.
    private func bytes(_ frame: VideoFrame) -> [UInt8] {
        frame.planes.enumerated().reduce(into: []) { bytes, plane in
            let shift = plane.offset == 0 ? 0 : 1
            let (width, height) = ((frame.size.width + shift) >> shift, (frame.size.height + shift) >> shift)
            for row in 0..<height {
                bytes += UnsafeBufferPointer(start: plane.element.base + row * plane.element.stride, count: width)
            }
        }
    }

    @Test(
        "Pictures of any size are what was encoded",
        arguments: ["322x182", "176x144", "720x576", "16x16", "1366x768"])
    func exact(size: String) throws {
        let raw = try MediaFixtures.bytes(
            "raw-\(size).yuv", ["-map", "0:v", "-pix_fmt", "yuv420p", "-f", "rawvideo"], size: size, seconds: 0.2)
        let lossless = ["-map", "0:v", "-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p", "-f", "mpegts"]
        let decoded = Decoded(
            try MediaFixtures.bytes("lossless-\(size).ts", lossless, size: size, seconds: 0.2), .mpegTS)
        #expect(decoded.frames.count == 5)
        #expect(decoded.frames.flatMap(bytes) == raw)
        // The decoders of instruction sets want rows that begin so.
        for plane in decoded.frames.flatMap(\.planes) { #expect(plane.stride % 64 == 0) }
    }

    @Test("A picture stays what it is while other decoders take and give back memory, also once its decoder is gone")
    func lent() throws {
        let media = try MediaFixtures.bytes("bframes.ts", DecodeTests.h264 + DecodeTests.aac + ["-f", "mpegts"])
        let kept = Decoded(media, .mpegTS).frames
        let before = kept.map(bytes)
        for _ in 0..<3 {
            // All but a few of these pictures go back while the next are decoded.
            let others = Decoded(media, .mpegTS).frames
            #expect(others.map(bytes) == before)
        }
        #expect(kept.map(bytes) == before)
    }

    @Test("Of what comes back only a few pieces are kept")
    func spare() throws {
        let media = try MediaFixtures.bytes("bframes.ts", DecodeTests.h264 + DecodeTests.aac + ["-f", "mpegts"])
        #expect(Decoded(media, .mpegTS).frames.count == 50)
        #expect(PictureMemory.shared.spareCount <= PictureMemory.mostSpare)
    }

    @Test("Memory that another decoder wrote comes wiped; a decoder's own comes as it was")
    func wiped() throws {
        let memory = PictureMemory()
        let (one, other) = (memory.newBorrower(), memory.newBorrower())
        /// Borrows, looks at what is there, writes and gives back.
        func visit(_ borrower: UnsafeMutableRawPointer?, writes value: UInt8) throws -> [UInt8] {
            var buffer: UnsafeMutablePointer<AVBufferRef>? = memory.borrow(4096, for: borrower)
            try #require(buffer != nil)
            let bytes = UnsafeMutableBufferPointer(start: buffer?.pointee.data, count: 4096)
            defer { av_buffer_unref(&buffer) }
            defer { bytes.update(repeating: value) }
            return Array(bytes)
        }
        _ = try visit(one, writes: 7)
        #expect(try visit(one, writes: 8) == [UInt8](repeating: 7, count: 4096))
        #expect(try visit(other, writes: 9) == [UInt8](repeating: 0, count: 4096))
        #expect(try visit(one, writes: 7) == [UInt8](repeating: 0, count: 4096))
        #expect(memory.spareCount == 1)
    }
}
