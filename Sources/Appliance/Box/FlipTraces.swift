import Channels
import Guide
import MediaCore
import Playback

/// The flips under way, and what happened when in each. Pure.
struct FlipTraces {
    private struct Entry {
        var trace: FlipTrace
        var item: ItemID?
        var outcome: FlipOutcome?
        /// When to stop waiting for its sound.
        var deadline: HostTime?
        /// The next cue shown is the one with its interstitial.
        var awaitsCue = true
        var cue: UInt64?
    }

    typealias ItemID = Playback.ItemID

    private var entries: [Entry] = []
    private static let patience: Duration = .seconds(3)

    /// A flip begins, or aims elsewhere.
    mutating func begin(_ flip: Flip) {
        entries.removeAll { $0.trace.flip.id == flip.id }
        entries.append(Entry(trace: FlipTrace(flip, isWarm: false)))
        // A flip nobody completed would stay: no more than a few are ever under way.
        if entries.count > 16 { entries.removeFirst() }
    }

    /// - Parameter isWarm: the item was kept ready before the key
    mutating func prepared(_ item: ItemID, isWarm: Bool = false) {
        guard let last = entries.indices.last, entries[last].outcome == nil else { return }
        entries[last].item = item
    }

    /// What is shown next is the newest flip's interstitial.
    mutating func interstitialShown(in version: UInt64) {
        guard let last = entries.indices.last, entries[last].awaitsCue, entries[last].cue == nil else { return }
        entries[last].awaitsCue = false
        entries[last].cue = version
    }

    mutating func seen(version: UInt64, at time: HostTime) {
        for index in entries.indices {
            if let cue = entries[index].cue, cue <= version { entries[index].trace.note(.interstitialScanout, at: time) }
        }
    }

    mutating func note(_ phase: FlipTrace.Phase, _ item: ItemID, at time: HostTime) {
        for index in entries.indices where entries[index].item == item { entries[index].trace.note(phase, at: time) }
    }

    mutating func completed(_ id: Flip.ID, _ outcome: FlipOutcome, at time: HostTime) {
        for index in entries.indices where entries[index].trace.flip.id == id {
            entries[index].outcome = outcome
            entries[index].deadline = time + Self.patience
        }
    }

    /// Takes out the records that have all their phases, or have waited long enough for the rest.
    mutating func finished(at now: HostTime) -> [FlipRecord] {
        var records: [FlipRecord] = []
        entries.removeAll { entry in
            guard let outcome = entry.outcome, let deadline = entry.deadline else { return false }
            guard entry.trace.isComplete || deadline <= now || outcome != .shown else { return false }
            if outcome != .cancelled { records.append(entry.trace.record) }
            return true
        }
        return records
    }
}
