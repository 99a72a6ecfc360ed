import MediaCore

/// How a newly loaded playlist differs from the one before.
enum PlaylistChange: Sendable, Hashable {
    /// There was nothing before.
    case first
    /// Nothing is listed any more; what was listed stays known, and the end alone is believed.
    case emptied(endsNow: Bool)
    /// The playlist is the same, or `isOlder`: a copy out of some cache.
    case unchanged(isOlder: Bool)
    case advanced
    /// The presentation restarted: numbers went backwards, or old segments have other addresses (§6.3.4).
    case restarted

    /// Whether there is anything new.
    var isNews: Bool {
        switch self {
        case .emptied(let endsNow): endsNow
        case .unchanged: false
        case .first, .advanced, .restarted: true
        }
    }

    /// Compares two whole playlists of one URL.
    /// - Parameter next: the number of the segment to be played next, when that is known.
    init(from old: MediaPlaylist, to new: MediaPlaylist, next: UInt64?) {
        guard let first = new.segments.first else {
            self = .emptied(endsNow: new.hasEnd && !old.hasEnd)
            return
        }
        guard let oldFirst = old.segments.first else {
            self = .first
            return
        }
        let (newEnd, oldEnd) = (new.nextPart, old.nextPart)
        if PlaylistChange.differs(new, from: old, next: next) {
            self = .restarted
        } else if newEnd <= oldEnd, new.hasEnd == old.hasEnd {
            self = .unchanged(isOlder: newEnd != oldEnd || first.mediaSequence < oldFirst.mediaSequence)
        } else {
            self = new.nextMediaSequence < oldFirst.mediaSequence ? .restarted : .advanced
        }
    }

    /// Whether numbers went backwards, or segments that both list and that are still to be played differ.
    private static func differs(_ new: MediaPlaylist, from old: MediaPlaylist, next: UInt64?) -> Bool {
        if new.nextMediaSequence <= old.nextMediaSequence, let last = new.segments.last {
            guard let index = old.index(ofMediaSequence: last.mediaSequence) else { return new.hasEnd == old.hasEnd }
            if !isSame(old.segments[index], last, within: old.targetDuration) { return true }
        }
        guard let first = new.segments.first, let index = old.index(ofMediaSequence: first.mediaSequence) else {
            return false
        }
        let from = max(first.mediaSequence, min(next ?? 0, old.segments.last?.mediaSequence ?? 0))
        let skipped = Int(clamping: from - first.mediaSequence)
        return zip(old.segments.dropFirst(index), new.segments).dropFirst(skipped).contains {
            !isSame($0, $1, within: old.targetDuration)
        }
    }

    /// Whether two entries are the same segment, judged by the last part of the path and the date:
    /// servers that share the load have many names, and their paths and queries hold tokens that change.
    private static func isSame(_ a: Segment, _ b: Segment, within tolerance: Duration) -> Bool {
        func name(_ url: String) -> Substring {
            let path = url.prefix { $0 != "?" }
            return path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
        }
        if let one = a.programDate, let other = b.programDate {
            let apart = other - one
            if max(apart, .zero - apart) > tolerance { return false }
        }
        return a.range == b.range && (a.url == b.url || name(a.url) == name(b.url))
    }
}
