/// The SVG of a scenario's timeline: a lane each for keys, picture, sound, bus, faults and notes,
/// in milliseconds since its first entry.
struct TimelineDrawing {
    private typealias Entry = ScenarioResult.Entry

    /// One entry as it is drawn, in units of the drawing.
    private struct Mark {
        var text: String
        var details: String
        var x: Double
        var width: Double
        var row: Int
        var label: Label

        /// The right end of the mark, with its label.
        var end: Double { x + width + (label == .behind ? letters : 0) }
        /// The width of the label, with room around it.
        var letters: Double { Double(text.count) * TimelineDrawing.letter + 8 }
    }

    private enum Label {
        case within, behind, before
        /// No label, as the neighbours leave no room: the text shows only when pointed at.
        case none
    }

    private static let width = 1_040.0
    private static let margin = 74.0
    private static let rowHeight = 20.0
    private static let mostRows = 4
    private static let most = 500
    /// The usual width of a letter, in units of the drawing.
    private static let letter = 6.0

    private let start: Int64
    private let nanoseconds: Double
    private let lanes: [(lane: ScenarioResult.Entry.Lane, entries: [ScenarioResult.Entry])]
    /// How many entries are left out, of the lanes with more entries than are drawn.
    private let left: [ScenarioResult.Entry.Lane: Int]

    init(_ timeline: [ScenarioResult.Entry]) {
        let sorted = timeline.sorted { $0.time < $1.time }
        start = sorted.first?.time ?? 0
        let end = sorted.map { max($0.end ?? $0.time, $0.time) }.max() ?? 0
        nanoseconds = max(Double(end) - Double(start), 1_000_000)
        left = Dictionary(grouping: sorted, by: \.lane).mapValues { $0.count - Self.most }.filter { $0.value > 0 }
        lanes = Entry.Lane.allCases.compactMap { lane in
            let entries = sorted.filter { $0.lane == lane }
            return entries.isEmpty ? nil : (lane, Array(entries.prefix(Self.most)))
        }
    }

    var svg: String {
        var y = 8.0
        var parts: [String] = []
        for (lane, entries) in lanes {
            let marks = arranged(entries)
            let rows = (marks.map(\.row).max() ?? 0) + 1
            let height = Double(rows) * Self.rowHeight + 12
            parts.append(
                "<text x=\"0\" y=\"\(y + 20)\" fill=\"#6b635c\">\(lane.rawValue)</text>"
                    + (left[lane].map { "<text x=\"0\" y=\"\(y + 34)\" fill=\"#6b635c\">and \($0) more</text>" } ?? "")
                    + "<line x1=\"0\" x2=\"\(Self.width)\" y1=\"\(y + height)\" y2=\"\(y + height)\" stroke=\"#e7e2dc\"/>"
            )
            parts += marks.map { draw($0, colour: Self.colour(of: lane), y: y + 6 + Double($0.row) * Self.rowHeight) }
            y += height
        }
        let axis = ticks.map { tick -> String in
            let x = position(tick * 1_000_000)
            return "<line x1=\"\(x)\" x2=\"\(x)\" y1=\"4\" y2=\"\(y)\" stroke=\"#e7e2dc\"/>"
                + "<text x=\"\(x)\" y=\"\(y + 16)\" fill=\"#6b635c\" text-anchor=\"middle\">\(Int(tick))</text>"
        }
        return """
            <svg class="timeline" viewBox="0 0 \(Self.width) \(y + 22)" xmlns="http://www.w3.org/2000/svg" font-family="system-ui, 'Noto Sans', sans-serif" font-size="11" role="img">
            \(axis.joined(separator: "\n"))
            <text x="0" y="\(y + 16)" fill="#6b635c">ms</text>
            \(parts.joined(separator: "\n"))
            </svg>
            """
    }

    /// The horizontal position of a time since the start, in units of the drawing.
    private func position(_ offset: Double) -> Double {
        ((Self.margin + (Self.width - Self.margin - 16) * min(max(offset / nanoseconds, 0), 1)) * 100).rounded() / 100
    }

