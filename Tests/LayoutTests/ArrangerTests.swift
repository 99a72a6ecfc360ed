import Layout
import Testing

@Suite("Layout")
struct ArrangerTests {
    /// An arranger for which every character is half an em wide, every line 1.25 em high.
    private let arranger = Arranger { text, width in
        let natural = Double(text.string.count) * text.size / 2
        let lines = natural <= width ? 1 : min(text.maximumLines, Int((natural / max(width, 1)).rounded(.up)))
        return Size(width: min(natural, width), height: Double(lines) * text.size * 1.25)
    }

    private func frames(_ node: Node, _ width: Double, _ height: Double) -> [Rectangle] {
        arranger.placements(of: node, in: Size(width: width, height: height)).map(\.frame)
    }

    private func block(_ width: Node.Length, _ height: Node.Length) -> Node {
        Node(.icon(.star, .white)).sized(width: width, height: height)
    }

    @Test("A row gives fixed children their width and shares the rest among those that fill")
    func row() {
        let row = Node.row(
            [block(.fixed(100), .fixed(50)), block(.fill, .fill), block(.fill, .fixed(20))], spacing: 10)
        #expect(
            frames(row, 520, 80) == [
                Rectangle(x: 0, y: 15, width: 100, height: 50),
                Rectangle(x: 110, y: 0, width: 200, height: 80),
                Rectangle(x: 320, y: 30, width: 200, height: 20),
            ])
    }

    @Test("A column stands at the edge its alignment names")
    func column() {
        let column = Node.column(
            [block(.fixed(100), .fixed(50)), block(.fixed(40), .fixed(30))], spacing: 8,
            alignment: Alignment(.end, .center))
        #expect(
            frames(column, 200, 188) == [
                Rectangle(x: 100, y: 50, width: 100, height: 50),
                Rectangle(x: 160, y: 108, width: 40, height: 30),
            ])
    }

    @Test("Text gives way to what is fixed beside it, and is no wider than the room left")
    func textGivesWay() {
        let row = Node.row([.text(Text("a long name", size: 20)), block(.fixed(60), .fixed(60))], spacing: 10)
        #expect(
            frames(row, 120, 60) == [
                Rectangle(x: 0, y: 17.5, width: 50, height: 25),
                Rectangle(x: 60, y: 0, width: 60, height: 60),
            ])
    }

    @Test("A box is drawn behind its content, which keeps its padding, and its border in front")
    func box() {
        let node = block(.fill, .fill).padded(Insets(horizontal: 10, vertical: 5))
            .boxed(.black, cornerRadius: 4, border: .init(color: .white, width: 2)).faded(0.5)
        let placements = arranger.placements(of: node, in: Size(width: 100, height: 40))
        #expect(
            placements.map(\.frame) == [
                Rectangle(x: 0, y: 0, width: 100, height: 40),
                Rectangle(x: 10, y: 5, width: 80, height: 30),
                Rectangle(x: 0, y: 0, width: 100, height: 40),
            ])
        #expect(placements.map(\.opacity) == [0.5, 0.5, 0.5])
    }

    @Test("Text shrinks to fit as far as it may, and is cut only then")
    func shrinking() {
        func size(_ string: String) -> Double? {
            let node = Node.text(Text(string, size: 40, minimumScale: 0.5))
            guard case .text(let text)? = arranger.placements(of: node, in: Size(width: 100, height: 60)).first?.element
            else { return nil }
            return text.size
        }
        #expect(size("12345") == 40)
        #expect(size("12345678") == 40 * 100.0 / 160 * 0.99)
        #expect(size("12345678901234567890") == 20)
    }

    @Test(
        "Whatever does not fit, nothing is placed outside the room and nothing has a negative side",
        arguments: [(0.0, 0.0), (1, 1), (30, 400), (400, 10), (90, 60)])
    func neverOutside(width: Double, height: Double) {
        let inner = Node.row([block(.fixed(500), .fixed(500)), .text(Text("name", size: 30)), .spacer], spacing: 40)
        let node = Node.column([inner, inner.padded(Insets(60)), .stack([inner])], spacing: 70).padded(Insets(20))
            .sized(width: .fill, height: .fill).boxed(.black)
        for frame in frames(node, width, height) {
            #expect(frame.width >= 0 && frame.height >= 0)
            #expect(frame.width <= width && frame.height <= height)
        }
    }
}
