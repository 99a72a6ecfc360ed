import HLS
import MediaCore

/// One break that is near or plays, and how far it has got.
struct BreakRun: Sendable {
    let placed: PlacedInterstitial
    /// How far in a viewer of something live joins it.
    let joinedAt: Duration
    /// Nil: not known yet.
    var assets: [BreakAsset]?
    var skipControl: SkipControl?
    /// The assets that were asked for, that are ready, and that can't be had.
    var asked: Set<BreakAsset.ID> = []
    var ready: Set<BreakAsset.ID> = []
    var lost: Set<BreakAsset.ID> = []
    /// The index of the asset that is out, or due.
    var index = 0
    var hasPlayed = false
    /// What was played of the assets before that one, and of that one.
    private(set) var before = Duration.zero
    var elapsed = Duration.zero
    /// What is left of the one that is out; nil: not known.
    var left: Duration?
    var isReturnReady = false
    /// Its list could not be had.
    var isRefused = false

    /// What was played before it at the same place.
    struct Behind: Sendable {
        var assets = 0
        var played = Duration.zero
    }

    init(_ placed: PlacedInterstitial, joinedAt: Duration = .zero) {
        self.placed = placed
        self.joinedAt = joinedAt
        skipControl = placed.event.skipControl
    }

    var id: String { placed.event.id }
    /// Whether its place is behind the viewer: the item does not stand for it.
    var isLate: Bool { joinedAt > .zero }
    var played: Duration { before + elapsed }

    /// The asset that is out, or due; nil: not known, or there is none any more.
    var due: BreakAsset? { asset(index) }

    func asset(_ index: Int) -> BreakAsset? {
        guard let assets, assets.indices.contains(index) else { return nil }
        return assets[index]
    }

    /// The index behind one, without those that can't be had; that of the end, where there is none.
    func index(after index: Int) -> Int {
        let count = assets?.count ?? 0
        return (index + 1..<max(count, index + 1)).first { asset($0).map { !lost.contains($0.id) } ?? false } ?? count
    }

    /// Goes on to the asset behind the one that is out or due.
    mutating func goOn() {
        (before, elapsed, left) = (played, .zero, nil)
        index = index(after: index)
    }

    /// All of it, as far as is known; nil: not known.
    var length: Duration? {
        var length: Duration?
        if let assets, assets.allSatisfy({ $0.duration != nil }) {
            length = assets.reduce(.zero) { $0 + ($1.duration ?? .zero) - $1.start }
        } else if let left, assets?.count == 1 {
            length = played + left
        } else {
            length = placed.event.duration ?? placed.event.plannedDuration
        }
        guard let limit = placed.event.playoutLimit else { return length }
        return min(length ?? limit, limit)
    }
}