    /// The entries arranged in as many rows as their labels need, up to a few.
    private func arranged(_ entries: [ScenarioResult.Entry]) -> [Mark] {
        var marks: [Mark] = []
        /// The last mark of each row.
        var rows: [Int] = []
        for entry in entries {
            var mark = mark(entry)
            if mark.width >= mark.letters { mark.label = .within }
            if mark.label == .behind, mark.end > Self.width { mark.label = .before }
            let start = mark.label == .before ? mark.x - mark.letters : mark.x
            if let free = rows.firstIndex(where: { marks[$0].end + 4 <= start }) {
                mark.row = free
            } else if rows.count < Self.mostRows {
                mark.row = rows.count
                rows.append(marks.count)
            } else {
                // The row that is free soonest; a label that is in the way there is dropped.
                mark.row =
                    rows.indices.min {
                        marks[rows[$0]].x + marks[rows[$0]].width < marks[rows[$1]].x + marks[rows[$1]].width
                    } ?? 0
                if marks[rows[mark.row]].label == .behind { marks[rows[mark.row]].label = .none }
                if mark.label != .within { mark.label = .none }
            }
            rows[mark.row] = marks.count
            marks.append(mark)
        }
        return marks
    }

    private func mark(_ entry: ScenarioResult.Entry) -> Mark {
        let x = position(Double(entry.time) - Double(start))
        let end = entry.end.map { position(Double($0) - Double(start)) } ?? x
        let time = (Double(entry.time) - Double(start)) / 1_000_000
        let length = entry.end.map { ", for \(((Double($0) - Double(entry.time)) / 1_000_000).short) ms" } ?? ""
        return Mark(
            text: entry.text.split(separator: "\n").first.map { String($0.prefix(48)) } ?? "",
            details: "\(time.short) ms\(length): \(entry.text)", x: x, width: max(end - x, 3), row: 0, label: .behind)
    }

    private func draw(_ mark: Mark, colour: (fill: String, text: String), y: Double) -> String {
        let bar =
            "<rect x=\"\(mark.x)\" y=\"\(y)\" width=\"\(mark.width)\" height=\"16\" rx=\"\(mark.width > 4 ? 3 : 1.5)\" fill=\"\(colour.fill)\"/>"
        func text(_ x: Double, _ fill: String, _ anchor: String = "start") -> String {
            "<text x=\"\(x)\" y=\"\(y + 12)\" fill=\"\(fill)\" text-anchor=\"\(anchor)\">\(mark.text.html)</text>"
        }
        let label =
            switch mark.label {
            case .within: text(mark.x + 5, "#ffffff")
            case .behind: text(mark.x + mark.width + 4, colour.text)
            case .before: text(mark.x - 4, colour.text, "end")
            case .none: ""
            }
        return "<g><title>\(mark.details.html)</title>\(bar)\(label)</g>"
    }

    /// The scale's ticks in milliseconds: at most ten, in steps of 1, 2 or 5 times a power of ten.
    private var ticks: [Double] {
        let milliseconds = nanoseconds / 1_000_000
        var step = 1.0
        for factor in [2, 2.5, 2].cycled(30) where milliseconds / step > 10 { step *= factor }
        return Array(stride(from: 0, through: milliseconds, by: step))
    }

    private static func colour(of lane: ScenarioResult.Entry.Lane) -> (fill: String, text: String) {
        switch lane {
        case .key: ("#b45309", "#92400e")
        case .picture: ("#1d4ed8", "#1e3a8a")
        case .sound: ("#0f766e", "#115e59")
        case .bus: ("#6d28d9", "#4c1d95")
        case .fault: ("#b91c1c", "#991b1b")
        case .note: ("#78716c", "#44403c")
        }
    }
}

extension [Double] {
    /// The elements over and over, `count` of them.
    fileprivate func cycled(_ count: Int) -> [Double] { (0..<count).map { self[$0 % self.count] } }
}
