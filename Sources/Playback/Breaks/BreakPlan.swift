import HLS
import MediaCore

/// Decides when a break takes the place of the item on the screen, which of its assets plays, and where the item goes on
/// afterwards: HLS interstitials (Appendix D). Pure.
///
/// | stage | the item | what is next |
/// |---|---|---|
/// | none | plays | a break comes near |
/// | coming | plays, while the break is made ready | its place is reached |
/// | awaited | stands, as the asset that is due is not ready | it is, or is given up |
/// | out | stands, while an asset plays | the next asset, or the end: of the assets, of the limit, by the viewer |
/// | leaving | stands until it can go on | `returned` |
///
/// Breaks of one place are played one after the other, and what each takes up of the item adds up. A break that can't be
/// had takes up nothing.
struct BreakPlan: Sendable {
    /// Where the item is, and what is announced in it.
    struct Look: Sendable {
        var position: MediaTime
        /// In the order in which they come.
        var interstitials: [PlacedInterstitial]
        var isLive = false
        /// The end of something that ends; nil: not known, or it is live.
        var end: MediaTime?

        /// The breaks whose places lie before it.
        fileprivate var passed: [String] {
            interstitials.filter { $0.event.trigger == nil && position - $0.start > BreakPlan.arrival }.map(\.event.id)
        }
    }

    enum Event: Sendable {
        /// The item begins, or goes on from another place that the viewer wanted.
        case arrived(Look, isFirst: Bool)
        /// The item plays, and is there.
        case plays(Look)
        /// The item has been played to its end.
        case ended(Look)
        /// The break's list of assets is here; nil: it can't be had.
        case listed(String, AssetList?)
        /// The asset could be shown at the next vblank.
        case ready(BreakAsset.ID)
        /// The asset can't be played, or no further.
        case lost(BreakAsset.ID)
        /// The asset that is out was played so far.
        ///
        /// - Parameter left: what is left of it; nil: not known
        case elapsed(Duration, left: Duration?)
        /// The asset that is out has been played to its end.
        case assetEnded
        /// Time passes, with nothing out.
        case waited
        /// The viewer had paused it, and goes on.
        case resumed
        /// The viewer wants no more of it.
        case skip
        /// The viewer wants the item to go on from there, if that is behind the break.
        case wished(MediaTime)
        /// The item goes on, from there.
        case returned(Look)
        /// The item is not on the screen any more, or goes elsewhere.
        case left
    }

    enum Action: Sendable, Hashable {
        /// Load a break's list of assets, and answer with `listed`.
        case load(String, list: String, startOffset: Duration?)
        /// Make an asset ready, hidden and silent, and say when it is.
        case prepare(BreakAsset)
        /// Let the item stand where it is.
        case hold
        /// Show the asset in place of what is on the screen.
        case show(BreakAsset.ID)
        /// Make ready that the item goes on from there.
        case readyReturn(MediaTime)
        /// Let the item go on from there; nil: from where it stands. Answer with `returned` when it does.
        case goOn(MediaTime?)
        /// The item is over.
        case end
        /// Give up all that was made ready.
        case drop
    }

    enum Stage: Sendable, Hashable {
        case none, coming, awaited, out, leaving
    }

    // The rest is for the extensions of this type.
    var stage = Stage.none
    /// The break that is near or plays, and those that follow it at its place.
    var breaks: [BreakRun] = []
    /// Where the item stands.
    var stands = MediaTime.zero
    /// Where it goes on, as far as is known.
    var resume = MediaTime.zero
    /// Where the viewer wants it to go on, at the earliest; nil: as the break says.
    var wish: MediaTime?
    /// Whether the item has been played to its end.
    var isOver = false
    /// What was played at this place before the first of `breaks`.
    var behind = BreakRun.Behind()
    /// Since when an asset is waited for, or the one that is out has not moved.
    var since = HostTime.zero
    /// The breaks that are behind the viewer.
    private var done: Set<String> = []
    /// Those that are never played again.
    private var never: Set<String> = []
    private var count = 0

