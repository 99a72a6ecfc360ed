/// The flips of one player in one cell and manner of surfing. Milliseconds from the key.
package struct SurfingResult: Codable, Sendable {
    package var cell: FlipCell
    package var manner: FlipManner
    package var player: String
    package var isOwn: Bool
    /// What is measured: the line as the origin models it, or real TCP.
    package var line: String
    /// The times of the first and the third picture of the new channel on the output; a flip that never came has the
    /// time after which it was given up.
    package var first: [Double] = []
    package var third: [Double] = []
    /// The bytes that still came for other channels (`TrafficPiece.late`), by flip.
    package var late: [Int] = []
    /// How many flips were not there within the time that a flip has.
    package var missing = 0
    /// The lower bound of the first picture for what this player may know when the key comes.
    package var boundFirst: Double

    package init(
        cell: FlipCell, manner: FlipManner, player: String, isOwn: Bool, line: String, boundFirst: Double
    ) {
        self.cell = cell
        self.manner = manner
        self.player = player
        self.isOwn = isOwn
        self.line = line
        self.boundFirst = boundFirst
    }
}

/// What surfing costs in a cell, as Markdown and as a law that is met or missed.
package struct SurfingTable {
    /// The names of the rows that the law compares.
    package static let warm = "Hearth warm"
    package static let cold = "Hearth cold"
    /// How much later than the slowest flip without warming one with it may be.
    private static let slowest = 1.2
    /// The most bytes that may come for others later than a round trip after the key.
    private static let late = 64_000

    private let results: [SurfingResult]

    package init(_ results: [SurfingResult]) { self.results = results }

    package func text() -> String {
        guard let one = results.first else { return "" }
        let peers = results.filter { !$0.isOwn }
        func best(_ times: (SurfingResult) -> [Double]) -> Double? {
            peers.map { Percentiles(times($0))[0.5] }.filter { $0.isFinite }.min()
        }
        let (first, third) = (best(\.first), best(\.third))
        var lines = [
            "| \(one.cell.name); \(one.manner.name); \(one.line) | first p50 / p95 / most | third p50 / p95 / most | × bound: first | × best peer: first, third | late for others, kB p95 / most | missing |",
            "|---|--:|--:|--:|--:|--:|--:|",
        ]
        for result in results {
            let (firsts, thirds) = (Percentiles(result.first), Percentiles(result.third))
            let late = Percentiles(result.late.map { Double($0) / 1000 })
            lines.append(
                "| \(result.player) | \(Self.triple(firsts)) | \(Self.triple(thirds)) | \(Self.ratio(firsts[0.5], result.boundFirst)) | \(Self.ratio(firsts[0.5], first)), \(Self.ratio(thirds[0.5], third)) | \(Self.whole(late[0.95])) / \(Self.whole(late[1])) | \(result.missing) of \(result.first.count) |"
            )
        }
        return lines.joined(separator: "\n")
    }

    /// The sentences of the law that warming never makes a flip later, and whether each is met; none, where the two
    /// rows are not there.
    package func verdicts() -> [(text: String, isMet: Bool)] {
        guard let warm = results.first(where: { $0.player == Self.warm }), !warm.first.isEmpty else { return [] }
        var verdicts: [(String, Bool)] = []
        if let cold = results.first(where: { $0.player == Self.cold }), !cold.first.isEmpty {
            for (what, times) in [("first", \SurfingResult.first), ("third", \.third)] {
                let (ours, theirs) = (Percentiles(warm[keyPath: times]), Percentiles(cold[keyPath: times]))
                verdicts.append(
                    (
                        "\(what): p95 \(Self.whole(ours[0.95])) ≤ cold's \(Self.whole(theirs[0.95]))",
                        ours[0.95] <= theirs[0.95]
                    ))
                verdicts.append(
                    (
                        "\(what): slowest \(Self.whole(ours[1])) ≤ 1.2 × cold's \(Self.whole(theirs[1]))",
                        ours[1] <= theirs[1] * Self.slowest
                    ))
            }
        }
        if let most = warm.late.max() {
            verdicts.append(
                ("late for others: most \(most / 1000) kB ≤ \(Self.late / 1000) kB", most <= Self.late))
        }
        return verdicts
    }

    private static func triple(_ values: Percentiles) -> String {
        [0.5, 0.95, 1].map { whole(values[$0]) }.joined(separator: " / ")
    }

    private static func whole(_ value: Double) -> String {
        value.isFinite && abs(value) < 1e9 ? String(Int(value.rounded())) : "–"
    }

    private static func ratio(_ value: Double, _ other: Double?) -> String {
        guard let other, other > 0, value.isFinite, value / other < 1e6 else { return "–" }
        let hundredths = Int((value / other * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
    }
}
