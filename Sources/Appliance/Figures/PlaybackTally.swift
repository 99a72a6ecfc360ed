import Playback

/// Counts the frames and stalls of all that was on the screen in this run, though each item counts its own. Pure.
struct PlaybackTally: Sendable {
    struct Counts: Hashable, Sendable {
        var shown: UInt64 = 0
        var dropped: UInt64 = 0
        var stalls: UInt64 = 0
    }

    private(set) var total = Counts()
    /// The counts of each item that are in the total, the latest item last: one that is flipped back to counts
    /// on.
    private var known: [(item: Playback.ItemID, counts: Counts)] = []
    private static let mostKnown = 16

    /// Adds what an item has counted since the last call. To be called before another takes the screen.
    mutating func update(_ item: Playback.ItemID, _ counts: Counts) {
        let index = known.firstIndex { $0.item == item }
        let before = index.map { known.remove(at: $0).counts } ?? Counts()
        func growth(_ now: UInt64, _ then: UInt64) -> UInt64 { now > then ? now - then : 0 }
        total.shown += growth(counts.shown, before.shown)
        total.dropped += growth(counts.dropped, before.dropped)
        total.stalls += growth(counts.stalls, before.stalls)
        known.append((item, counts))
        if known.count > Self.mostKnown { known.removeFirst() }
    }
}