    /// So long before a break its list is loaded, and its first asset.
    static let (listLead, assetLead) = (Duration.seconds(20), Duration.seconds(8))
    /// So long the item stands for an asset that is not ready: in its middle, and before anything of it was seen.
    static let (patience, firstPatience) = (Duration.seconds(3), Duration.milliseconds(1500))
    /// So long a break that the viewer came late to may take to be ready.
    static let latePatience = Duration.seconds(10)
    /// So many assets of a list are played at most, and so many breaks at one place.
    static let (mostAssets, mostBreaks) = (100, 20)
    /// So long an asset may stand still.
    static let stallPatience = Duration.seconds(8)
    /// Places that differ by no more are the same.
    static let tolerance = Duration.milliseconds(50)
    /// A viewer who arrives so little behind the place of a break has not passed it: a place is met to the frame.
    static let arrival = Duration.milliseconds(150)
    /// A break that is announced after its place was passed is played if that was no longer ago.
    static let announcedLate = Duration.seconds(2)

    init() {}

    /// Whether the item stands.
    var holds: Bool { stage == .awaited || stage == .out || stage == .leaving }

    /// The asset that is out, or due; nil: it is not known.
    var due: BreakAsset.ID? { breaks.first?.due?.id }

    /// The assets of which it matters whether they are ready.
    var unready: [BreakAsset.ID] {
        breaks.prefix(2).flatMap(\.asked).filter { id in !breaks.contains { $0.ready.contains(id) } }
    }

    // MARK: The door

    mutating func handle(_ event: Event, at now: HostTime) -> [Action] {
        switch event {
        case .arrived(let look, let isFirst): return (stage == .none ? [] : clear()) + arrive(look, isFirst, now)
        case .plays(let look): return look.interstitials.isEmpty && stage == .none ? [] : play(look, now)
        case .ended(let look): return holds ? [] : end(look, now)
        case .listed(let id, let list): return take(list, of: id, now)
        case .ready(let asset):
            for index in breaks.indices where breaks[index].asked.contains(asset) { breaks[index].ready.insert(asset) }
            return showIfDue(now)
        case .lost(let asset): return lose(asset, now)
        case .elapsed(let elapsed, let left): return advance(elapsed, left, now)
        case .assetEnded: return stage == .out ? next(now) : []
        case .waited: return wait(now)
        case .resumed:
            since = now
            return []
        case .skip: return canSkip ? finish(now) : []
        case .wished(let place):
            guard stage == .awaited || stage == .out, !breaks.isEmpty else { return [] }
            wish = place
            breaks[0].isReturnReady = false
            return []
        case .returned(let look):
            // What lies in what was left out is not played any more.
            done.formUnion(look.passed)
            return stage == .leaving ? clear() : []
        case .left: return stage == .none ? [] : clear()
        }
    }

    mutating func clear() -> [Action] {
        (stage, breaks, wish, isOver, behind) = (.none, [], nil, false, BreakRun.Behind())
        return [.drop]
    }

    // MARK: Before a break

    /// Chooses what is played at once where the viewer arrives, and forgets what lies before him.
    private mutating func arrive(_ look: Look, _ isFirst: Bool, _ now: HostTime) -> [Action] {
        let timed = look.interstitials.filter { $0.event.trigger == nil }
        let first = look.interstitials.filter { $0.event.trigger == .before }
        done = Set(look.passed + first.map(\.event.id))
        (stands, resume) = (look.position, look.position)
        if isFirst, let actions = open(first.filter { !never.contains($0.event.id) }) { return actions + reach(now) }
        // Into the middle of one.
        let joined = timed.last { placed in
            guard let length = length(of: placed, in: look), !never.contains(placed.event.id) else { return false }
            let into = look.position - placed.start
            return into > Self.arrival && into + .seconds(1) < length
        }
        guard let joined else { return [] }
        guard look.isLive else {
            resume = joined.start
            return (open([joined]) ?? []) + reach(now)
        }
        since = now
        return (open([joined], late: look.position - joined.start) ?? []) + prepareDue()
    }

    /// How much of the item a break takes up; nil: not known.
    private func length(of placed: PlacedInterstitial, in look: Look) -> Duration? {
        let (stated, resume) = (placed.statedLength, placed.event.resumeOffset)
        return look.isLive ? stated ?? resume : resume ?? stated
    }

