import MediaCore

/// A list of the cues of one source on the session's timeline: each once, in whatever segments it came.
package struct CueList: Sendable, Hashable {
    /// The cues by start; those of one start in the order in which they came.
    package private(set) var cues: [TextCue] = []
    /// The most cues kept: the oldest are dropped. A film has some two thousand.
    private static let most = 8192
    /// How near to each other in the list two cues must begin to be the same one.
    private static let near = 64
    /// The tolerance for times that are rounded differently in two segments.
    private static let tolerance: Duration = .milliseconds(5)

    package init() {}

    /// Adds cues. One that looks like an existing one, and overlaps or touches it, only extends that:
    /// segments repeat what lies across their borders, or cut it in two.
    package mutating func add(_ new: [TextCue]) {
        for cue in new { add(cue) }
        if cues.count > Self.most { cues.removeFirst(cues.count - Self.most) }
    }

    private mutating func add(_ cue: TextCue) {
        let place = index(after: cue.start)
        let neighbours = max(0, place - Self.near)..<min(cues.count, place + Self.near)
        let same = neighbours.first { index in
            cue.start <= cues[index].end + Self.tolerance && cues[index].start <= cue.end + Self.tolerance
                && cues[index].looksLike(cue)
        }
        guard let same else {
            cues.insert(cue, at: place)
            return
        }
        cues[same].end = max(cues[same].end, cue.end)
        if cue.start < cues[same].start {
            var longer = cues.remove(at: same)
            longer.start = cue.start
            cues.insert(longer, at: index(after: longer.start))
        }
    }

    /// The number of cues that begin at `time` or before.
    private func index(after time: MediaTime) -> Int {
        var low = 0
        var high = cues.count
        while low < high {
            let middle = (low + high) / 2
            if cues[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Replaces what is shown from `time` on: earlier cues end there, and later ones are removed.
    package mutating func change(to new: [TextCue], at time: MediaTime) {
        while let last = cues.last, last.start >= time { cues.removeLast() }
        for index in cues.indices.reversed().prefix(Self.near) where cues[index].end > time { cues[index].end = time }
        cues += new
        if cues.count > Self.most { cues.removeFirst(cues.count - Self.most) }
    }

    /// Removes cues that ended before `time`.
    package mutating func forget(before time: MediaTime) {
        guard let first = cues.first, first.end < time else { return }
        cues.removeAll { $0.end < time }
    }

    /// The cues shown at a moment, and the time around it in which nothing changes.
    package func shown(at time: MediaTime) -> (cues: [TextCue], unchanged: Range<MediaTime>) {
        var lower = MediaTime(nanoseconds: .min)
        var upper = MediaTime.endless
        var shown: [TextCue] = []
        for cue in cues {
            guard cue.start <= time else {
                upper = min(upper, cue.start)
                break
            }
            if time < cue.end {
                shown.append(cue)
                lower = max(lower, cue.start)
                upper = min(upper, cue.end)
            } else {
                lower = max(lower, cue.end)
            }
        }
        return (shown, lower..<max(lower, upper))
    }
}
