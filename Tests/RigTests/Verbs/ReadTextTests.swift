import Foundation
import MediaCore
import Rig
import Testing

@Suite("Reading text")
struct ReadTextTests {
    /// Output as tesseract 5 prints it.
    private static let tsv = """
        level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext
        4\t1\t2\t1\t1\t0\t471\t144\t664\t78\t-1\t
        5\t1\t2\t1\t1\t1\t471\t150\t46\t72\t96.616577\t5
        5\t1\t2\t1\t1\t2\t570\t144\t334\t78\t96.047691\tHearth
        5\t1\t2\t1\t1\t3\t945\t144\t190\t78\t96.047691\tFive
        5\t1\t3\t1\t1\t1\t3286\t225\t106\t60\t21.634460\tThe
        5\t1\t4\t1\t1\t1\t471\t288\t126\t39\t95.546867\tFrom
        5\t1\t4\t1\t1\t2\t621\t288\t25\t39\t96.576118\t3
        """

    @Test("Words, their places on the screen and their lines; doubtful ones are left out")
    func words() throws {
        let read = try #require(ReadText(tsv: Self.tsv, scale: 3, corner: (64, 532)))
        #expect(read.text == "5 Hearth Five\nFrom 3")
        #expect(read.words.first?.region == PixelRectangle(x: 64 + 157, y: 532 + 50, width: 16, height: 24))
    }

    @Test("A text is found in one line, whatever its case and the letters that look alike")
    func find() throws {
        let read = try #require(ReadText(tsv: Self.tsv, scale: 3, corner: (0, 0)))
        #expect(read.find("hearth five")?.x == 190)
        #expect(read.find("HEARTH F1VE") != nil)
        #expect(read.find("“Hearth Five”") != nil)
        #expect(read.find("Hearth Four") == nil)
        #expect(read.find("Five From") == nil)
        #expect(read.find("Heart") == nil)
        #expect(read.find("") == nil)
    }

    @Test("A complaint is no text")
    func complaint() {
        #expect(ReadText(tsv: "sh: 1: tesseract: not found", scale: 1, corner: (0, 0)) == nil)
        #expect(ReadText(tsv: "", scale: 1, corner: (0, 0)) == nil)
    }

    @Test(
        "The interstitial of docs/screen.png is read",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tesseract"),
            "needs tesseract: scripts/packages board"))
    func screen() throws {
        let path = URL(fileURLWithPath: #filePath).appending(path: "../../../../docs/screen.png").standardized
        let frame = SeenFrame(time: .zero, image: try Image(png: Array(try Data(contentsOf: path))))
        let panel = Region.area(x: 64, y: 532, width: 1152, height: 152)
        let result = try matchText("Hearth Five", in: frame, region: panel)
        let place = try #require(result.region, "\(result.text)")
        #expect(abs(place.x - 251) <= 3 && abs(place.y - 579) <= 4 && abs(place.maxX - 442) <= 3, "\(place)")
        #expect(try matchText("From 3 Hearth Three", in: frame, region: panel).match)
        #expect(try !matchText("Hearth Two", in: frame, region: panel).match)
        #expect(try ocr(frame, region: .area(x: 5_000, y: 0, width: 10, height: 10)).words.isEmpty)
    }
}