    /// Begins to make breaks of one place ready; nil: there are none.
    private mutating func open(_ placed: [PlacedInterstitial], late offset: Duration = .zero) -> [Action]? {
        guard !placed.isEmpty else { return nil }
        breaks = placed.prefix(Self.mostBreaks).map { BreakRun($0, joinedAt: offset) }
        stage = .coming
        var actions: [Action] = []
        for index in breaks.indices {
            switch breaks[index].placed.event.asset {
            case .uri(let url): breaks[index].assets = numbered([(url, nil)], from: offset)
            case .list(let url):
                actions.append(
                    .load(breaks[index].id, list: url, startOffset: offset > .zero ? offset : nil))
            }
        }
        return actions
    }

    /// The assets that are left of a break so far in.
    private mutating func numbered(_ assets: [(url: String, duration: Duration?)], from offset: Duration)
        -> [BreakAsset]
    {
        var (rest, left) = (assets[...], offset)
        while let duration = rest.first?.duration, duration <= left {
            left -= duration
            rest = rest.dropFirst()
        }
        return rest.enumerated().map { index, asset in
            count += 1
            return BreakAsset(
                id: count, url: asset.url, duration: asset.duration, start: index == 0 ? left : .zero)
        }
    }

    private mutating func play(_ look: Look, _ now: HostTime) -> [Action] {
        guard stage != .none else {
            let due = due(in: look)
            guard let actions = open(due) else { return [] }
            return actions + play(look, now)
        }
        guard stage == .coming, let first = breaks.first else { return wait(now) }
        stands = look.position
        if first.isLate { return wait(now) }
        if first.placed.event.trigger == .after {
            return look.end.map { $0 - look.position <= Self.assetLead } ?? false ? prepareDue() : []
        }
        let ahead = first.placed.start - look.position
        if ahead > .zero { return ahead <= Self.assetLead ? prepareDue() : [] }
        resume = look.position
        return reach(now)
    }

    /// The breaks of one place that are to be made ready where the item is.
    private func due(in look: Look) -> [PlacedInterstitial] {
        // At most vblanks none is near: nothing is made for that.
        let near = look.interstitials.first { placed in
            let ahead = placed.start - look.position
            return placed.event.trigger == nil && ahead >= .zero - Self.announcedLate && ahead <= Self.listLead
                && isNew(placed)
        }
        if let near {
            return look.interstitials.filter {
                $0.event.trigger == nil && $0.start >= near.start && $0.start - near.start <= Self.tolerance
                    && isNew($0)
            }
        }
        guard !look.isLive, let end = look.end, end - look.position <= Self.listLead else { return [] }
        return look.interstitials.filter { $0.event.trigger == .after && isNew($0) }
    }

    private func isNew(_ placed: PlacedInterstitial) -> Bool {
        !done.contains(placed.event.id) && !never.contains(placed.event.id)
    }

    private mutating func end(_ look: Look, _ now: HostTime) -> [Action] {
        let last = look.interstitials.filter { $0.event.trigger == .after && isNew($0) }
        var actions: [Action] = []
        if breaks.first?.placed.event.trigger != .after {
            if stage != .none { actions += clear() }
            guard let opened = open(last) else { return actions + [.end] }
            actions += opened
        }
        (stands, resume, isOver) = (look.position, look.position, true)
        return actions + reach(now)
    }

    private mutating func take(_ list: AssetList?, of id: String, _ now: HostTime) -> [Action] {
        guard let index = breaks.firstIndex(where: { $0.id == id && $0.assets == nil }) else { return [] }
        if let list {
            let offset = breaks[index].joinedAt
            breaks[index].assets = numbered(
                list.assets.prefix(Self.mostAssets).map { ($0.url, $0.duration) }, from: offset)
            if let control = list.skipControl { breaks[index].skipControl = control }
        } else {
            breaks[index].assets = []
            breaks[index].isRefused = true
        }
        guard index == 0 else { return [] }
        if breaks[0].due == nil { return breaks[0].isLate ? giveUp() : stage == .awaited ? finish(now) : [] }
        return stage == .awaited || breaks[0].isLate ? prepareDue() : []
    }

    /// Leaves out a break that the item does not stand for.
    mutating func giveUp() -> [Action] {
        markDone()
        return clear()
    }

    /// Notes that the break is behind the viewer.
    mutating func markDone() {
        guard let first = breaks.first else { return }
        done.insert(first.placed.event.id)
        if first.hasPlayed, first.placed.event.playsOnce { never.insert(first.placed.event.id) }
    }
}
