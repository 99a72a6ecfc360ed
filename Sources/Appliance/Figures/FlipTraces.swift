import Channels
import MediaCore
import Playback
import Store

/// The flips under way, and what happened when in each. Pure.
struct FlipTraces: Sendable {
    private struct Entry: Sendable {
        var trace: FlipTrace
        var item: ItemID?
        var outcome: FlipOutcome?
        /// The time at which its sound is no longer waited for.
        var deadline: HostTime?
        /// Whether another has been revealed since: what its item does from then on is no more of this flip.
        var isLeft = false
        /// Whether the next cue shown is the one with its interstitial.
        var awaitsCue = true
        var cue: UInt64?
    }

    /// The times of what an item did while hidden: a flip may take it up later, or again.
    private struct Hidden: Sendable {
        var item: ItemID
        var times: [FlipTrace.Phase: HostTime] = [:]
    }

    typealias ItemID = Playback.ItemID

    private var entries: [Entry] = []
    /// The hidden items, oldest first.
    private var hidden: [Hidden] = []
    private static let patience: Duration = .seconds(3)
    /// The most hidden items recorded: more than are ever kept.
    private static let mostHidden = 16

    /// When the first of them that is over is no longer waited for; nil: none is over.
    var nextWake: HostTime? { entries.compactMap(\.deadline).min() }

    /// Begins a trace when a flip begins, or aims elsewhere.
    mutating func begin(_ flip: Flip) {
        entries.removeAll { $0.trace.flip.id == flip.id }
        entries.append(Entry(trace: FlipTrace(flip, isWarm: false)))
        // A flip that is never completed would stay: no more than a few are ever under way.
        if entries.count > 16 { entries.removeFirst() }
    }

    /// Notes that the newest flip is to be shown by this item. What a warm item did before counts as done
    /// at the key.
    ///
    /// - Parameters:
    ///   - isWarm: the item was kept ready before the key
    ///   - time: of the order
    mutating func prepared(_ item: ItemID, isWarm: Bool = false, at time: HostTime? = nil) {
        guard let last = entries.indices.last, entries[last].outcome == nil else { return }
        entries[last].item = item
        entries[last].trace.isWarm = isWarm
        // An item that was kept ready had nothing to ask for.
        if let time = time ?? (isWarm ? .zero : nil) { entries[last].trace.note(.prepared, at: time) }
        for (phase, time) in hidden.first(where: { $0.item == item })?.times ?? [:] {
            entries[last].trace.note(phase, at: time)
        }
    }

    /// Notes that a passcode is asked for before the newest flip may go on.
    mutating func locked() {
        guard let last = entries.indices.last, entries[last].outcome == nil else { return }
        entries[last].trace.wasLocked = true
    }

    /// Notes that the next cue shows the newest flip's interstitial.
    mutating func interstitialShown(in version: UInt64) {
        guard let last = entries.indices.last, entries[last].awaitsCue, entries[last].cue == nil else { return }
        entries[last].awaitsCue = false
        entries[last].cue = version
    }

    mutating func seen(version: UInt64, at time: HostTime) {
        for index in entries.indices {
            if let cue = entries[index].cue, cue <= version {
                entries[index].trace.note(.interstitialScanout, at: time)
            }
        }
    }

    mutating func note(_ phase: FlipTrace.Phase, _ item: ItemID, at time: HostTime) {
        if phase == .revealed {
            for index in entries.indices where entries[index].outcome != nil {
                entries[index].isLeft = true
                entries[index].deadline = min(entries[index].deadline ?? time, time)
            }
        }
        for index in entries.indices where entries[index].item == item && !entries[index].isLeft {
            entries[index].trace.note(phase, at: time)
        }
        guard phase.isOfHidden else { return }
        if let index = hidden.firstIndex(where: { $0.item == item }) {
            if hidden[index].times[phase] == nil { hidden[index].times[phase] = time }
        } else {
            hidden.append(Hidden(item: item, times: [phase: time]))
            if hidden.count > Self.mostHidden { hidden.removeFirst() }
        }
    }

    mutating func completed(_ id: Flip.ID, _ outcome: FlipOutcome, at time: HostTime) {
        for index in entries.indices where entries[index].trace.flip.id == id {
            entries[index].outcome = outcome
            entries[index].deadline = time + Self.patience
        }
    }

    /// Removes and returns the records that have all their phases, or have waited long enough for the
    /// rest.
    ///
    /// - Parameter vblank: the screen's period
    mutating func finished(at now: HostTime, vblank: Duration? = nil) -> [FlipRecord] {
        var records: [FlipRecord] = []
        entries.removeAll { entry in
            guard let outcome = entry.outcome, let deadline = entry.deadline else { return false }
            guard entry.trace.isComplete || deadline <= now || outcome != .shown else { return false }
            if outcome != .cancelled {
                var record = entry.trace.record
                record.outcome = outcome == .shown ? .shown : .failed
                record.vblank = vblank?.nanoseconds
                records.append(record)
            }
            return true
        }
        return records
    }
}

extension FlipTrace.Phase {
    /// Whether an item passes this phase without being seen.
    fileprivate var isOfHidden: Bool {
        switch self {
        case .playlist, .firstByte, .firstFrameDecoded: true
        case .interstitialScanout, .prepared, .revealed, .firstFrameScanout, .motion, .firstSound: false
        }
    }
}
