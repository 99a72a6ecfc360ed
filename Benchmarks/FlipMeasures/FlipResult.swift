/// The flips of one player in one cell. Milliseconds from the key, or from the command.
package struct FlipResult: Codable, Sendable {
    package var cell: FlipCell
    package var player: String
    /// Whether the player is one of Hearth's own, and not a peer.
    package var isOwn: Bool
    /// The times of the first picture of the new channel on the output.
    package var first: [Double] = []
    /// The times of the first picture after it that differs.
    package var motion: [Double] = []
    /// The times of the first picture that moves: the first one, unless the next came later than the channel's own
    /// rate demands.
    package var moving: [Double] = []
    /// How many flips did not show one of these pictures within the time that a flip has.
    package var missing = 0
    /// The lower bound of the first picture for what this player may know when the key comes.
    package var boundFirst: Double
    package var boundMotion: Double

    package init(cell: FlipCell, player: String, isOwn: Bool, boundFirst: Double, boundMotion: Double) {
        self.cell = cell
        self.player = player
        self.isOwn = isOwn
        self.boundFirst = boundFirst
        self.boundMotion = boundMotion
    }
}

/// Whole runs as Markdown for people: a table for each cell.
package struct FlipTable {
    private let results: [FlipResult]

    package init(_ results: [FlipResult]) { self.results = results }

    /// The peer with the least median of `motion` in the cell; nil: no peer's picture moved.
    package func bestPeer(in cell: FlipCell) -> FlipResult? {
        results.filter { $0.cell == cell && !$0.isOwn && !$0.motion.isEmpty }
            .min { Percentiles($0.motion)[0.5] < Percentiles($1.motion)[0.5] }
    }

    package func text(of cell: FlipCell) -> String {
        let best = bestPeer(in: cell).map { Percentiles($0.motion)[0.5] }
        var lines = [
            "| \(cell.name) | first p50 / p95 / max | motion p50 / p95 / max | × bound: first, motion | × best peer's motion | missing |",
            "|---|--:|--:|--:|--:|--:|",
        ]
        for result in results where result.cell == cell {
            let first = Percentiles(result.first)
            let motion = Percentiles(result.motion)
            let ratio = best.map { Self.ratio(motion[0.5] / $0) } ?? "–"
            lines.append(
                "| \(result.player) | \(Self.triple(first)) | \(Self.triple(motion)) | \(Self.ratio(first[0.5] / result.boundFirst)), \(Self.ratio(motion[0.5] / result.boundMotion)) | \(ratio) | \(result.missing) of \(result.missing + result.motion.count) |"
            )
        }
        return lines.joined(separator: "\n")
    }

    private static func triple(_ values: Percentiles) -> String {
        [0.5, 0.95, 1].map { values[$0].isFinite ? String(Int(values[$0].rounded())) : "–" }.joined(separator: " / ")
    }

    private static func ratio(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e6 else { return "–" }
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
    }
}
