import Layout
import Testing

@Suite("Larger text")
struct TextGrowthTests {
    /// Letters half as wide as high, lines a quarter higher than letters; lines break nowhere.
    private let arranger = Arranger { text, width in
        let natural = Double(text.string.count) * text.size / 2
        let lines = width.isFinite ? min(Double(text.maximumLines), max(1, (natural / max(width, 1)).rounded(.up))) : 1
        return Size(width: min(width, natural), height: text.size * 1.25 * lines)
    }

    private func sizes(_ node: Node, _ size: Size, _ scale: Double) -> [Double] {
        arranger.placements(of: node, in: size, textScale: scale).compactMap {
            if case .text(let text) = $0.element { (text.size * 10).rounded() / 10 } else { nil }
        }
    }

    @Test("Text is as large as wanted where its box has room")
    func room() {
        let node = Node.text(Text("word", size: 32))
        #expect(sizes(node, Size(width: 400, height: 100), 1.4) == [44.8])
        #expect(sizes(node, Size(width: 400, height: 100), 1) == [32])
        #expect(sizes(node, Size(width: 400, height: 100), 0.8) == [25.6])
    }

    @Test("In a box that is full it stays; another box beside it grows by itself")
    func boxes() {
        let line = Node.text(Text("word", size: 32))
        let node = Node.row(
            [line.sized(height: .fixed(42)), line.sized(height: .fixed(48)), line.sized(height: .fixed(90))])
        #expect(sizes(node, Size(width: 900, height: 90), 1.4) == [33.6, 38.4, 44.8])
    }

    @Test("The texts of a column grow together, all lines of a text counted")
    func together() {
        let node = Node.column([.text(Text("a", size: 40)), .text(Text("b", size: 24, maximumLines: 2))])
        // 40 and twice 24 are 110 high.
        #expect(sizes(node, Size(width: 300, height: 110), 1.4) == [40, 24])
        #expect(sizes(node, Size(width: 300, height: 144), 1.4) == [52, 31.2])
    }

    @Test("What stands first in a row does not push what follows out")
    func rows() {
        let node = Node.row(
            [.text(Text("0123456789", size: 40)), .text(Text("0123456789012345", size: 40))], spacing: 10)
        // 200 and at least 160 of the second.
        #expect(sizes(node, Size(width: 375, height: 200), 1.4) == [40, 40])
        #expect(sizes(node, Size(width: 420, height: 200), 1.4) == [50, 50])
    }

    @Test("Nothing becomes smaller than 24 points, and what is large already does not grow")
    func bounds() {
        #expect(sizes(.text(Text("a", size: 26)), Size(width: 400, height: 200), 0.8) == [24])
        #expect(sizes(.text(Text("a", size: 20)), Size(width: 400, height: 200), 0.8) == [20])
        #expect(sizes(.text(Text("12", size: 108)), Size(width: 400, height: 300), 1.4) == [108])
        #expect(sizes(.text(Text("12", size: 50)), Size(width: 400, height: 300), 1.4) == [60])
    }
}
