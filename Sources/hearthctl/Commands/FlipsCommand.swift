import ArgumentParser
import ControlProtocol

struct FlipsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flips", abstract: "How the last channel flips went, in ms since the key.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        try connection.print(try connection.client.request(.flips), as: FlipList.self) { Self.describe($0.flips) }
    }

    static func describe(_ flips: [FlipRecord]) -> [String] {
        guard !flips.isEmpty else { return ["No flips yet."] }
        let phases: [(String, (FlipRecord) -> Int64?)] = [
            ("interstitial", \.interstitialScanout), ("playlist", \.playlist), ("first byte", \.firstByte),
            ("decoded", \.firstFrameDecoded), ("picture", \.firstFrameScanout), ("sound", \.firstSound),
        ]
        var rows = [["from", "to", "warm"] + phases.map(\.0)]
        for flip in flips {
            rows.append(
                [flip.from ?? "-", flip.to, flip.warm ? "yes" : "no"] + phases.map { milliseconds($0.1(flip)) })
        }
        for (name, percent) in [("p50", 50), ("p95", 95)] {
            rows.append([name, "", ""] + phases.map { milliseconds(percentile(percent, of: flips.compactMap($0.1))) })
        }
        return Output.table(rows, rightAligned: Set(3..<9))
    }

    /// The nearest-rank percentile; nil of nothing.
    static func percentile(_ percent: Int, of values: [Int64]) -> Int64? {
        guard !values.isEmpty else { return nil }
        let rank = (values.count * percent + 99) / 100
        return values.sorted()[min(max(rank, 1), values.count) - 1]
    }

    private static func milliseconds(_ nanoseconds: Int64?) -> String {
        guard let nanoseconds else { return "-" }
        let tenths = nanoseconds / 100_000
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}
