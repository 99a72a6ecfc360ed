import Glibc

/// Distributions of flips as an SVG: a panel for each cell, a strip of dots for each player, on a
/// logarithmic scale. Greys and colours of middle lightness without a background, so that it is readable
/// on light and dark pages.
package struct FlipDrawing {
    private let results: [FlipResult]

    package init(_ results: [FlipResult]) { self.results = results }

    private static let width = 860.0
    private static let columns = 2
    private static let labels = 124.0
    private static let values = 44.0
    private static let rowHeight = 19.0
    private static let head = 58.0
    /// The milliseconds at the ends of the scale.
    private static let scale = (least: 5.0, most: 12_000.0)
    private static let marks = [10, 30, 100, 300, 1000, 3000, 10_000]

    package func svg() -> String {
        var cells: [FlipCell] = []
        for result in results where !cells.contains(result.cell) { cells.append(result.cell) }
        let rows = cells.map { cell in results.count { $0.cell == cell } }
        let panelWidth = Self.width / Double(Self.columns)
        var y = Self.head
        var body = ""
        for start in stride(from: 0, to: cells.count, by: Self.columns) {
            let line = start..<min(start + Self.columns, cells.count)
            let height = Double(line.map { rows[$0] }.max() ?? 0) * Self.rowHeight + 52
            for index in line {
                body += panel(cells[index], x: Double(index - start) * panelWidth, y: y, width: panelWidth - 12)
            }
            y += height
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(y) + 8)" font-family="system-ui, sans-serif" font-size="11" fill="#7d8590">
            <style>.own{fill:#2f81f7}.peer{fill:#b5762a}.name{font-size:11px}.bold{font-weight:600}.grid{stroke:#7d8590;stroke-opacity:.25}.bound{stroke:#3fb950;stroke-width:1.5;stroke-dasharray:3 2}</style>
            <text x="4" y="18" font-size="15" class="bold">From the key to a moving picture, ms</text>
            <text x="4" y="36">Each dot is a flip: the second new picture on the output, read from its pixels. Bar: median. <tspan fill="#3fb950">Dashes: the least it can take.</tspan> Left is better.</text>
            \(body)</svg>

            """
    }

    private func panel(_ cell: FlipCell, x: Double, y: Double, width: Double) -> String {
        let left = x + Self.labels
        let right = x + width - Self.values
        let rows = results.filter { $0.cell == cell }
        let bottom = y + 22 + Double(rows.count) * Self.rowHeight
        var text =
            "<text x=\"\(Self.number(x + 4))\" y=\"\(Self.number(y + 12))\" class=\"bold\">\(Self.escaped(cell.name))</text>\n"
        for mark in Self.marks {
            let at = Self.place(Double(mark), left, right)
            text +=
                "<line x1=\"\(at)\" x2=\"\(at)\" y1=\"\(Self.number(y + 20))\" y2=\"\(Self.number(bottom))\" class=\"grid\"/>"
            text +=
                "<text x=\"\(at)\" y=\"\(Self.number(bottom + 12))\" text-anchor=\"middle\" font-size=\"9\">\(mark)</text>\n"
        }
        for (index, row) in rows.enumerated() {
            let middle = y + 22 + (Double(index) + 0.5) * Self.rowHeight
            let style = row.isOwn ? "own" : "peer"
            text +=
                "<text x=\"\(Self.number(left - 6))\" y=\"\(Self.number(middle + 4))\" text-anchor=\"end\" class=\"name\">\(Self.escaped(row.player))</text>"
            let bound = Self.place(row.boundMotion, left, right)
            text +=
                "<line x1=\"\(bound)\" x2=\"\(bound)\" y1=\"\(Self.number(middle - 8))\" y2=\"\(Self.number(middle + 8))\" class=\"bound\"/>"
            for (number, value) in row.motion.enumerated() {
                // The dots are shifted: those that lay on top of each other would not be seen.
                let shift = Double(number % 5) * 2 - 4
                text +=
                    "<circle cx=\"\(Self.place(value, left, right))\" cy=\"\(Self.number(middle + shift))\" r=\"1.9\" class=\"\(style)\" fill-opacity=\".45\"/>"
            }
            let median = Percentiles(row.motion)[0.5]
            if median.isFinite {
                let at = Self.place(median, left, right)
                text +=
                    "<rect x=\"\(at)\" y=\"\(Self.number(middle - 7))\" width=\"2.5\" height=\"14\" class=\"\(style)\"/>"
            }
            let label = median.isFinite ? String(Int(median.rounded())) : "none"
            text +=
                "<text x=\"\(Self.number(right + 6))\" y=\"\(Self.number(middle + 4))\" class=\"\(style) bold\">\(label)</text>\n"
        }
        return text
    }

    private static func place(_ milliseconds: Double, _ left: Double, _ right: Double) -> String {
        let inside = min(max(milliseconds, scale.least), scale.most)
        let share = log(inside / scale.least) / log(scale.most / scale.least)
        return number(left + share * (right - left))
    }

    /// A number as text, rounded to a tenth of a unit, which is enough.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(abs(tenths % 10))"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
