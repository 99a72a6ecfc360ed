import Devices
import MediaCore
import Testing

@testable import FFmpeg

/// What a stream says of bars in its pictures, in a message beside each (ETSI TS 101 154, annex B).
@Suite("FFmpeg: the active format of H.264 pictures", .enabled(if: MediaFixtures.isAvailable))
struct ActiveFormatTests {
    /// Pictures of 320 × 240, each with the code that `code` gives; nil: without one.
    private func stream(_ code: (Int) -> UInt8?) throws -> [UInt8] {
        let bytes = try MediaFixtures.bytes(
            "active-format.h264",
            ["-an", "-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-bf", "0", "-x264-params", "aud=1:slices=1"]
                + ["-pix_fmt", "yuv420p", "-f", "h264"], size: "320x240", seconds: 1)
        var writer = TransportWriter()
        writer.association([(1, 0x1000)])
        writer.map([.init(0x1b, 0x100)])
        for (index, unit) in units(bytes).enumerated() {
            var picture: [UInt8] = []
            for part in unit {
                if [1, 5].contains(part[4] & 0x1f), let code = code(index) { picture += message(code) }
                picture += part
            }
            writer.pes(0x100, picture, time: Int64(index) * 3600 + 9000, stream: 0xe0)
        }
        return writer.bytes
    }

    /// The access units, each in its parts, which begin with 0, 0, 0, 1.
    private func units(_ bytes: [UInt8]) -> [[[UInt8]]] {
        var starts: [(place: Int, length: Int)] = []
        var index = 0
        while index + 3 < bytes.count {
            if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
                let isLong = index > 0 && bytes[index - 1] == 0
                starts.append((isLong ? index - 1 : index, isLong ? 4 : 3))
                index += 3
            } else {
                index += 1
            }
        }
        var units: [[[UInt8]]] = []
        for (number, start) in starts.enumerated() {
            let end = number + 1 < starts.count ? starts[number + 1].place : bytes.count
            let part = [0, 0, 0, 1] + bytes[start.place + start.length..<end]
            if part[4] & 0x1f == 9 || units.isEmpty { units.append([]) }
            units[units.count - 1].append(part)
        }
        return units
    }

    private func message(_ code: UInt8) -> [UInt8] {
        [0, 0, 0, 1, 0x06, 0x04, 9, 0xb5, 0x00, 0x31] + Array("DTG1".utf8) + [0x41, 0xf0 | code, 0x80]
    }

    @Test("each picture has the code beside it, and one without a code has none")
    func codes() throws {
        let decoded = Decoded(try stream { $0 < 10 ? 10 : $0 < 20 ? 11 : nil }, .mpegTS)
        try #require(decoded.frames.count == 25)
        #expect(decoded.frames[..<10].allSatisfy { $0.activeFormat == ActiveFormat(code: 10) })
        #expect(decoded.frames[10..<20].allSatisfy { $0.activeFormat == ActiveFormat(code: 11) })
        #expect(decoded.frames[20...].allSatisfy { $0.activeFormat == nil })
        let screen = PixelRectangle(x: 0, y: 0, width: 1920, height: 1080)
        #expect(
            decoded.frames[0].placement(.auto, on: screen)
                == PicturePlacement(crop: PixelRectangle(x: 0, y: 30, width: 320, height: 180), destination: screen))
        #expect(decoded.frames[24].placement(.auto, on: screen).crop == nil)
    }
}
