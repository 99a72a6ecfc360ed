import Compositing
import Foundation
import MediaCore
import TestSupport
import Testing

@Suite("Pictures for the outside")
struct PictureOutputTests {
    @Test("The fingerprint is the average grey of each box, and its hash tells one changed pixel")
    func fingerprint() {
        let size = PixelSize(width: 640, height: 360)
        let target = CompositionTarget(size: size)
        let buffer = target.buffer
        defer { withExtendedLifetime(target) {} }
        func set(_ x: Int, _ y: Int, _ pixel: UInt32) {
            UnsafeMutableRawPointer(buffer.base).storeBytes(
                of: pixel, toByteOffset: y * buffer.stride + x * 4, as: UInt32.self)
        }
        for y in 0..<360 { for x in 0..<640 { set(x, y, x < 320 ? 0xffff_ffff : 0xff00_0000) } }
        for y in 350..<360 { for x in 630..<635 { set(x, y, 0xffff_ffff) } }
        let maker = FingerprintMaker()
        let first = maker.fingerprint(of: buffer)
        #expect(first.grey.count == 64 * 36)
        #expect(first.grey[0] >= 254)
        #expect(first.grey[31] >= 254)
        #expect(first.grey[32] == 0)
        #expect(abs(Int(first.grey[64 * 36 - 1]) - 128) <= 1)
        #expect(maker.fingerprint(of: buffer) == first)
        set(639, 359, 0xff00_0001)
        #expect(maker.fingerprint(of: buffer).hash != first.hash)
    }

    @Test("A PNG has a signature, a true header, and pixels that another program reads back")
    func png() throws {
        var image = Image(size: PixelSize(width: 3, height: 2))
        image.pixels = [0xffff_0000, 0xff00_ff00, 0xff00_00ff, 0xff10_2030, 0xffff_ffff, 0xff00_0000]
        let file = image.png()
        #expect(file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
        #expect(Array(file[8..<26]) == [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 3, 0, 0, 0, 2, 8, 2])
        #expect(Array(file.suffix(12)) == [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])

        let ffmpeg = "/usr/bin/ffmpeg"
        guard FileManager.default.isExecutableFile(atPath: ffmpeg) else { return }
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-png-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.png")
        try Data(file).write(to: path)
        let raw = try ProgramRun(
            ffmpeg, ["-v", "error", "-i", path.path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
        ).output
        #expect([UInt8](raw) == [255, 0, 0, 0, 255, 0, 0, 0, 255, 16, 32, 48, 255, 255, 255, 0, 0, 0])
    }
}
