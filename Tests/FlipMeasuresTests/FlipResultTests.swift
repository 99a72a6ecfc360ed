import FlipMeasures
import Foundation
import Testing

struct FlipResultTests {
    private let cell = FlipCell(roundTrip: 30, rate: 20_000, container: "fmp4", segment: 6, isLadder: true)

    private func result(_ player: String, own: Bool, _ motion: [Double], missing: Int = 0) -> FlipResult {
        var result = FlipResult(cell: cell, player: player, isOwn: own, boundFirst: 100, boundMotion: 200)
        result.first = motion.map { $0 / 2 }
        result.motion = motion
        result.missing = missing
        return result
    }

    @Test("A cell's address says all of it")
    func address() {
        #expect(
            cell.url(base: "http://o:1", channel: 3, line: 7)
                == "http://o:1/ch/3/master.m3u8?container=fmp4&segment=6&rtt=30&rate=20000&line=7")
        #expect(
            FlipCell().url(base: "http://o:1", channel: 3, line: 7, visit: 2)
                == "http://o:1/ch/3/720.m3u8?container=ts&segment=2&visit=2")
    }

    @Test("The whole matrix has every combination once, and the usual ones are of it")
    func matrix() {
        #expect(FlipCell.all.count == 48 && Set(FlipCell.all).count == 48)
        #expect(Set(FlipCell.usual).isSubset(of: FlipCell.all) && Set(FlipCell.usual).count == 10)
        #expect(Set(FlipCell.short).isSubset(of: FlipCell.all))
    }

    @Test("Rows are held against their bound and the best peer")
    func table() {
        let table = FlipTable([
            result("Hearth cold", own: true, [100, 300, 200]), result("slow", own: false, [800], missing: 2),
            result("quick", own: false, [400, 400]), result("dead", own: false, [], missing: 3),
        ])
        #expect(table.bestPeer(in: cell)?.player == "quick")
        let lines = table.text(of: cell).split(separator: "\n").map(String.init)
        #expect(lines.count == 6)
        #expect(lines[2] == "| Hearth cold | 100 / 150 / 150 | 200 / 300 / 300 | 1.00, 1.00 | 0.50 | 0 of 3 |")
        #expect(lines[3] == "| slow | 400 / 400 / 400 | 800 / 800 / 800 | 4.00, 4.00 | 2.00 | 2 of 3 |")
        #expect(lines[5] == "| dead | – / – / – | – / – / – | –, – | – | 3 of 3 |")
    }

    @Test("The drawing is well-formed, with a dot for each flip inside it")
    func drawing() throws {
        let text = FlipDrawing([result("a & <b>", own: true, [1, 20, 300, 50_000]), result("dead", own: false, [])])
            .svg()
        #expect(text.components(separatedBy: "<circle").count == 5)
        #expect(text.contains("a &amp; &lt;b>"))
        for match in text.matches(of: /cx="([0-9.]+)"/) {
            let x = try #require(Double(match.1))
            #expect(x >= 124 && x <= 430)
        }
        let parser = XMLCheck(text)
        #expect(parser.isWellFormed)
    }
}

/// A check that elements are opened and closed in order.
private struct XMLCheck {
    let isWellFormed: Bool

    init(_ text: String) {
        var open: [Substring] = []
        var isRight = true
        for match in text.matches(of: /<(\/?)([a-z]+)[^>]*?(\/?)>/) {
            if !match.1.isEmpty {
                isRight = isRight && open.popLast() == match.2
            } else if match.3.isEmpty {
                open.append(match.2)
            }
        }
        isWellFormed = isRight && open.isEmpty
    }
}
