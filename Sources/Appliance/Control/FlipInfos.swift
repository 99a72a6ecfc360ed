import Channels
import ControlProtocol
import Store

extension FlipList {
    /// Makes the list of flips: thousands of records are counted.
    ///
    /// - Parameters:
    ///   - names: of the channels there are
    ///   - last: the number of records that are told; the summary is of all
    init(_ kept: [FlipRecord], names: [Channel.ID: String], last: Int) {
        let summary = FlipSummary(kept)
        self.init(
            flips: kept.suffix(max(0, last)).map { FlipInfo($0, isSlow: summary.isSlow($0)) },
            summary: summary.rows.map { row in FlipSummaryInfo(row, name: row.channel.flatMap { names[$0] }) })
    }
}

extension FlipInfo {
    /// Makes the API's record.
    /// - Parameter isSlow: by what is usual on its channel
    init(_ record: FlipRecord, isSlow: Bool) {
        self.init(
            from: record.from, to: record.to, warm: record.warm, timeNanoseconds: record.time,
            interstitialScanout: record.interstitialScanout, prepared: record.prepared, playlist: record.playlist,
            firstByte: record.firstByte, firstFrameDecoded: record.firstFrameDecoded, revealed: record.revealed,
            firstFrameScanout: record.firstFrameScanout, motion: record.motion, firstSound: record.firstSound,
            outcome: record.outcome?.rawValue, locked: record.wasLocked ?? false, slow: isSlow,
            slowest: record.slowestStep?.rawValue,
            steps: Dictionary(record.spans.map { ($0.step.rawValue, $0.length) }) { $1 })
    }
}

extension FlipSummaryInfo {
    init(_ row: FlipSummary.Row, name: String?) {
        func facts<Key: RawRepresentable<String>>(_ times: [Key: Percentiles]) -> [String: DurationFacts] {
            Dictionary(times.map { ($0.key.rawValue, DurationFacts($0.value)) }) { $1 }
        }
        self.init(
            channel: row.channel, name: name, warm: row.warm, count: row.count, failed: row.failed, slow: row.slow,
            sinceKey: facts(row.moments), steps: facts(row.steps), longest: row.longestStep?.rawValue)
    }
}

extension DurationFacts {
    init(_ times: Percentiles) {
        self.init(count: times.count, p50: times.p50, p95: times.p95, p99: times.p99, highest: times.highest)
    }
}
