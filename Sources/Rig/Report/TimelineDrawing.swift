/// A scenario's timeline as an SVG: a lane each for keys, picture, sound, bus, faults and notes, in
/// milliseconds since its first entry.
struct TimelineDrawing {
    private typealias Entry = ScenarioResult.Entry

    /// One entry where it is drawn, in units of the drawing.
    private struct Mark {
        var text: String
        var details: String
        var x: Double
        var width: Double
        var row: Int
        /// False where its neighbours leave no room: it is then only told when pointed at.
        var isLabelled: Bool
    }

    private static let width = 1_040.0
    private static let margin = 74.0
    private static let rowHeight = 20.0
    private static let mostRows = 4
    private static let most = 500
    /// Of a letter of 11 units, as a rule.
    private static let letter = 6.0

    private let start: Int64
    private let nanoseconds: Double
    private let lanes: [(lane: ScenarioResult.Entry.Lane, entries: [ScenarioResult.Entry])]

    init(_ timeline: [ScenarioResult.Entry]) {
        let sorted = timeline.sorted { $0.time < $1.time }
        start = sorted.first?.time ?? 0
        let end = sorted.map { max($0.end ?? $0.time, $0.time) }.max() ?? 0
        nanoseconds = max(Double(end) - Double(start), 1_000_000)
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
                    + "<line x1=\"0\" x2=\"\(Self.width)\" y1=\"\(y + height)\" y2=\"\(y + height)\" stroke=\"#e7e2dc\"/>")
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

    /// From the start, in units of the drawing.
    private func position(_ offset: Double) -> Double {
        ((Self.margin + (Self.width - Self.margin - 16) * min(max(offset / nanoseconds, 0), 1)) * 100).rounded() / 100
    }

    /// Entries side by side in as many rows as their labels need.
    private func arranged(_ entries: [ScenarioResult.Entry]) -> [Mark] {
        var ends: [Double] = []
        return entries.map { entry in
            let x = position(Double(entry.time) - Double(start))
            let end = entry.end.map { position(Double($0) - Double(start)) } ?? x
            let width = max(end - x, 3)
            let text = entry.text.split(separator: "\n").first.map { String($0.prefix(48)) } ?? ""
            // The label stands in a wide bar, else behind it.
            let letters = Double(text.count) * Self.letter + 8
            let wanted = width >= letters ? width : width + letters
            let fits = x + wanted <= Self.width
            let row = ends.firstIndex { $0 <= x } ?? (ends.count < Self.mostRows ? ends.count : nil)
            let isLabelled = row != nil && fits
            if let row {
                if row == ends.count { ends.append(0) }
                ends[row] = x + (isLabelled ? wanted : width) + 4
            }
            let time = (Double(entry.time) - Double(start)) / 1_000_000
            let length = entry.end.map { ", for \(((Double($0) - Double(entry.time)) / 1_000_000).short) ms" } ?? ""
            return Mark(
                text: text, details: "\(time.short) ms\(length): \(entry.text)", x: x, width: width,
                row: row ?? Self.mostRows - 1, isLabelled: isLabelled)
        }
    }

    private func draw(_ mark: Mark, colour: (fill: String, text: String), y: Double) -> String {
        let isWide = mark.width >= Double(mark.text.count) * Self.letter + 8
        var parts = "<g><title>\(mark.details.html)</title>"
            + "<rect x=\"\(mark.x)\" y=\"\(y)\" width=\"\(mark.width)\" height=\"16\" rx=\"\(mark.width > 4 ? 3 : 1.5)\" fill=\"\(colour.fill)\"/>"
        if mark.isLabelled {
            let x = isWide ? mark.x + 5 : mark.x + mark.width + 4
            parts += "<text x=\"\(x)\" y=\"\(y + 12)\" fill=\"\(isWide ? "#ffffff" : colour.text)\">\(mark.text.html)</text>"
        }
        return parts + "</g>"
    }

    /// In milliseconds: at most ten, at steps of 1, 2 or 5 times a power of ten.
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
