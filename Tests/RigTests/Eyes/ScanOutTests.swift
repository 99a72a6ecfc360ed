import MediaCore
import OriginPattern
import Rig
import Testing

@Suite("Scan-out tap")
struct ScanOutTests {
    private let head: [UInt32] = [
        0x3150_4154, 64 + 6 * 1280 * 4, 7, 1, 5, 2, 2, 3, 1280, 720, 15, 6, 10, 0, 0, 0,
    ]

    @Test("A record's head is read")
    func record() throws {
        let record = try #require(ScanOutRecord(words: head))
        #expect(record.sequence == 1 << 32 | 7 && record.time == HostTime(nanoseconds: 2 << 32 | 5))
        #expect(record.vblanks == 2 && record.lost == 3 && record.screen == PixelSize(width: 1280, height: 720))
        #expect(record.firstRow == 15 && record.rows == 6 && record.step == 10 && record.pixelCount == 7_680)
    }

    @Test("What no tap writes is refused", arguments: [(0, 1), (1, 64), (8, 0), (9, 9_000), (11, 721), (12, 0)])
    func nonsense(word: Int, value: UInt32) {
        var words = head
        words[word] = value
        #expect(ScanOutRecord(words: words) == nil)
        #expect(ScanOutRecord(words: Array(head.dropLast())) == nil)
    }

    @Test(
        "The pattern is read from six rows, and from the whole picture",
        arguments: [
            PixelSize(width: 1280, height: 720), PixelSize(width: 1920, height: 1080),
            PixelSize(width: 1024, height: 768),
        ])
    func band(screen: PixelSize) throws {
        let band = try #require(PatternBand(screen: screen))
        let pattern = BitPattern(channel: 7, frame: 123_456, isFlash: true)
        var image = Image(size: screen)
        let area = band.picture
        for row in 0..<2 {
            let line = (0..<area.width).map { x -> UInt32 in
                pattern.cells[row * 32 + x * 32 / area.width] ? 0xffeb_ebeb : 0xff10_1010
            }
            for y in row * area.height / 18..<(row + 1) * area.height / 18 {
                let start = (area.y + y) * screen.width + area.x
                image.pixels.replaceSubrange(start..<start + area.width, with: line)
            }
        }
        #expect(image.pixels.withUnsafeBufferPointer { band.read($0, isWhole: true) }?.pattern == pattern)
        let rows = (0..<PatternBand.rows).flatMap { row in
            let start = (band.firstRow + row * band.step) * screen.width
            return image.pixels[start..<start + screen.width]
        }
        let reading = rows.withUnsafeBufferPointer { band.read($0, isWhole: false) }
        #expect(reading?.pattern == pattern && reading?.contrast == 219)
        #expect(rows.dropLast().withUnsafeBufferPointer { band.read($0, isWhole: false) } == nil)
    }

    @Test("A black picture has no pattern")
    func black() throws {
        let screen = PixelSize(width: 1280, height: 720)
        let pixels = Image(size: screen).pixels
        let band = try #require(PatternBand(screen: screen))
        let reading = pixels.withUnsafeBufferPointer { band.read($0, isWhole: true) }
        #expect(reading?.pattern == nil && reading?.contrast == 0)
        #expect(PatternBand(screen: PixelSize(width: 100, height: 100)) == nil)
    }
}
