import Channels
import ControlProtocol
import Store

/// The flips of this run, counted for metrics, and what is usual on each channel. Pure.
struct FlipTally: Sendable {
    struct Kind: Hashable {
        var name: String
        var warm: Bool
    }

    private(set) var moments: [Kind: DurationHistogram] = [:]
    private(set) var steps: [Kind: DurationHistogram] = [:]
    private(set) var outcomes: [Kind: UInt64] = [:]
    /// The number of slow flips, by the step that was to blame.
    private(set) var slow: [Kind: UInt64] = [:]
    private(set) var cancelled: UInt64 = 0
    /// The times of the last cold flips to a channel, from key to moving picture; newest last.
    private var cold: [Channel.ID: [Int64]] = [:]
    private static let mostCold = 50

    /// Takes in a flip of an earlier run: it tells what is usual, and is not counted.
    mutating func recall(_ record: FlipRecord) {
        guard !record.warm, !record.isFailed, record.wasLocked != true, let end = record.end else { return }
        cold[record.to, default: []].append(end)
        if let count = cold[record.to]?.count, count > Self.mostCold { cold[record.to]?.removeFirst() }
    }

    func isSlow(_ record: FlipRecord) -> Bool {
        let times = cold[record.to] ?? []
        return record.isSlow(usual: times.count >= FlipSummary.enough ? Percentiles(times)?.p50 : nil)
    }

    mutating func add(_ record: FlipRecord) {
        outcomes[Kind(name: record.isFailed ? "failed" : "shown", warm: record.warm), default: 0] += 1
        if isSlow(record), let step = record.slowestStep {
            slow[Kind(name: step.rawValue, warm: record.warm), default: 0] += 1
        }
        guard !record.isFailed, record.wasLocked != true else { return }
        for moment in FlipMoment.allCases {
            guard let time = moment.time(in: record) else { continue }
            moments[Kind(name: moment.rawValue, warm: record.warm), default: DurationHistogram()].add(nanoseconds: time)
        }
        for span in record.spans {
            steps[Kind(name: span.step.rawValue, warm: record.warm), default: DurationHistogram()]
                .add(nanoseconds: span.length)
        }
        recall(record)
    }

    mutating func cancel() { cancelled += 1 }
}
