import ControlProtocol

/// Prints flips for people.
enum FlipTable {
    static func lines(_ list: FlipList) -> [String] {
        guard !list.flips.isEmpty || list.summary?.isEmpty == false else { return ["No flips yet."] }
        let table = list.flips.isEmpty ? [] : flips(list.flips) + [""]
        return table + summary(list.summary ?? [])
    }

    static func flips(_ flips: [FlipInfo]) -> [String] {
        let phases: [(String, (FlipInfo) -> Int64?)] = [
            ("interstitial", \.interstitialScanout), ("playlist", \.playlist), ("first byte", \.firstByte),
            ("decoded", \.firstFrameDecoded), ("picture", \.firstFrameScanout), ("motion", \.motion),
            ("sound", \.firstSound),
        ]
        var rows = [["from", "to", "kind"] + phases.map(\.0) + [""]]
        for flip in flips {
            rows.append(
                [flip.from ?? "-", flip.to, kind(flip.warm)] + phases.map { milliseconds($0.1(flip)) } + [remark(flip)])
        }
        return Output.table(rows, rightAligned: Set(3..<3 + phases.count))
    }

    private static func kind(_ isWarm: Bool) -> String { isWarm ? "warm" : "cold" }

    private static func remark(_ flip: FlipInfo) -> String {
        let parts = [
            flip.outcome == "failed" ? "failed" + (flip.slowest.map { " in \($0)" } ?? "") : nil,
            flip.slow
                ? "slow" + (flip.slowest.map { ": \($0) \(milliseconds(flip.steps[$0])) ms" } ?? "") : nil,
            flip.locked ? "passcode" : nil,
        ].compactMap(\.self)
        return parts.joined(separator: ", ")
    }

    /// A line for each kind of flips, of all channels first.
    static func summary(_ rows: [FlipSummaryInfo]) -> [String] {
        guard !rows.isEmpty else { return ["No flips yet."] }
        var table = [
            ["p50/p95/p99, ms", "kind", "flips", "failed", "slow", "picture", "motion", "sound", "longest step"]
        ]
        for row in rows {
            table.append(
                [
                    row.channel.map { row.name ?? $0 } ?? "all channels", kind(row.warm), "\(row.count)",
                    "\(row.failed)", "\(row.slow)",
                ]
                    + ["picture", "motion", "sound"].map { percentiles(row.sinceKey[$0]) }
                    + [row.longest.map { "\($0) \(percentiles(row.steps[$0]))" } ?? "-"])
        }
        return Output.table(table, rightAligned: Set(2..<8))
    }

    private static func percentiles(_ facts: DurationFacts?) -> String {
        guard let facts else { return "-" }
        return [facts.p50, facts.p95, facts.p99].map { nanoseconds in
            nanoseconds < 99_950_000 ? milliseconds(nanoseconds) : "\((nanoseconds + 500_000) / 1_000_000)"
        }.joined(separator: "/")
    }

    static func milliseconds(_ nanoseconds: Int64?) -> String {
        guard let nanoseconds else { return "-" }
        let tenths = nanoseconds / 100_000
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}
