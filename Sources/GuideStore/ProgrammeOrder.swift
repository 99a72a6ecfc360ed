/// Puts one channel's programmes in order: each begins after the one before it has ended, and has an end.
///
/// It takes them sorted by their start and keeps one at a time, so that a guide of any size fits. Of two with the same
/// start the richer one stays. A programme ends where the next one begins, or earlier where the guide says so: then
/// there is a gap.
package struct ProgrammeOrder: Sendable {
    /// What it needs to know of a programme.
    package struct Slot: Hashable, Sendable {
        /// What the caller knows it by.
        package var id: Int64
        package var start: Int64
        /// Nil, and anything not after `start`: not known.
        package var stop: Int64?
        package var richness: Int

        package init(id: Int64, start: Int64, stop: Int64? = nil, richness: Int = 0) {
            self.id = id
            self.start = start
            self.stop = stop
            self.richness = richness
        }
    }

    /// A programme whose times are settled; `start < stop`.
    package struct Settled: Hashable, Sendable {
        package var id: Int64
        package var start: Int64
        package var stop: Int64

        package init(id: Int64, start: Int64, stop: Int64) {
            self.id = id
            self.start = start
            self.stop = stop
        }
    }

    /// What was put right.
    package struct Repairs: Hashable, Codable, Sendable {
        /// Those that left because another has the same start.
        package var duplicates = 0
        /// Those that end earlier than the guide says, as the next one begins.
        package var overlaps = 0
        /// Those whose end the guide does not say, or says to be before they begin.
        package var missingStops = 0

        package init() {}
    }

    /// How long a programme is, in seconds, whose end nothing tells.
    package static let defaultLength: Int64 = 3600
    /// The longest that a programme without an end may be: behind it the guide has a gap.
    package static let longestGuess: Int64 = 12 * 3600

    package private(set) var repairs = Repairs()
    private var pending: Slot?

    package init() {}

    /// Takes the next programme; returns the one before it as soon as that is settled.
    ///
    /// `slot` must not begin before the one that was given before it; one that does is dropped as a duplicate.
    package mutating func add(_ slot: Slot) -> Settled? {
        var slot = slot
        if let stop = slot.stop, stop <= slot.start { slot.stop = nil }
        guard let last = pending else {
            pending = slot
            return nil
        }
        guard slot.start > last.start else {
            repairs.duplicates += 1
            if slot.start == last.start {
                let (kept, other) = slot.richness > last.richness ? (slot, last) : (last, slot)
                pending = kept
                pending?.stop = kept.stop ?? other.stop
            }
            return nil
        }
        pending = slot
        return settle(last, before: slot.start)
    }

    /// Returns the last one, and begins anew with the next channel.
    package mutating func finish() -> Settled? {
        guard let last = pending else { return nil }
        pending = nil
        return settle(last, before: nil)
    }

    private mutating func settle(_ slot: Slot, before next: Int64?) -> Settled? {
        if let stop = slot.stop {
            if let next, stop > next {
                repairs.overlaps += 1
                return Settled(id: slot.id, start: slot.start, stop: next)
            }
            return Settled(id: slot.id, start: slot.start, stop: stop)
        }
        repairs.missingStops += 1
        let guess = slot.start.addingReportingOverflow(next == nil ? Self.defaultLength : Self.longestGuess)
        let end = min(next ?? .max, guess.overflow ? .max : guess.partialValue)
        return end > slot.start ? Settled(id: slot.id, start: slot.start, stop: end) : nil
    }
}
